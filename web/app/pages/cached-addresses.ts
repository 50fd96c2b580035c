import { onSignedOut } from '#web/core/session/session-store.ts'
import { addressOf, type PageCache } from './page-cache.ts'

const latest = new Map<string, string>()
onSignedOut(() => latest.clear())

export function rememberAddresses({ pages }: PageCache): void {
  latest.clear()
  for (const { screen, location } of pages) {
    if (screen.keepAlive) latest.set(screen.path, addressOf(location))
  }
}

/** Where the menu leads: to the page as it was left, if it is still cached. */
export const addressToOpen = (path: string): string => latest.get(path) ?? path
