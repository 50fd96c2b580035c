// Sentences that compare a plan with another one.

import { HIDDEN_FOR_PRIVACY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import { type MeasuredColumn, percent, percentIn } from '#contract/reports/report/measure.ts'
import { HIDDEN_VALUE } from '#contract/reports/report/report.ts'
import { formatUnitless } from '#contract/reports/report/report-text.ts'
import type { NamedDecomposition } from '../lines/rate-decomposition-table.ts'
import type { Line } from '../lines/report-table.ts'
import { changeText, percentText } from './rate-words.ts'

export type ComparisonWord = '同比' | '环比'
export const INCOMPARABLE = '口径不一致'
export const INCOMPARABLE_MEANING = `“${INCOMPARABLE}”：两次计划中有有效结果的学校（或班级）不完全相同，变化可能来自参加单位不同，不宜直接比较。`
/** Said once before such a report is saved or frozen. */
export const INCOMPARABLE_CAUTION = `两次计划参加的单位不同（${INCOMPARABLE}）：请引用两次都参加的单位的变化，不要引用全部单位的变化。`
export const RULES_DIFFER = '两次计划的判定标准或检查项目不同，比率的变化可能来自标准不同。'
export const SEASON_MEANING =
  '不同学年同一季节的两次计划比较为“同比”，其余为“环比”；寒暑假前后视力变化不同，环比不宜直接作为成效依据。'
export const NO_COMPARISON = '没有可比较的上次计划。'

/** 近视率由40.00%变为38.50%，下降1.50个百分点. Empty where one of the two is not there. */
export function changeClause(line: Line, { title, measure }: MeasuredColumn): string {
  if (measure.of !== 'percent' || line.last === null) return ''
  const after = percentIn(line.now, measure)
  const before = percentIn(line.last, measure)
  if (typeof after !== 'number' || typeof before !== 'number') return ''
  const change = changeText(after - before)
  if (change === '持平') return `${title}${percentText(after)}，与上次持平`
  return `${title}由${percentText(before)}变为${percentText(after)}，${change}`
}

type Comparing = {
  line: Line
  columns: readonly MeasuredColumn[]
  lastPlanName: string
  comparison: ComparisonWord
  /** All places, where not the same took part: the line then holds the `common` ones. */
  crude?: { line: Line; common: string } | null
  incomparable: boolean
  rulesDiffer: boolean
}

const clausesOf = (line: Line, columns: readonly MeasuredColumn[]): string[] =>
  columns.map((column) => changeClause(line, column)).filter((clause) => clause !== '')

export function comparisonSentences({ line, columns, lastPlanName, ...options }: Comparing): string[] {
  const clauses = clausesOf(line, columns)
  const { crude = null } = options
  const crudeClauses = crude ? clausesOf(crude.line, columns) : []
  const hidden = columns.some(
    ({ measure }) => measure.of === 'percent' && line.last && percentIn(line.last, measure) === HIDDEN_VALUE,
  )
  const nothing = hidden
    ? `上次数据${HIDDEN_FOR_PRIVACY}。`
    : '两次计划中至少一次没有可统计的结果，无法比较。'
  return [
    clauses.length === 0
      ? `与“${lastPlanName}”${options.comparison}：${nothing}`
      : `与“${lastPlanName}”${options.comparison}：${crude ? `${crude.common}中，` : ''}${clauses.join('；')}。`,
    ...(crudeClauses.length > 0
      ? [`按全部参加单位计算（${INCOMPARABLE}，不宜作为成效依据）：${crudeClauses.join('；')}。`]
      : []),
    ...(options.incomparable && !crude
      ? [`两次计划参加的单位不完全相同（${INCOMPARABLE}），以上变化仅供参考。`]
      : []),
    ...(options.rulesDiffer ? [RULES_DIFFER] : []),
  ]
}

/** 近视率下降最多的是甲（下降2.10个百分点），上升最多的是乙（上升0.80个百分点）。 Among places with enough results in both. */
export function largestChangesSentence(kind: string, lines: readonly Line[], column: MeasuredColumn): string {
  const { measure } = column
  if (measure.of !== 'percent') return ''
  const changes = lines.flatMap((line) => {
    if (line.last === null || line.note !== null) return []
    if (line.now.tally[0].valid < RANKED_LEAST || line.last.tally[0].valid < RANKED_LEAST) return []
    const [after, before] = [percentIn(line.now, measure), percentIn(line.last, measure)]
    return typeof after === 'number' && typeof before === 'number'
      ? [{ name: line.name, change: after - before }]
      : []
  })
  if (changes.length < 3) return ''
  const ordered = [...changes].sort((one, other) => one.change - other.change)
  const clause = (each: (typeof changes)[number] | undefined, word: '下降' | '上升') =>
    each && changeText(each.change).startsWith(word)
      ? [`${word}最多的是${each.name}（${changeText(each.change)}）`]
      : []
  const clauses = [...clause(ordered[0], '下降'), ...clause(ordered.at(-1), '上升')]
  return clauses.length === 0 ? '' : `各${kind}${column.title}：${clauses.join('，')}。`
}

/** The national plan of action asks for a fall each year: half a point, in provinces with high rates a whole one. */
const YEARLY_FALLS = [0.5, 1] as const

/** 对照每年下降0.5个百分点（近视高发省份1个百分点）的目标：… Only for 同比. */
export function yearlyTargetSentence(line: Line, comparison: ComparisonWord): string {
  if (comparison !== '同比' || line.last === null || MYOPIA.measure.of !== 'percent') return ''
  const [after, before] = [percentIn(line.now, MYOPIA.measure), percentIn(line.last, MYOPIA.measure)]
  if (typeof after !== 'number' || typeof before !== 'number') return ''
  const change = after - before
  const met = YEARLY_FALLS.filter((fall) => change <= -fall)
  const result =
    met.length === 2
      ? '两项均已达到'
      : met.length === 1
        ? '达到0.5个百分点的要求，未达到1个百分点的要求'
        : '未达到'
  return `对照近视率每年下降0.5个百分点以上（高发省份1个百分点以上）的目标：${changeText(change)}，${result}。`
}
const MYOPIA = percent('myopia', '近视率')

/** 近视率的变化+2.35个百分点中，实际变化-0.72、构成变化+0.39、覆盖变化+2.68。 Only where the effects are known. */
export function effectsSentences(decompositions: readonly NamedDecomposition[]): string[] {
  const known = decompositions.filter(({ decomposition }) => decomposition.withinEffect !== null)
  const points = (value: number | null) => formatUnitless(value, 'points')
  const clauses = known.map(
    ({ name, decomposition: { change, withinEffect, mixEffect, coverageEffect } }) => {
      const parts = [
        `实际变化${points(withinEffect)}`,
        `构成变化${points(mixEffect)}`,
        `覆盖变化${points(coverageEffect)}`,
      ]
      return `${name}变化${points(change)}个百分点，其中${parts.join('、')}`
    },
  )
  return clauses.length === 0
    ? []
    : [
        `全部参加单位的变化可以分解：${clauses.join('；')}。实际变化来自相同学段、年级、性别学生的率的变化，构成变化来自各学段、年级、性别人数比例的变化，覆盖变化来自参加学校不同。`,
      ]
}

export type TrendPoint = {
  name: string
  season: string
  value: number | null
  /** Where not the same schools took part: the rates then and in the present plan at those with results in both. */
  common?: { schools: number; then: number; now: number } | null
}

/**
 * 近3次秋季计划中，近视率由40.00%（甲）变为38.00%（丙），下降2.00个百分点。 Of the season of the last one, where it had two. Nothing
 * where it would begin with the plan that the report compares with: that has been said.
 */
export function trendSentence(
  what: string,
  points: readonly TrendPoint[],
  compared: string | null = null,
): string {
  const all = points.filter((point): point is TrendPoint & { value: number } => point.value !== null)
  const season = all.at(-1)?.season ?? ''
  const alike = all.filter((point) => point.season === season)
  const series = alike.length > 1 ? alike : all
  const [first] = series
  const last = series.at(-1)
  if (!first || !last || series.length < 2 || first.name === compared) return ''
  const change = changeText(last.value - first.value)
  const end = change === '持平' ? '与首次持平' : change
  const of = series === alike ? season : ''
  const incomparable = first.season === last.season ? '' : '（首末两次季节不同，不宜直接比较）'
  const crude = `${what}由${percentText(first.value)}（${first.name}）变为${percentText(last.value)}（${last.name}），${end}${incomparable}`
  const begin = `近${series.length}次${of}计划中，`
  if (!first.common) return `${begin}${crude}。`
  const { schools, then, now } = first.common
  const comparable = changeText(now - then)
  return `${begin}首末两次都参加的${schools}所学校的${what}由${percentText(then)}变为${percentText(now)}，${comparable}；按全部参加单位计算（${INCOMPARABLE}），${crude}。`
}
