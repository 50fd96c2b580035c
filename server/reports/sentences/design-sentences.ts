// Sentences of a custom report: its scope, the whole, and the extremes among the parts.
import { CityProperty, SchoolStage, Sex } from '#contract/core/codes.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { HIDDEN_FOR_PRIVACY } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { Indicator } from '#contract/reports/design/design-indicators.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import { type MeasuredColumn, measured } from '#contract/reports/report/measure.ts'
import { HIDDEN_VALUE } from '#contract/reports/report/report.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import { extremesSentence } from '../lines/extremes.ts'
import type { Line } from '../lines/report-table.ts'
import { isOfFindings, isRankable, valueIn } from './finding-sentences.ts'

type Filters = Pick<ReportDesign, 'stage' | 'sex' | 'cityProperty'>

/** 小学, 城区学校, 男生: what the unit is narrowed to. */
const filterWords = ({ stage, sex, cityProperty }: Filters): string[] =>
  [
    stage === undefined ? '' : SchoolStage.label(stage),
    cityProperty === undefined ? '' : `${CityProperty.label(cityProperty)}学校`,
    sex === undefined ? '' : `${Sex.label(sex)}生`,
  ].filter((word) => word !== '')

/** `kind` is what the parts are: 区县, 学段 … */
export function scopeSentence(unitName: string, filters: Filters, kind: string): string {
  const words = filterWords(filters)
  const narrowed = words.length === 0 ? '' : `，仅统计${words.join('、')}`
  return `统计范围：${unitName}${narrowed}；按${kind}分列。`
}

function valueClause(line: Line, { title, column }: Indicator): string {
  const value = valueIn(line, column)
  if (value === HIDDEN_VALUE) return `${title}${HIDDEN_FOR_PRIVACY}`
  if (value === null) return `${title}无可统计的学生`
  return `${title}${formatValue(value, column.format)}${column.format === 'count' ? '人' : fractionText(line, column)}`
}

/** （456/1,200人）: what a rate is made of. */
function fractionText(line: Line, { measure }: MeasuredColumn): string {
  if (measure.of !== 'percent') return ''
  const { numerator, denominator, sex, when } = measure
  const people = (counters: readonly CounterName[]) =>
    formatValue(measured({ of: 'count', counters, sex, when }, line), 'count')
  return `（${people(numerator)}/${people([denominator])}人）`
}

export function wholeSentence(line: Line, indicators: readonly Indicator[]): string {
  if (line.now.tally[0].expected === 0) return '所选范围内没有应筛学生。'
  return `合计：${indicators.map((indicator) => valueClause(line, indicator)).join('，')}。`
}

/**
 * Of rates and means; numbers of people only say how big a place is. Places with several stages (`mixed`) are not compared
 * by what was found: the one with the older students would always be the highest.
 */
export function partSentences(
  lines: readonly Line[],
  indicators: readonly Indicator[],
  { kind, mixed }: { kind: string; mixed: boolean },
): string[] {
  const ranked = lines.filter(isRankable)
  return indicators
    .filter(({ column }) => column.format !== 'count' && !(mixed && isOfFindings(column)))
    .map(({ title, column }) => {
      const compared = isOfFindings(column) ? ranked : lines
      const values = compared.map((line) => ({ name: line.name, value: valueIn(line, column) }))
      return compared.length < 2 ? '' : extremesSentence(title, kind, values, column.format)
    })
    .filter((sentence) => sentence !== '')
}
