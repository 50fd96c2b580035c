// Numbers as sentences say them: written as the tables write them.
import type { ReportFormat, ReportValue } from '#contract/reports/report/report.ts'
import { formatUnitless, formatValue } from '#contract/reports/report/report-text.ts'

/** 45.23%; `--` where nobody counts, `*` where it is suppressed. */
export const percentText = (value: ReportValue): string => formatValue(value, 'percent')
export const visionText = (value: ReportValue): string => formatValue(value, 'vision')
/** 1,234人. */
export const peopleText = (people: number): string => `${formatValue(people, 'count')}人`

/** 1.20个百分点, without a sign. */
export const pointsText = (points: number): string => `${formatUnitless(Math.abs(points), 'percent')}个百分点`

/** Whether two values are written the same. */
export const looksEqual = (one: number, other: number, format: ReportFormat = 'percent'): boolean =>
  formatUnitless(one, format) === formatUnitless(other, format)

/** 上升1.20个百分点, 下降…, or 持平 where the difference would be written as nought. */
export function changeText(points: number): string {
  if (looksEqual(points, 0)) return '持平'
  return `${points > 0 ? '上升' : '下降'}${pointsText(points)}`
}

const NAMES_MAX = 5

/** 甲、乙、丙; of many the first ones and how many they are. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).join('、')
  return names.length > NAMES_MAX ? `${shown}等${names.length}个` : shown
}
