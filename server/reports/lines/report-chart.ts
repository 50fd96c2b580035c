// Charts from the lines that a table is made of.

import type { MeasuredColumn } from '#contract/reports/report/measure.ts'
import type { ReportChart } from '#contract/reports/report/report.ts'
import { valueIn } from '../sentences/finding-sentences.ts'
import { byValue } from './extremes.ts'
import type { GradeTrack } from './grade-tracks.ts'
import type { Line } from './report-table.ts'

type Series = { name: string; column: MeasuredColumn }
type ChartOf = {
  id: string
  title: string
  kind: ReportChart['kind']
  lines: readonly Line[]
  series: Series[]
}

const drawn = (line: Line, column: MeasuredColumn): number | null => {
  const value = valueIn(line, column)
  return typeof value === 'number' ? value : null
}

/** Percents by place. */
export const chartOf = ({ id, title, kind, lines, series }: ChartOf): ReportChart => ({
  id,
  title,
  kind,
  format: 'percent',
  unit: '%',
  categories: lines.map(({ name }) => name),
  series: series.map(({ name, column }) => ({ name, values: lines.map((line) => drawn(line, column)) })),
})

/** A line for each way through school: none leads from one to the other. */
export function tracksChart({
  tracks,
  column,
  ...chart
}: Pick<ChartOf, 'id' | 'title' | 'lines'> & {
  tracks: readonly GradeTrack[]
  column: MeasuredColumn
}): ReportChart {
  return {
    ...chartOf({ ...chart, kind: 'lines', series: [] }),
    series: tracks.map(({ name, lines }) => ({
      name,
      values: chart.lines.map((line) => (lines.includes(line) ? drawn(line, column) : null)),
    })),
  }
}

/** As many as can be read; the table has all. */
const RANKED_MAX = 30

export function rankingOf(id: string, title: string, lines: readonly Line[], column: MeasuredColumn) {
  const withValue = lines.filter((line) => drawn(line, column) !== null)
  const ranked = byValue(withValue, (line) => valueIn(line, column)).slice(0, RANKED_MAX)
  const shown = withValue.length > RANKED_MAX ? `${title}（前${RANKED_MAX}）` : title
  return chartOf({
    id,
    title: shown,
    kind: 'ranking',
    lines: ranked,
    series: [{ name: column.title, column }],
  })
}
