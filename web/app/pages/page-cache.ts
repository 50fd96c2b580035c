import type { Location } from 'react-router'
import { CACHED_PAGES_MAX } from '#contract/core/limits.ts'
import type { Screen } from '#web/core/screen.ts'

export type CachedPage = {
  id: number
  screen: Screen
  /** The address of this page; it does not change while the page is hidden. */
  location: Location
}
/** Pages from the least to the most recently used; the last one is shown. */
export type PageCache = { pages: readonly CachedPage[]; nextId: number }

export const EMPTY_CACHE: PageCache = { pages: [], nextId: 1 }

export const addressOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  `${pathname}${search}`

/**
 * The cache after a visit. A page is found again by its address; a change of the query on the page itself
 * (a filter, the next page of a list) moves that page along instead of opening a second one.
 */
export function visit(
  cache: PageCache,
  screen: Screen,
  location: Location,
  limit = CACHED_PAGES_MAX,
): PageCache {
  const shown = cache.pages.at(-1)
  const same = cache.pages.find(
    (page) => page.screen === screen && addressOf(page.location) === addressOf(location),
  )
  if (same && same === shown) return cache
  const found = same ?? (shown?.screen === screen ? shown : undefined)
  // A page that is only shown again is the same object: nothing in it has to be drawn.
  const page: CachedPage = same ?? { id: found?.id ?? cache.nextId, screen, location }
  const cached = cache.pages.filter((other) => other.id !== page.id && other.screen.keepAlive)
  const room = screen.keepAlive ? limit - 1 : limit
  return {
    pages: [...cached.slice(Math.max(0, cached.length - room)), page],
    nextId: found ? cache.nextId : cache.nextId + 1,
  }
}

/** The cache without pages the user may no longer see. */
export function dropClosed(cache: PageCache, isOpen: (screen: Screen) => boolean): PageCache {
  const pages = cache.pages.filter(({ screen }) => isOpen(screen))
  return pages.length === cache.pages.length ? cache : { ...cache, pages }
}
