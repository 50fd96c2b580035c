// The plans of the same kind one after the other.

import { termName } from '#contract/eyesight/figures/compared-plan.ts'
import { NOTHING_SUPPRESSED } from '#contract/eyesight/figures/figure-small-cells.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { Season } from '#contract/eyesight/plan-schemas.ts'
import { COVERAGE } from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, pair } from '#contract/reports/report/measure.ts'
import type { ReportColumn, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { tallyOf } from '#contract/reports/report/tally.ts'
import { haveOtherRules } from '../../eyesight/figures/figure-rates.ts'
import { maySeeStudents } from '../../eyesight/figures/figure-suppression.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { WHOLE_KEY } from '../lines/counted-tree.ts'
import { chartOf } from '../lines/report-chart.ts'
import { type Line, listOf, withColumn } from '../lines/report-table.ts'
import { stageTrendOf } from '../lines/stage-trend.ts'
import type { Basis } from '../report-basis.ts'
import { type CommonCounts, type PastPlan, selectPastPlans } from '../report-queries.ts'
import { INCOMPARABLE, type TrendPoint, trendSentence } from '../sentences/comparison-sentences.ts'
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
const TOO_FEW = '与上次比较之外没有更早的计划，暂无趋势。'
const notesOf = (lines: readonly Line[]): string[] => [
  '按开始日期先后排列，只含同类计划；不同季节的结果不宜直接比较。',
  ...(lines.some(({ note }) => note !== null) ? [`“${INCOMPARABLE}”“标准不同”均相对本次计划而言。`] : []),
]

export async function trendSection(
  basis: Basis<'province' | 'city' | 'region' | 'school'>,
): Promise<ReportSection> {
  const { ctx, plan, lastPlan, place, resolved } = basis
  const section = { id: 'trend', title: '历年趋势' }
  // In each plan the unit could be derived from its neighbours or its parts.
  if (!maySeeStudents(ctx)) return emptySection(section, NOT_DISCLOSED)
  const past = (await selectPastPlans(ctx.db, resolved.who, ctx.caller.orgId ?? 0, plan, place)).reverse()
  // The comparison with the plan before says all there is of two.
  if (past.every(({ id }) => id === plan.id || id === lastPlan?.id)) return emptySection(section, TOO_FEW)
  const present = past.find(({ id }) => id === plan.id)
  const lines = past.map((each) => lineOfPlan(each, plan, present))
  const terms = termsOf(past, lines)
  const stages = stageTrendOf(
    past.map((each, nth) => ({
      ...each,
      name: lines[nth]?.name ?? each.name,
      term: terms[nth] ?? each.name,
      note: lines[nth]?.note ?? null,
    })),
  )
  return sectionOf({
    ...section,
    paragraphs: TREND_RATES.map(({ column, of }) =>
      trendSentence(column.title, pointsOf(past, lines, column, of), lastPlan ? termName(lastPlan) : null),
    ),
    charts: [
      trendChart(lines.map((line, nth) => ({ ...line, name: terms[nth] ?? line.name }))),
      ...stages.charts,
    ],
    tables: [
      withColumn(
        listOf(
          { id: 'trend-plan', title: '历次计划', rowTitle: '计划', columns: COLUMNS, notes: notesOf(lines) },
          lines,
        ),
        SCHOOLS,
        past.map(({ schools }) => schools),
      ),
      ...commonTables(past, lines),
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
    name: `${past.name}（${termName(past)}）`,
    unit: null,
    note: flags.length === 0 ? null : flags.join('、'),
    now: { tally, suppression: NOTHING_SUPPRESSED },
    last: null,
    parts: [],
  }
}

/** Below a chart the school year is enough, unless two plans have the same. */
function termsOf(past: readonly PastPlan[], lines: readonly Line[]): string[] {
  const terms = past.map(termName)
  return new Set(terms).size === terms.length ? terms : lines.map(({ name }) => name)
}

type Fraction = { found: keyof CommonCounts; of: keyof CommonCounts }
const TREND_RATES: { column: MeasuredColumn; of: Fraction }[] = [
  { column: MYOPIA_RATE, of: { found: 'myopia', of: 'rated' } },
  { column: POOR_RATE, of: { found: 'poor', of: 'valid' } },
]

const pointsOf = (
  past: readonly PastPlan[],
  lines: readonly Line[],
  column: MeasuredColumn,
  fraction: Fraction,
): TrendPoint[] =>
  lines.map((line, nth) => {
    const plan = past[nth]
    const value = valueIn(line, column)
    return {
      name: plan ? termName(plan) : line.name,
      season: plan ? Season.label(plan.season) : '',
      value: typeof value === 'number' ? value : null,
      common: plan && isIncomparable(line) ? commonRates(plan, fraction) : null,
    }
  })

const isIncomparable = ({ note }: Line): boolean => note?.includes(INCOMPARABLE) === true

/** The rates in an earlier plan and now at the schools that have results in both. */
function commonRates({ common }: PastPlan, { found, of }: Fraction): TrendPoint['common'] {
  const then = common && percentOf(common.then[found], common.then[of])
  const now = common && percentOf(common.now[found], common.now[of])
  return common && then !== null && now !== null ? { schools: common.schools, then, now } : null
}

const COMMON_COLUMNS: ReportColumn[] = [
  { key: 'common', title: '共同学校数', group: null, format: 'count' },
  ...TREND_RATES.flatMap(({ column, of }) =>
    (
      [
        ['then', '该次', 'percent'],
        ['now', '本次', 'percent'],
        ['change', '变化', 'points'],
      ] as const
    ).map(([key, title, format]) => ({ key: `${key}:${of.found}`, title, group: column.title, format })),
  ),
]
const COMMON_NOTE = '只含在该次计划和本次计划中都有有效结果的学校；变化 = 本次 − 该次，按未四舍五入的率计算。'

/** What can be compared, where other schools took part in one of the earlier plans. */
function commonTables(past: readonly PastPlan[], lines: readonly Line[]): ReportTable[] {
  if (!lines.some(isIncomparable)) return []
  const rows = past.flatMap((plan, nth) => {
    const line = lines[nth]
    if (!line || nth === past.length - 1 || !plan.common) return []
    const values = TREND_RATES.flatMap(({ of }) => {
      const rates = commonRates(plan, of)
      return rates ? [rates.then, rates.now, rates.now - rates.then] : [null, null, null]
    })
    const row = { name: line.name, unit: null, isTotal: false, indent: 0, note: line.note }
    return [{ ...row, values: [plan.common.schools, ...values] }]
  })
  const title = '历次计划与本次的共同学校'
  const table = { id: 'trend-common', title, rowTitle: '计划', columns: COMMON_COLUMNS, notes: [COMMON_NOTE] }
  return rows.length === 0 ? [] : [{ ...table, rows }]
}

const trendChart = (lines: readonly Line[]) =>
  chartOf({
    id: 'trend-chart',
    title: '历次计划的比率',
    // Other schools and other seasons: a line would suggest that they are the same.
    kind: 'bars',
    lines,
    series: [MYOPIA_RATE, HIGH_RATE, POOR_RATE].map((column) => ({ name: column.title, column })),
  })
