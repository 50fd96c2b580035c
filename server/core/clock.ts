/** Milliseconds that never jump; calendar time is the database's. */
export const monotonicMs = (): number => performance.now()
/** Only for talking to others; our own limits and dates are the database's. */
export const wallClock = (): Date => new Date()
