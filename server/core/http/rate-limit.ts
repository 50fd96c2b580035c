const MINUTE_MS = 60_000
export const DAY_MS = 1_440 * MINUTE_MS

/** Calls per address (or account) and minute, in this process: a cheap gate in front of costly work. */
export function makeRateLimit(limit: number, nowMs: () => number, windowMs = MINUTE_MS) {
  const buckets = new Map<string, { left: number; at: number }>()
  const ADDRESSES_MAX = 50_000

  return function allow(address: string): boolean {
    const now = nowMs()
    const bucket = buckets.get(address) ?? { left: limit, at: now }
    // A clock that went back takes nothing away.
    const passed = Math.max(now - bucket.at, 0) / windowMs
    bucket.left = Math.min(limit, bucket.left + passed * limit)
    bucket.at = now
    // Re-inserted: the map's order is the order of last use, so the oldest is dropped first.
    buckets.delete(address)
    buckets.set(address, bucket)
    if (buckets.size > ADDRESSES_MAX) {
      const oldest = buckets.keys().next().value
      if (oldest !== undefined) buckets.delete(oldest)
    }
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }
}
