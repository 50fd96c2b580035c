import { LAST_ACTIVITY_KEY, readStored, writeStored } from '#web/core/session/storage.ts'

const WRITE_EVERY_MS = 1_000
let own = 0

/** When somebody last used any tab of the console. */
export function lastActivity(): number {
  return Math.max(own, Number(readStored(LAST_ACTIVITY_KEY)) || 0)
}

export function recordActivity(now: number): void {
  const written = Number(readStored(LAST_ACTIVITY_KEY)) || 0
  own = now
  if (now - written >= WRITE_EVERY_MS) writeStored(LAST_ACTIVITY_KEY, String(now))
}
