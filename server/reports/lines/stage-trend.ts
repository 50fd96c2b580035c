// The myopia rate of each stage from plan to plan.
import { SchoolStage } from '#contract/core/codes.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import type { ReportChart, ReportColumn, ReportTable } from '#contract/reports/report/report.ts'
import { HIGH_STAGES, type Stage } from './stage-tree.ts'

type Judged = { rated: number; myopia: number }
/** A plan as a row; a stage of which nobody counts is not there. */
export type PlanOfTrend = {
  name: string
  /** How it is called in the chart. */
  term: string
  note: string | null
  stages: readonly ({ stage: Stage } & Judged)[]
}
type Group = { key: string; name: string; stages: readonly Stage[] }

/** The stages that any of the plans has; 高中 is one where there are both kinds of it. */
function groupsOf(plans: readonly PlanOfTrend[]): Group[] {
  const found = SchoolStage.codes.filter((code) =>
    plans.some(({ stages }) => stages.some(({ stage }) => stage === code)),
  )
  const high = found.filter((stage) => HIGH_STAGES.includes(stage))
  const single = (stage: Stage) => ({ key: String(stage), name: SchoolStage.label(stage), stages: [stage] })
  if (high.length < 2) return found.map(single)
  return found.flatMap((stage) =>
    stage === high[0]
      ? [{ key: 'high', name: '高中', stages: high }]
      : HIGH_STAGES.includes(stage)
        ? []
        : [single(stage)],
  )
}

const judgedIn = ({ stages }: PlanOfTrend, group: Group): Judged => {
  const own = stages.filter(({ stage }) => group.stages.includes(stage))
  const sum = (name: keyof Judged) => own.reduce((total, row) => total + row[name], 0)
  return { rated: sum('rated'), myopia: sum('myopia') }
}
const rateIn = (plan: PlanOfTrend, group: Group): number | null => {
  const { rated, myopia } = judgedIn(plan, group)
  return percentOf(myopia, rated)
}

const columnsOf = ({ key, name }: Group): ReportColumn[] => [
  { key: `rated_${key}`, title: '近视统计人数', group: name, format: 'count' },
  { key: `myopia_${key}`, title: '近视人数', group: name, format: 'count' },
  { key: `myopia_${key}/rated_${key}`, title: '近视率', group: name, format: 'percent' },
]

/** Oldest first; nothing where no plan has a rate. */
export function stageTrendOf(plans: readonly PlanOfTrend[]): {
  charts: ReportChart[]
  tables: ReportTable[]
} {
  const groups = groupsOf(plans)
  if (groups.length === 0) return { charts: [], tables: [] }
  const chart: ReportChart = {
    id: 'trend-stage-chart',
    title: '历次计划各学段近视率',
    kind: 'bars',
    format: 'percent',
    unit: '%',
    categories: plans.map(({ term }) => term),
    series: groups.map((group) => ({
      name: group.name,
      values: plans.map((plan) => rateIn(plan, group)),
    })),
  }
  const table: ReportTable = {
    id: 'trend-stage',
    title: '历次计划各学段近视率',
    rowTitle: '计划',
    columns: groups.flatMap(columnsOf),
    rows: plans.map((plan) => ({
      name: plan.name,
      unit: null,
      isTotal: false,
      indent: 0,
      values: groups.flatMap((group) => {
        const { rated, myopia } = judgedIn(plan, group)
        return [rated, myopia, percentOf(myopia, rated)]
      }),
      note: plan.note,
    })),
    notes: groups.some(({ stages }) => stages.includes(SchoolStage.code.kindergarten))
      ? ['幼儿园只含纳入近视率统计的大班。']
      : [],
  }
  return { charts: [chart], tables: [table] }
}
