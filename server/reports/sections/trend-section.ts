// The plans of the same kind one after the other.

import { NOTHING_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import { Season } from '#contract/eyesight/plan-schemas.ts'
import { COVERAGE } from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, pair } from '#contract/reports/report/measure.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import { tallyOf } from '#contract/reports/report/tally.ts'
import { schoolYearName } from '#contract/schools/grades.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { WHOLE_KEY } from '../lines/counted-tree.ts'
import { chartOf } from '../lines/report-chart.ts'
import { type Line, listOf, withColumn } from '../lines/report-table.ts'
import { stageTrendOf } from '../lines/stage-trend.ts'
import type { Basis } from '../report-basis.ts'
import { type PastPlan, selectPastPlans } from '../report-queries.ts'
import { INCOMPARABLE, trendSentence } from '../sentences/comparison-sentences.ts'
import { HIGH_RATE, MYOPIA_RATE, POOR_RATE, valueIn } from '../sentences/finding-sentences.ts'
import { emptySection, sectionOf } from './finding-sections.ts'

const COLUMNS = [
  ...COVERAGE,
  count('rated', { title: '近视统计人数' }),
  ...pair('myopia', '近视'),
  ...pair('myopiaHigh', '高度近视'),
  ...pair('poor', '视力不良'),
]
const SCHOOLS = { key: 'schools', title: '有结果的学校数', group: null, format: 'count' } as const
const NOT_DISCLOSED = '历年趋势只向可查看学生的用户显示。'
const NOTES = [
  '按开始日期先后排列，只含同类计划；不同季节的结果不宜直接比较。',
  `“${INCOMPARABLE}”“标准不同”均相对本次计划而言。`,
]

export async function trendSection(
  basis: Basis<'province' | 'city' | 'region' | 'school'>,
): Promise<ReportSection> {
  const { ctx, plan, place, resolved } = basis
  const section = { id: 'trend', title: '历年趋势' }
  // In each plan the unit could be derived from its neighbours or its parts.
  if (!maySeeStudents(ctx)) return emptySection(section, NOT_DISCLOSED)
  const past = (await selectPastPlans(ctx.db, resolved.who, ctx.caller.orgId ?? 0, plan, place)).reverse()
  const present = past.find(({ id }) => id === plan.id)
  const lines = past.map((each) => lineOfPlan(each, plan, present))
  const stages = stageTrendOf(
    past.map((each, nth) => ({
      ...each,
      name: lines[nth]?.name ?? each.name,
      note: lines[nth]?.note ?? null,
    })),
  )
  return sectionOf({
    ...section,
    paragraphs: [MYOPIA_RATE, POOR_RATE]
      .map((column) => trendSentence(column.title, pointsOf(past, lines, column)))
      .slice(0, lines.length > 1 ? 2 : 1),
    charts: lines.length < 2 ? [] : [trendChart(lines), ...stages.charts],
    tables: [
      withColumn(
        listOf(
          { id: 'trend-plan', title: '历次计划', rowTitle: '计划', columns: COLUMNS, notes: NOTES },
          lines,
        ),
        SCHOOLS,
        past.map(({ schools }) => schools),
      ),
      ...stages.tables,
    ],
  })
}

function lineOfPlan(past: PastPlan, plan: PlanRecord, present: PastPlan | undefined): Line {
  const tally = tallyOf([{ ...past, sex: 0 }])
  const flags = [
    present && past.schoolSet !== present.schoolSet ? INCOMPARABLE : '',
    haveOtherRules(past, plan) ? '标准不同' : '',
  ].filter((flag) => flag !== '')
  return {
    key: `${WHOLE_KEY} ${past.id}`,
    name: `${past.name}（${termOf(past)}）`,
    unit: null,
    note: flags.length === 0 ? null : flags.join('、'),
    now: { tally, suppression: NOTHING_SUPPRESSED },
    last: null,
    parts: [],
  }
}

const termOf = ({ schoolYear, season }: PastPlan): string =>
  `${schoolYearName(schoolYear)}${Season.label(season)}`

const pointsOf = (past: readonly PastPlan[], lines: readonly Line[], column: MeasuredColumn) =>
  lines.map((line, nth) => {
    const plan = past[nth]
    const value = valueIn(line, column)
    return {
      name: plan ? termOf(plan) : line.name,
      season: plan ? Season.label(plan.season) : '',
      value: typeof value === 'number' ? value : null,
    }
  })

const trendChart = (lines: readonly Line[]) =>
  chartOf({
    id: 'trend-chart',
    title: '历次计划的比率',
    kind: 'lines',
    lines,
    series: [MYOPIA_RATE, HIGH_RATE, POOR_RATE].map((column) => ({ name: column.title, column })),
  })
