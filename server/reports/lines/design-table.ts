// The columns and the chart of a custom report.
import { indicatorsOf } from '#contract/reports/design/design-indicators.ts'
import type { ReportDesign } from '#contract/reports/design/design-schemas.ts'
import type { MeasuredColumn } from '#contract/reports/report/measure.ts'
import type { ReportChart, ReportFormat } from '#contract/reports/report/report.ts'
import { valueIn } from '../sentences/finding-sentences.ts'
import { byValue } from './extremes.ts'
import { chartOf, rankingOf } from './report-chart.ts'
import type { Line } from './report-table.ts'

/** The same of the plan compared with. */
function ofLast(column: MeasuredColumn): MeasuredColumn {
  const { measure } = column
  const key = `last.${column.key}`
  return measure.of === 'change' ? column : { ...column, key, measure: { ...measure, when: 'last' } }
}

function changeOf(column: MeasuredColumn): MeasuredColumn[] {
  const { measure, key } = column
  if (measure.of !== 'percent') return []
  const { numerator, denominator, sex } = measure
  const change = { of: 'change' as const, numerator, denominator, sex }
  return [{ ...column, key: `change:${key}`, format: 'points', measure: change }]
}

const under = (group: string, title: string, column: MeasuredColumn): MeasuredColumn => ({
  ...column,
  group,
  title,
})

/** One column for each indicator; with a previous plan two, and for rates the difference. */
export function designColumns(keys: readonly string[], compared: boolean): MeasuredColumn[] {
  const indicators = indicatorsOf(keys)
  if (!compared) return indicators.map(({ column }) => column)
  return indicators.flatMap(({ title, column }) => [
    under(title, '本次', column),
    under(title, '上次', ofLast(column)),
    ...changeOf(column).map((change) => under(title, '变化', change)),
  ])
}

const UNITS: Partial<Record<ReportFormat, string>> = { percent: '%', count: '人' }
/** More than these are not distinguishable in a chart. */
const DRAWN_MAX = 30

type Drawn = { lines: readonly Line[]; kind: string; compared: boolean }

/** What the design draws of the parts; nothing where there are no two of them. */
export function designChart(
  { chart, chartIndicators }: Pick<ReportDesign, 'chart' | 'chartIndicators'>,
  { lines, kind, compared }: Drawn,
): ReportChart[] {
  const indicators = indicatorsOf(chartIndicators)
  const [first] = indicators
  if (chart === 'none' || !first || lines.length < 2) return []
  const { format } = first.column
  const look = { format, unit: UNITS[format] ?? '' }
  const title = `各${kind}${indicators.map((indicator) => indicator.title).join('、')}`
  if (chart === 'ranking') return [{ ...rankingOf('design-chart', title, lines, first.column), ...look }]
  const many = lines.length > DRAWN_MAX
  const series = indicators.map((indicator) => ({ name: indicator.title, column: indicator.column }))
  const withPrevious = compared && chart !== 'stacked' && indicators.length === 1
  return [
    {
      ...chartOf({
        id: 'design-chart',
        title: many ? `${title}（${first.title}最高的${DRAWN_MAX}个）` : title,
        kind: chart,
        lines: many ? byValue(lines, (line) => valueIn(line, first.column)).slice(0, DRAWN_MAX) : lines,
        series: withPrevious
          ? [
              { name: '上次', column: ofLast(first.column) },
              { name: '本次', column: first.column },
            ]
          : series,
      }),
      ...look,
    },
  ]
}
