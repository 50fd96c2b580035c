// Walls that are open: each asks as the real page does, with the mark of what it shows.
import type { ProgressView } from '#contract/overview/progress.ts'
import { WALL_POLL_MS } from '#contract/overview/wall.ts'
import { ask } from '../product-calls.ts'
import type { Site } from './openings.ts'
import { pause } from './screeners.ts'
import type { View } from './views.ts'

type Answer = { mark: string; view: object | null }
/** A wall said at a moment that so many are screened. */
export type Shown = { at: number; screened: number }
export type Wall = { view: View; times: number[]; shown: Shown[] }
export type Watching = { walls: Wall[]; faults: string[]; ended: Promise<unknown> }

/** So many walls, the views in turn; they ask at different moments. */
export function watch(site: Site, views: readonly View[], viewers: number, over: AbortSignal): Watching {
  const faults: string[] = []
  const walls: Wall[] = []
  const stayOpen = async (wall: Wall, nth: number) => {
    let seen: string | undefined
    await pause((nth * WALL_POLL_MS) / viewers, over)
    while (!over.aborted) {
      const began = performance.now()
      try {
        const route = seen === undefined ? wall.view.path : `${wall.view.path}&seen=${seen}`
        const { mark, view } = await ask<Answer>(
          site.address,
          route,
          site.tokens.get(wall.view.account) ?? '',
        )
        const at = performance.now()
        wall.times.push(at - began)
        seen = mark
        const screened = view === null ? undefined : screenedIn(view)
        if (screened !== undefined) wall.shown.push({ at, screened })
      } catch (error) {
        faults.push(String(error))
      }
      await pause(WALL_POLL_MS - (performance.now() - began), over)
    }
  }
  for (let nth = 0; nth < viewers; nth++) {
    const view = views[nth % views.length]
    if (view) walls.push({ view, times: [], shown: [] })
  }
  return { walls, faults, ended: Promise.all(walls.map(stayOpen)) }
}

/** How many a view says are screened, where it says so. */
export const screenedIn = (view: object): number | undefined =>
  (view as Partial<ProgressView>).total?.screened
