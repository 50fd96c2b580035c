// 同比 or 环比 with the plan before.
import { COMPARISON_COLUMNS } from '#contract/reports/report/column-sets.ts'
import { percent } from '#contract/reports/report/measure.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import { chartOf } from '../lines/report-chart.ts'
import type { Line } from '../lines/report-table.ts'
import type { Basis } from '../report-basis.ts'
import {
  comparisonSentences,
  INCOMPARABLE,
  NO_COMPARISON,
  RULES_DIFFER,
} from '../sentences/comparison-sentences.ts'
import { HIGH_RATE, MYOPIA_RATE, POOR_RATE } from '../sentences/finding-sentences.ts'
import { breakdownOf, breakdownTable, emptySection, sectionOf } from './finding-sections.ts'

/** Rows compared with the same rows in the previous plan; `as` says in which sense they are the same. */
export type ComparedBreakdown = { id: string; kind: string; line: Line; as: string; heading?: string }

export const incomparableNote = (incomparable: boolean): string | null => (incomparable ? INCOMPARABLE : null)

export function comparisonSection(
  { comparison, lastPlan, rulesDiffer }: Basis,
  breakdowns: readonly ComparedBreakdown[],
): ReportSection {
  const title = comparison ? `与上次计划${comparison}` : '与上次计划比较'
  const [first] = breakdowns
  if (!lastPlan || !comparison || !first) {
    return emptySection({ id: 'comparison', title }, NO_COMPARISON)
  }
  const { line } = first
  const chart = first.line.parts.length > 1 ? [chartOfTwo(first, lastPlan.name)] : []
  return sectionOf({
    id: 'comparison',
    title,
    paragraphs: comparisonSentences({
      line,
      columns: [MYOPIA_RATE, HIGH_RATE, POOR_RATE],
      lastPlanName: lastPlan.name,
      comparison,
      incomparable: line.note !== null,
      rulesDiffer,
    }),
    charts: chart,
    tables: breakdowns.map((breakdown) =>
      breakdownTable(
        breakdownOf(breakdown.id, breakdown.kind, breakdown.line, breakdown),
        'comparison',
        comparison,
        COMPARISON_COLUMNS,
        [breakdown.as, ...(rulesDiffer ? [RULES_DIFFER] : [])],
      ),
    ),
  })
}

const chartOfTwo = ({ id, kind, line }: ComparedBreakdown, lastName: string) =>
  chartOf({
    id: `comparison-${id}-chart`,
    title: `各${kind}近视率与上次比较`,
    kind: 'bars',
    lines: line.parts,
    series: [
      { name: `上次（${lastName}）`, column: percent('myopia', '上次', { when: 'last' }) },
      { name: '本次', column: MYOPIA_RATE },
    ],
  })
