import { today } from '#web/core/format.ts'

const DAY_MS = 86_400_000

/** Whole days from today to a date; negative once it is over. */
export const daysUntil = (date: string): number =>
  Math.round((Date.parse(date) - Date.parse(today())) / DAY_MS)
