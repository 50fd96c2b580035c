import { monotonicMs } from './clock.ts'

/** With the pages asking every second and a half, a saved record is on every wall within three seconds. */
export const MOMENT_MS = 1_000

/** Many who ask the same within a moment get the answer to one question. */
export type SharedMoments = <T>(key: string, ask: () => Promise<T>) => Promise<T>

type Moment = { startedAt: number; answer: Promise<unknown>; over: boolean; next?: Promise<unknown> }

/** An answer counts from when its question was asked: nobody sees figures that are older than this when they ask. */
export function makeSharedMoments(maxAgeMs: number): SharedMoments {
  const moments = new Map<string, Moment>()

  const start = (key: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const moment: Moment = { startedAt: monotonicMs(), answer: ask(), over: false }
    moments.set(key, moment)
    const end = () => {
      moment.over = true
      // Nobody who asks later may have it, so nothing needs to hold it.
      setTimeout(() => moments.get(key) === moment && moments.delete(key), maxAgeMs).unref()
    }
    moment.answer.then(end, () => {
      end()
      // A fault is not shared with those who ask afterwards.
      if (moments.get(key) === moment) moments.delete(key)
    })
    return moment.answer
  }

  return <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const moment = moments.get(key)
    if (!moment) return start(key, ask) as Promise<T>
    if (monotonicMs() - moment.startedAt < maxAgeMs) return moment.answer as Promise<T>
    if (moment.over) return start(key, ask) as Promise<T>
    // A question that takes long is not asked twice at once: those who come too late for it share the next one.
    moment.next ??= moment.answer.then(
      () => start(key, ask),
      () => start(key, ask),
    )
    return moment.next as Promise<T>
  }
}
