import { today } from '#web/core/format.ts'

const YEARS_BACK = 5

export const thisYear = (): number => Number(today().slice(0, 4))

/** Next year and those before it, the newest first; `also` where it is older. */
export function assessYears(also?: number): { value: number; label: string }[] {
  const first = thisYear() + 1
  const years = Array.from({ length: YEARS_BACK + 2 }, (_, nth) => first - nth)
  const all = also === undefined || years.includes(also) ? years : [...years, also]
  return all.map((value) => ({ value, label: `${value}年` }))
}
