// How far the work is.
import type { RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import { PROGRESS_BY_SEX_COLUMNS, PROGRESS_COLUMNS } from '#contract/reports/report/column-sets.ts'
import { percent } from '#contract/reports/report/measure.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import {
  type Absence,
  absenceSentence,
  coverageSentences,
  rangeSentence,
} from '../sentences/coverage-sentences.ts'
import { partsSentence, peopleIn, rateClause } from '../sentences/finding-sentences.ts'
import { breakdownTable, type FindingBreakdown, sectionOf } from './finding-sections.ts'

type Overview = {
  /** 本区县, 本校 … */
  place: string
  breakdowns: readonly FindingBreakdown[]
  /** Of the unit in the plan's range. */
  range: RangeCounts
  classes: number | null
  absences: readonly Absence[] | null
  targetRate: number
  /** Whether the first breakdown has a table by sex as well. */
  sexes: boolean
}

export function overviewSection(overview: Overview): ReportSection {
  const { place, breakdowns, range, classes, absences, targetRate } = overview
  const [first] = breakdowns
  const { tally } = first?.line.now ?? { tally: null }
  const counted = tally !== null && tally[0].valid > 0
  return sectionOf({
    id: 'overview',
    title: '概述',
    paragraphs: [
      rangeSentence(range),
      classes === null ? '' : `本次筛查涉及${classes}个班级。`,
      ...(tally ? coverageSentences(tally, place, targetRate) : []),
      tally ? absenceSentence(tally, absences, range) : '',
      first && counted ? findings(first) : '',
      ...breakdowns.map(({ compared, kind }) => partsSentence(compared, percent('screened', '完成率'), kind)),
    ],
    tables: breakdowns.flatMap((breakdown, nth) => [
      breakdownTable(breakdown, 'progress', '筛查完成情况', PROGRESS_COLUMNS),
      ...(overview.sexes && nth === 0
        ? [breakdownTable(breakdown, 'progress-by-sex', '男生、女生筛查情况', PROGRESS_BY_SEX_COLUMNS)]
        : []),
    ]),
  })
}

const findings = ({ line }: FindingBreakdown): string =>
  `${[
    `纳入近视率统计${peopleIn(line, 'rated')}中，${rateClause(line, 'myopia', '近视')}`,
    `有效${peopleIn(line, 'valid')}中，${rateClause(line, 'poor', '视力不良')}`,
    rateClause(line, 'referral', '建议就诊'),
  ].join('；')}。`
