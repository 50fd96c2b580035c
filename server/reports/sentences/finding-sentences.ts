// What was found, in sentences: the figure, of whom, and how the parts differ.
import { hasBoth } from '#contract/eyesight/figures/colleges.ts'
import { type CounterName, isFinding } from '#contract/eyesight/figures/counters.ts'
import { HIDDEN_FOR_PRIVACY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import { WARNING_WORDS } from '#contract/eyesight/warning-words.ts'
import type { Degrees } from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, measured, percent } from '#contract/reports/report/measure.ts'
import { HIDDEN_VALUE, type ReportValue } from '#contract/reports/report/report.ts'
import { extremesSentence, type Named } from '../lines/extremes.ts'
import { isNextYear } from '../lines/grade-tracks.ts'
import { type Line, withCollegesLine } from '../lines/report-table.ts'
import { looksEqual, peopleText, percentText, pointsText, visionText } from './rate-words.ts'

export const valueIn = (line: Line, { measure }: MeasuredColumn): ReportValue => measured(measure, line)

export const MYOPIA_RATE = percent('myopia', '近视率')
export const HIGH_RATE = percent('myopiaHigh', '高度近视率')
export const POOR_RATE = percent('poor', '视力不良率')

const namedValues = (lines: readonly Line[], column: MeasuredColumn): Named[] =>
  lines.map((line) => ({ name: line.name, value: valueIn(line, column) }))

/** Whether so many are counted that a rate is more than chance. */
export const isRankable = ({ now: { tally } }: Line): boolean => tally[0].valid >= RANKED_LEAST

/** Of eyes, not of how far the work is. */
export const isOfFindings = ({ measure }: MeasuredColumn): boolean =>
  measure.of === 'mean' || ('numerator' in measure && measure.numerator.some(isFinding))

/**
 * How the parts differ; `kind` is what they are: 学段, 年级, 区县 … Stages are listed: that the oldest have the highest rate is no
 * news. Of others the highest and the lowest among those with enough results.
 */
export function partsSentence(lines: readonly Line[], column: MeasuredColumn, kind: string): string {
  if (kind === STAGE_KIND) return stagesSentence(lines, column)
  const ranked = namedValues(lines.filter(isRankable), column)
  // Of a single one there is nothing to compare.
  const known = ranked.filter(({ value }) => typeof value === 'number')
  return known.length < 2 ? '' : extremesSentence(column.title, kind, ranked)
}
export const STAGE_KIND = '学段'

/** 各学段近视率：小学35.00%，初中70.00%。 */
function stagesSentence(lines: readonly Line[], column: MeasuredColumn): string {
  const shown = namedValues(lines, column).filter(({ value }) => typeof value === 'number')
  if (shown.length < 2) return ''
  return `各${STAGE_KIND}${column.title}：${shown.map(({ name, value }) => `${name}${percentText(value)}`).join('，')}。`
}

/** 相邻年级中，近视率升幅最大的是二年级到三年级（25.00%升至34.00%，上升9.00个百分点）。 Of grades in their order. */
export function jumpSentence(lines: readonly Line[], column: MeasuredColumn): string {
  const jumps = lines.slice(1).flatMap((line, nth) => {
    const before = lines[nth]
    if (!before || !isNextYear(before, line) || !isRankable(before) || !isRankable(line)) return []
    const [from, to] = [valueIn(before, column), valueIn(line, column)]
    return typeof from === 'number' && typeof to === 'number' ? [{ before, line, from, to }] : []
  })
  const [largest] = jumps.sort((one, other) => other.to - other.from - (one.to - one.from))
  if (!largest || jumps.length < 2 || largest.to <= largest.from || looksEqual(largest.to, largest.from))
    return ''
  const { before, line, from, to } = largest
  return `相邻年级中，${column.title}升幅最大的是${before.name}到${line.name}（${percentText(from)}升至${percentText(to)}，上升${pointsText(to - from)}）。`
}

/** 近视120人，近视率40.00%; the reason where there is no value. */
export function rateClause(line: Line, counter: CounterName, name: string): string {
  const column = percent(counter, `${name}率`)
  const value = valueIn(line, column)
  if (value === HIDDEN_VALUE) return `${name}情况${HIDDEN_FOR_PRIVACY}`
  if (value === null) return `无可统计${name}率的学生`
  return `${name}${peopleIn(line, counter)}，${name}率${percentText(value)}`
}

/** How many, as the tables count them. */
export const peopleIn = (line: Line, counter: CounterName): string => {
  const people = valueIn(line, count(counter))
  return typeof people === 'number' ? peopleText(people) : `${people}人`
}

const sentence = (clauses: readonly string[]): string =>
  clauses.length === 0 ? '' : `${clauses.join('；')}。`

export const NOBODY_RATED = '没有纳入近视率统计的学生，无近视率。'

export function myopiaSentence(line: Line): string {
  if (valueIn(line, count('rated')) === 0) return NOBODY_RATED
  return `纳入近视率统计${peopleIn(line, 'rated')}，其中${sentence([rateClause(line, 'myopia', '近视'), rateClause(line, 'myopiaHigh', '高度近视')])}${collegesSentence(line)}`
}

/** What the rate would be with the colleges; empty where there are none, or nothing else. */
function collegesSentence(line: Line): string {
  if (!hasBoth(line.now.tally[0])) return ''
  const all = withCollegesLine(line)
  return `以上不含大专、本科；含大学共纳入${peopleIn(all, 'rated')}，${rateClause(all, 'myopia', '近视')}。`
}

/** 男生近视率40.00%，女生近视率45.00%，女生高于男生5.00个百分点。 */
export function sexesSentence(line: Line): string {
  const [boys, girls] = ([1, 2] as const).map((sex) => valueIn(line, percent('myopia', '近视率', { sex })))
  if (typeof boys !== 'number' || typeof girls !== 'number') return ''
  const gap = girls - boys
  const points = pointsText(gap)
  const difference = looksEqual(gap, 0)
    ? '两者持平'
    : gap > 0
      ? `女生高于男生${points}`
      : `男生高于女生${points}`
  return `男生近视率${percentText(boys)}，女生近视率${percentText(girls)}，${difference}。`
}

const none = (line: Line): boolean => line.now.tally[0].valid === 0
export const NOBODY = '没有有效的检查结果。'

export function visionSentence(
  line: Line,
  [right, left]: readonly MeasuredColumn[],
  { graded, ungraded }: Degrees,
): string {
  if (none(line)) return NOBODY
  const degrees = (['poorLight', 'poorMid', 'poorHeavy'] as const).map((counter) =>
    percentText(valueIn(line, percent(counter, ''))),
  )
  const means = [right, left].map((column) => (column ? valueIn(line, column) : null))
  const average = means.every((value) => typeof value === 'number')
    ? `平均裸眼视力右眼${visionText(means[0] ?? null)}、左眼${visionText(means[1] ?? null)}`
    : ''
  return sentence(
    [
      `有效${peopleIn(line, 'valid')}中，${rateClause(line, 'poor', '视力不良')}`,
      graded
        ? `轻度、中度、重度视力不良分别占有效人数的${degrees.join('、')}${ungraded ? `，未分度${percentText(valueIn(line, percent('poorUngraded', '')))}` : ''}`
        : '',
      average,
    ].filter((text) => text !== ''),
  )
}

/** 轻度12.00%. */
const percentClause = (line: Line, counter: CounterName, name: string): string =>
  `${name}${percentText(valueIn(line, percent(counter, name)))}`

/** `degrees`: null where nobody has any. */
export function refractionSentence(line: Line, degrees: 2 | 3 | null): string {
  if (none(line)) return NOBODY
  const grades: [CounterName, string][] = [
    ['myopiaLow', '低度'],
    ...(degrees === 3 ? [['myopiaMid', '中度'] as [CounterName, string]] : []),
    ['myopiaHigh', '高度'],
  ]
  return sentence([
    ...(degrees === null
      ? []
      : [
          `纳入近视率统计${peopleIn(line, 'rated')}中，${grades.map(([counter, name]) => percentClause(line, counter, `${name}近视`)).join('、')}`,
        ]),
    `有效${peopleIn(line, 'valid')}中，${rateClause(line, 'preMyopia', '近视前期')}`,
    rateClause(line, 'astigmatism', '散光'),
    rateClause(line, 'anisometropia', '屈光参差'),
  ])
}

export function correctionSentence(line: Line, withGlasses: readonly CounterName[]): string {
  if (none(line)) return NOBODY
  return sentence([
    `有效${peopleIn(line, 'valid')}的戴镜率为${percentText(valueIn(line, percent(withGlasses, '戴镜率')))}`,
    `视力不良${peopleIn(line, 'poor')}中，${rateClause(line, 'uncorrected', '未矫')}`,
    rateClause(line, 'underCorrected', '欠矫'),
    rateClause(line, 'fullyCorrected', '足矫'),
  ])
}

export function warningSentence(line: Line): string {
  if (none(line)) return NOBODY
  const levels = ([0, 1, 2, 3] as const).map((level) =>
    percentClause(line, `warning${level}`, WARNING_WORDS[level]),
  )
  return sentence([
    `有效${peopleIn(line, 'valid')}中，${rateClause(line, 'referral', '建议就诊')}`,
    `各级预警学生占有效人数：${levels.join('、')}`,
  ])
}

export function kindergartenSentence(line: Line): string {
  if (none(line)) return `幼儿园${NOBODY}`
  return `幼儿园有效${peopleIn(line, 'valid')}中，${sentence([rateClause(line, 'poor', '视力低常'), rateClause(line, 'reserveShort', '远视储备不足')])}`
}
