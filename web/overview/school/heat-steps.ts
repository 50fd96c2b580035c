// How a class looks in the heat grids: fixed steps, so that colours do not jump when a record arrives.
import { SchoolStage } from '#contract/core/codes.ts'
import type { GradeRow } from '#contract/overview/school.ts'
import type { Done, WallRate } from '#contract/overview/wall.ts'
import { percentText, shareOf } from '../frame/number-text.ts'
import type { MapStep } from '../map/map-area.ts'

export type Breaks = readonly [number, number, number, number]
export type HeatMeasure = 'progress' | 'rate'

const { kindergarten, primary } = SchoolStage.code
const PRIMARY: Breaks = [20, 35, 50, 65]
const MIDDLE: Breaks = [55, 65, 75, 85]
/** Of small children with poor vision. */
const SMALL_CHILDREN: Breaks = [10, 20, 30, 40]

export const progressBreaks = (target: number): Breaks => [60, 75, 85, target]

export function rateBreaks(stage: GradeRow['stage'], ofKindergarten: boolean): Breaks {
  if (ofKindergarten) return SMALL_CHILDREN
  return stage === primary || stage === kindergarten ? PRIMARY : MIDDLE
}

export const stepOf = (value: number, breaks: Breaks): MapStep =>
  breaks.filter((bound) => value >= bound).length as MapStep

/** <20, 20–35, …, ≥65 */
export const breakLabels = (breaks: Breaks): string[] => [
  `<${breaks[0]}`,
  ...breaks.slice(1).map((upper, nth) => `${breaks[nth]}–${upper}`),
  `≥${breaks[3]}`,
]

/** 48.7; all of them are 100, so that a narrow cell has room. */
export function heatText(value: number | null): string {
  const text = percentText(value, 1)
  return text === '100.0' ? '100' : text
}

export const HIDDEN = '＊'
export const rateText = ({ rate, hidden }: WallRate): string => (hidden ? HIDDEN : heatText(rate))
/** What has not begun has no share that looks like a result. */
export const shareDone = ({ screened, expected }: Done): number | null =>
  screened === 0 ? null : shareOf(screened, expected)

export type HeatColumn = { key: string; label: string }

/** Classes of the same name stand below one another; where grades name them differently, they stand in order. */
export function columnsOf(grades: readonly GradeRow[]): { byName: boolean; columns: HeatColumn[] } {
  const names = grades.map(({ classes }) => classes.map(({ className }) => className))
  const longest = names.reduce<string[]>((most, own) => (own.length > most.length ? own : most), [])
  const areUnique = names.every((own) => new Set(own).size === own.length)
  const byName = areUnique && names.every((own) => own.every((name) => longest.includes(name)))
  const columns = longest.map((name, nth) =>
    byName ? { key: name, label: name } : { key: String(nth), label: String(nth + 1) },
  )
  return { byName, columns }
}
