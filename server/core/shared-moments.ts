import { BizError } from '#contract/core/error-codes.ts'
import { monotonicMs } from './clock.ts'

/** With the pages asking every second and a half, a saved record is on every wall within three seconds. */
export const MOMENT_MS = 1_000

/**
 * Of questions at once. Each takes up to two connections; with more of them, who saves would wait for what is only
 * looked at.
 */
const AT_ONCE = 2
/** With the two seconds that it may then wait for a connection, a frozen database is an answer within five. */
const WAIT_MS = 3_000

/** Many who ask the same within a moment get the answer to one question. */
export type SharedMoments = <T>(key: string, ask: () => Promise<T>) => Promise<T>

/** `startedAt` is absent while it waits for others to be answered: those who come then are still in time for it. */
type Moment = { startedAt?: number; answer: Promise<unknown>; over: boolean; next?: Promise<unknown> }

/** An answer counts from when its question was asked: nobody sees figures that are older than this when they ask. */
export function makeSharedMoments(maxAgeMs: number): SharedMoments {
  const moments = new Map<string, Moment>()
  const places = makePlaces(AT_ONCE)

  const start = (key: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const begin = () => {
      moment.startedAt = monotonicMs()
      return ask()
    }
    const moment: Moment = { answer: Promise.resolve(), over: false }
    moment.answer = places(begin)
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
    const { startedAt } = moment
    if (startedAt === undefined || monotonicMs() - startedAt < maxAgeMs) return moment.answer as Promise<T>
    if (moment.over) return start(key, ask) as Promise<T>
    // A question that takes long is not asked twice at once: those who come too late for it share the next one.
    moment.next ??= moment.answer.then(
      () => start(key, ask),
      () => start(key, ask),
    )
    return moment.next as Promise<T>
  }
}

/** Runs at most so many at once, the others in the order of coming; 503 after too long a wait, as for a connection. */
function makePlaces(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting = new Set<() => void>()
  const reserve = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        waiting.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(enter)
        reject(new BizError(503))
      }, WAIT_MS)
      waiting.add(enter)
    })
  const leave = () => {
    const [next] = waiting
    if (next) next()
    else free += 1
  }
  return async (work) => {
    if (free > 0) free -= 1
    else await reserve()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
