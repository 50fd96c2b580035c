// Numbers as walls write them: what is not known is --, never 0.
export const NOTHING = '--'
const COUNT = new Intl.NumberFormat('zh-CN')
const TEN_THOUSAND = 10_000
const MILLION = 1_000_000
const nudged = (value: number): number => Number(value.toPrecision(12))

export const countText = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : COUNT.format(value)

/** Beside a bar a million and more is given in 万. */
export function shortCount(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING
  return value < MILLION ? COUNT.format(value) : `${(value / TEN_THOUSAND).toFixed(1)} 万`
}

export const percentText = (value: number | null | undefined, decimals = 2): string =>
  value === null || value === undefined ? NOTHING : nudged(value).toFixed(decimals)

export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (part * 100) / whole

/** A change of 百分点 is the difference of the rates as they are shown. */
export const shownChange = (rate: number | null, last: number | null): number | null =>
  rate === null || last === null
    ? null
    : Math.round(nudged(rate) * 100) / 100 - Math.round(nudged(last) * 100) / 100

/** −0.54, with a minus that is as wide as a digit. */
export function pointsText(points: number | null | undefined, decimals = 2): string {
  if (points === null || points === undefined) return NOTHING
  const shown = Math.abs(points).toFixed(decimals)
  if (Number(shown) === 0) return shown
  return `${points < 0 ? '−' : '+'}${shown}`
}

/** 11-20 */
export const monthDay = (day: string): string => day.slice(5)
