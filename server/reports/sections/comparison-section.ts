// 同比 or 环比 with the plan before.
import { ROUNDING } from '#contract/eyesight/figures/rates.ts'
import { COMPARISON_COLUMNS } from '#contract/reports/report/column-sets.ts'
import { percent } from '#contract/reports/report/measure.ts'
import type { ReportSection } from '#contract/reports/report/report.ts'
import type { NamedDecomposition } from '../lines/rate-decomposition-table.ts'
import { chartOf } from '../lines/report-chart.ts'
import type { Line } from '../lines/report-table.ts'
import type { Basis } from '../report-basis.ts'
import {
  comparisonSentences,
  effectsSentences,
  INCOMPARABLE,
  largestChangesSentence,
  NO_COMPARISON,
  RULES_DIFFER,
  yearlyTargetSentence,
} from '../sentences/comparison-sentences.ts'
import { HIGH_RATE, MYOPIA_RATE, NOBODY, POOR_RATE } from '../sentences/finding-sentences.ts'
import { breakdownOf, breakdownTable, emptySection, sectionOf } from './finding-sections.ts'

/**
 * Rows compared with the same rows in the previous plan; `as` says in which sense they are the same. Where not the same
 * places took part, the line holds those that did in both (`common` names them) and `crude` all of them.
 */
export type ComparedBreakdown = {
  id: string
  kind: string
  line: Line
  as: string
  heading?: string
  crude?: { line: Line; common: string } | null
}

export const incomparableNote = (incomparable: boolean): string | null => (incomparable ? INCOMPARABLE : null)

const headingOf = ({ heading }: ComparedBreakdown) => (heading === undefined ? {} : { heading })

/** The crude whole, named as such. */
const crudeOf = ({ crude }: ComparedBreakdown): Line[] =>
  crude ? [{ ...crude.line, name: `全部（${INCOMPARABLE}）`, note: INCOMPARABLE, parts: [] }] : []
const namedCommon = ({ line, crude }: ComparedBreakdown): Line =>
  crude ? { ...line, name: `合计（${crude.common}）` } : line

/** Without rows that have nobody in either plan. */
const withResults = (line: Line): Line => ({
  ...line,
  parts: line.parts
    .filter(({ now, last }) => now.tally[0].valid + (last?.tally[0].valid ?? 0) > 0)
    .map(withResults),
})

/** `decompositions`: why the crude rates changed, where it is known. */
export function comparisonSection(
  { comparison, lastPlan, rulesDiffer }: Basis,
  breakdowns: readonly ComparedBreakdown[],
  decompositions: readonly NamedDecomposition[] = [],
): ReportSection {
  const title = comparison ? `与上次计划${comparison}` : '与上次计划比较'
  const [first] = breakdowns
  if (!lastPlan || !comparison || !first) {
    return emptySection({ id: 'comparison', title }, NO_COMPARISON)
  }
  if (first.line.now.tally[0].valid === 0) return emptySection({ id: 'comparison', title }, NOBODY)
  const { line, crude } = first
  const chart = first.line.parts.length > 1 ? [chartOfTwo(first, lastPlan.name)] : []
  return sectionOf({
    id: 'comparison',
    title,
    paragraphs: [
      ...comparisonSentences({
        line,
        columns: [MYOPIA_RATE, HIGH_RATE, POOR_RATE],
        lastPlanName: lastPlan.name,
        comparison,
        crude: crude ?? null,
        incomparable: line.note !== null,
        rulesDiffer,
      }),
      ...effectsSentences(decompositions),
      yearlyTargetSentence(line, comparison),
      ...breakdowns.map(({ kind, line: own }) => largestChangesSentence(kind, own.parts, MYOPIA_RATE)),
    ],
    charts: chart,
    tables: breakdowns.map((breakdown) =>
      breakdownTable(
        breakdownOf(breakdown.id, breakdown.kind, withResults(namedCommon(breakdown)), headingOf(breakdown)),
        'comparison',
        comparison,
        COMPARISON_COLUMNS,
        [breakdown.as, ROUNDING, ...(rulesDiffer ? [RULES_DIFFER] : [])],
        crudeOf(breakdown),
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
