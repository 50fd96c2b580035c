// How fast a plan goes, and where that leads until its last day. Days are YYYY-MM-DD; work is done Monday to Friday.

/** The pace is that of so many working days before today: one day says little, a month hides what has changed. */
const PACE_DAYS = 5
const DAY_MS = 86_400_000

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const dayAfter = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)
const isWorkday = (day: string): boolean => ![0, 6].includes(new Date(timeOf(day)).getUTCDay())

/** Both ends included; of a last day before the first none. */
export function workdaysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) if (isWorkday(day)) days.push(day)
  return days
}

/** Today counts as long as nobody knows whether its work is done. */
export const workdaysLeft = (today: string, endsOn: string): number => workdaysBetween(today, endsOn).length

export type DayDone = { day: string; screened: number }

/**
 * Screened on a working day, over the last ones before today on which the plan was under way; null on its first day. What
 * was done on a Saturday belongs to the working day before it.
 */
export function pacePerDay(
  days: readonly DayDone[],
  { startsOn, today }: { startsOn: string; today: string },
): number | null {
  const recent = workdaysBetween(startsOn, dayAfter(today, -1)).slice(-PACE_DAYS)
  const [first] = recent
  if (first === undefined) return null
  const done = days.filter(({ day }) => day >= first && day < today)
  return done.reduce((sum, { screened }) => sum + screened, 0) / recent.length
}

export type Reached = { expected: number; screened: number }
/** Percent that is reached on the last day at this pace, at most all; null where that cannot be said. */
export function forecastOf(
  { expected, screened }: Reached,
  perDay: number | null,
  daysLeft: number,
): number | null {
  if (expected === 0 || perDay === null) return null
  return Math.min(100, ((screened + perDay * daysLeft) * 100) / expected)
}

/** Still to be screened until the target is reached. */
export const missingTo = ({ expected, screened }: Reached, targetRate: number): number =>
  Math.max(0, Math.ceil((expected * targetRate) / 100) - screened)

/** How many a working day has to see from now on; 0 where the target is reached, null where no day is left. */
export function neededPerDay(reached: Reached, targetRate: number, daysLeft: number): number | null {
  const missing = missingTo(reached, targetRate)
  if (missing === 0) return 0
  return daysLeft === 0 ? null : Math.ceil(missing / daysLeft)
}
