// How far the work is.
import type { RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { PROGRESS_BY_SEX_COLUMNS, PROGRESS_COLUMNS } from '#contract/reports/report/column-sets.ts'
import { percent } from '#contract/reports/report/measure.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import { chineseDayOf } from '../../core/china-time.ts'
import type { BasisOfAny } from '../report-basis.ts'
import {
  type Absence,
  absenceSentence,
  coverageSentences,
  rangeSentence,
  runningSentence,
} from '../sentences/coverage-sentences.ts'
import { peopleIn, rateClause, valueIn } from '../sentences/finding-sentences.ts'
import { namesText, percentText } from '../sentences/rate-words.ts'
import { breakdownTable, type FindingBreakdown, sectionOf } from './finding-sections.ts'

type Overview = {
  /** 本区县, 本校 … */
  place: string
  breakdowns: readonly FindingBreakdown[]
  /** Of the unit in the plan's range. */
  range: RangeCounts
  classes: number | null
  absences: readonly Absence[] | null
  /** Its target, and until when the figures are right. */
  basis: Pick<BasisOfAny, 'plan' | 'at'>
  /** Whether the first breakdown has a table by sex as well. */
  sexes: boolean
}

export function overviewSection(overview: Overview): ReportSection {
  const { place, breakdowns, range, classes, absences, basis } = overview
  const { targetRate, status } = basis.plan
  const [first] = breakdowns
  const { tally } = first?.line.now ?? { tally: null }
  const counted = tally !== null && tally[0].valid > 0
  return sectionOf({
    id: 'overview',
    title: '概述',
    paragraphs: [
      first && status === PlanStatus.code.underWay
        ? runningSentence(chineseDayOf(basis.at), valueIn(first.line, COMPLETION))
        : '',
      rangeSentence(range),
      classes === null ? '' : `本次筛查涉及${classes}个班级。`,
      ...(tally ? coverageSentences(tally, place, targetRate) : []),
      tally ? absenceSentence(tally, absences, range) : '',
      first && counted ? findings(first) : '',
      ...breakdowns.map((breakdown) => completionSentence(breakdown, targetRate)),
    ],
    tables: breakdowns.flatMap((breakdown, nth) => [
      breakdownTable(breakdown, 'progress', '筛查完成情况', PROGRESS_COLUMNS),
      ...(overview.sexes && nth === 0
        ? [breakdownTable(breakdown, 'progress-by-sex', '男生、女生筛查情况', PROGRESS_BY_SEX_COLUMNS)]
        : []),
    ]),
  })
}

/** 未达到目标完成率95%的学段：幼儿园（80.00%）、初中（91.00%）。 Nothing where all have reached it. */
function completionSentence({ compared, kind }: FindingBreakdown, target: number): string {
  const short = compared.flatMap((line) => {
    const value = valueIn(line, COMPLETION)
    return typeof value === 'number' && value < target ? [{ name: line.name, value }] : []
  })
  if (compared.length < 2 || short.length === 0) return ''
  const names = short
    .sort((one, other) => one.value - other.value)
    .map(({ name, value }) => `${name}（${percentText(value)}）`)
  return short.length === compared.length
    ? `各${kind}均未达到目标完成率${target}%，最低的是${names[0]}。`
    : `未达到目标完成率${target}%的${kind}：${namesText(names)}。`
}
const COMPLETION = percent('screened', '完成率')

const findings = ({ line }: FindingBreakdown): string =>
  `${[
    `纳入近视率统计${peopleIn(line, 'rated')}中，${rateClause(line, 'myopia', '近视')}`,
    `有效${peopleIn(line, 'valid')}中，${rateClause(line, 'poor', '视力不良')}`,
    rateClause(line, 'referral', '建议就诊'),
  ].join('；')}。`
