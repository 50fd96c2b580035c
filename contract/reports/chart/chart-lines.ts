import type { ReportChart } from '../report/report.ts'
import { columnFrame } from './chart-columns.ts'
import { ChartLabels, LABEL_HEIGHT } from './chart-labels.ts'
import type { NamesBelow } from './chart-names.ts'
import type { ChartScale } from './chart-scale.ts'
import { markerAt, seriesLook } from './chart-series-look.ts'
import type { ChartScene, ChartShape, Point } from './chart-shapes.ts'
import type { ChartSpan } from './chart-spans.ts'

const DENSE = 40
/** Closer than this, labels would overlap the lines. */
const CROWDED_BAND = 24

/** Points joined by lines; a missing value breaks the line. */
export function linesScene(
  chart: ReportChart,
  options: { scale: ChartScale; width: number; names: NamesBelow; spans: readonly ChartSpan[] },
): ChartScene {
  const { scale, width, names, spans } = options
  const radius = chart.categories.length > DENSE ? 2 : 3
  return columnFrame({ chart, scale, width, names, headroom: LABEL_HEIGHT + 8 }, ({ x, y, band, bottom }) => {
    const labels = new ChartLabels({ halo: true })
    const at = ({ category, value }: ChartSpan): Point => [x(category), y(value)]
    const points = spans.map((span) => markerAt(at(span), radius, seriesLook(span.series), span.hint))
    for (const [index, span] of spans.entries()) {
      const [left, top] = at(span)
      labels.avoid({ x: left - radius, y: top - radius, width: radius * 2, height: radius * 2 }, index)
    }
    if (band < CROWDED_BAND) avoidLines(labels, spans, at)
    for (const [index, span] of spans.entries()) {
      const [left, top] = at(span)
      const away = radius + LABEL_HEIGHT / 2 + 1
      const below = top + away + LABEL_HEIGHT / 2 <= bottom ? [[left, top + away] as const] : []
      labels.place(span.label, index, [[left, top - away], ...below])
    }
    const lines = chart.series.flatMap((_, series) => {
      const own = spans.filter((span) => span.series === series)
      return lineShapes(own, at, series)
    })
    return [...lines, ...points, ...labels.shapes]
  })
}

function avoidLines(labels: ChartLabels, spans: readonly ChartSpan[], at: (span: ChartSpan) => Point): void {
  for (const span of spans) {
    const next = spans.find(
      ({ series, category }) => series === span.series && category === span.category + 1,
    )
    if (!next) continue
    const [[x, y], [right, end]] = [at(span), at(next)]
    for (const part of [0.3, 0.5, 0.7])
      labels.avoid({ x: x + (right - x) * part, y: y + (end - y) * part, width: 1, height: 1 }, -1)
  }
}

function lineShapes(
  spans: readonly ChartSpan[],
  at: (span: ChartSpan) => Point,
  series: number,
): ChartShape[] {
  const runs: Point[][] = []
  for (const [index, span] of spans.entries()) {
    const follows = spans[index - 1]?.category === span.category - 1
    if (follows) runs.at(-1)?.push(at(span))
    else runs.push([at(span)])
  }
  const lines = runs.filter(({ length }) => length > 1)
  const { line, dash } = seriesLook(series)
  return lines.length === 0 ? [] : [{ part: 'line', kind: 'strokes', lines, stroke: line, width: 1.8, dash }]
}
