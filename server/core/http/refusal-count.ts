const HOUR_MS = 3_600_000
const SINGLY = 100
const SUM = 100
const ACCOUNTS_MAX = 10_000

/**
 * Steps over a boundary leave a row each in the trail. A script that makes thousands would fill it and hide what else
 * happened: after the first hundred of an account in an hour one row stands for a hundred more.
 */
export function makeRefusalCount(nowMs: () => number) {
  const counts = new Map<number, { since: number; count: number; unwritten: number }>()

  /** How many refusals the trail is to get now: one, none, or a sum of those before. */
  return function countRefusal(userId: number): number {
    const now = nowMs()
    const known = counts.get(userId)
    const over = known !== undefined && now - known.since >= HOUR_MS
    const entry = known && !over ? known : { since: now, count: 0, unwritten: known?.unwritten ?? 0 }
    counts.delete(userId)
    counts.set(userId, entry)
    const oldest = counts.keys().next().value
    if (counts.size > ACCOUNTS_MAX && oldest !== undefined) counts.delete(oldest)
    entry.count += 1
    entry.unwritten += 1
    if (entry.count > SINGLY && entry.unwritten < SUM) return 0
    const due = entry.unwritten
    entry.unwritten = 0
    return due
  }
}
