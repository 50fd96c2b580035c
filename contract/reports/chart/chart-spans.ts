import type { ReportChart } from '../report/report.ts'
import { formatUnitless, formatValue } from '../report/report-text.ts'

/** One value as it is drawn: from where to where along the axis of values. */
export type ChartSpan = {
  series: number
  category: number
  value: number
  from: number
  to: number
  label: string
  hint: string
}

export const isStacked = ({ kind }: ReportChart): boolean => kind === 'stacked'

/** Values that are missing have no span. Parts of a stack begin where the one before ends, those below zero apart. */
export function chartSpans(chart: ReportChart): ChartSpan[] {
  return chart.categories.flatMap((name, category) => {
    let above = 0
    let below = 0
    return chart.series.flatMap(({ name: seriesName, values }, series) => {
      const value = values[category]
      if (value === null || value === undefined || !Number.isFinite(value)) return []
      const from = isStacked(chart) ? (value < 0 ? below : above) : 0
      const to = from + value
      if (value < 0) below = to
      else above = to
      const label = formatUnitless(value, chart.format)
      const hint = `${[name, seriesName].filter(Boolean).join(' ')}：${formatValue(value, chart.format)}`
      return [{ series, category, value, from, to, label, hint }]
    })
  })
}
