import type { ReportChart } from '../report/report.ts'
import { insideLabels } from './chart-columns.ts'
import { LABEL_HEIGHT, LABEL_SIZE, labelWidth } from './chart-labels.ts'
import { chartHead } from './chart-legend.ts'
import type { ChartScale } from './chart-scale.ts'
import { filledBox, seriesLook } from './chart-series-look.ts'
import { type Box, type ChartScene, type ChartShape, stroke } from './chart-shapes.ts'
import { type ChartSpan, isStacked } from './chart-spans.ts'
import { AXIS_COLOR, GRID_COLOR, MUTED_COLOR, SMALL_SIZE, TEXT_COLOR } from './chart-style.ts'
import { estimateWidth, wrapText } from './wrap-text.ts'

const NAME_LINE = 12
const NAME_LINES = 3
const NAME_SHARE = 0.4
const TICKS_HEIGHT = 20
const MANY = 40

type Rows = {
  /** Lines of each name, and where each row begins; the last entry is the end. */
  names: readonly string[][]
  tops: readonly number[]
  thick: number
  left: number
  x: (value: number) => number
}

/** Bars that lie below each other, in the given order: room for many and for long names. */
export function rowsScene(
  chart: ReportChart,
  { scale, width, spans }: { scale: ChartScale; width: number; spans: readonly ChartSpan[] },
): ChartScene {
  const head = chartHead(chart, width)
  const rows = placeRows(chart, scale, width, spans, head.height)
  const bottom = rows.tops.at(-1) ?? head.height
  const boxes = spans.map((span) => barBox(chart, rows, span))
  const shapes: ChartShape[] = [
    ...head.shapes,
    ...gridShapes(scale, rows, head.height, bottom),
    ...spans.flatMap((span, index) => {
      const box = boxes[index]
      return box ? filledBox('bar', box, seriesLook(span.series), span.hint) : []
    }),
    ...(isStacked(chart)
      ? insideLabels(spans, boxes)
      : spans.map((span, index) => endLabel(span, boxes[index]))),
    ...rows.names.flatMap((lines, index) => nameShapes(lines, rows, index)),
  ]
  return { width, height: Math.ceil(bottom + TICKS_HEIGHT), shapes }
}

function placeRows(
  chart: ReportChart,
  scale: ChartScale,
  width: number,
  spans: readonly ChartSpan[],
  top: number,
): Rows {
  const measure = (text: string) => estimateWidth(text, SMALL_SIZE)
  const widest = Math.max(0, ...chart.categories.map(measure))
  const left = Math.min(widest, width * NAME_SHARE) + 8
  const names = chart.categories.map((name) => wrapText(name, left - 8, measure, NAME_LINES))
  const abreast = isStacked(chart) ? 1 : Math.max(chart.series.length, 1)
  const thick = abreast > 1 || chart.categories.length > MANY ? LABEL_HEIGHT : 14
  const tops = [top]
  for (const lines of names)
    tops.push(
      (tops.at(-1) ?? top) + Math.max(lines.length * NAME_LINE, abreast * thick) + (abreast > 1 ? 7 : 4),
    )
  const outside = isStacked(chart) ? 8 : Math.max(0, ...spans.map(({ label }) => labelWidth(label))) + 8
  const start = left + (scale.min < 0 && !isStacked(chart) ? outside : 0)
  const end = width - outside
  const x = (value: number) => start + ((value - scale.min) / (scale.max - scale.min)) * (end - start)
  return { names, tops, thick, left, x }
}

const middleOf = ({ tops }: Rows, row: number): number => ((tops[row] ?? 0) + (tops[row + 1] ?? 0)) / 2

function barBox(chart: ReportChart, rows: Rows, { category, series, from, to }: ChartSpan): Box {
  const shift = isStacked(chart) ? 0 : (series - (chart.series.length - 1) / 2) * rows.thick
  const thin = rows.thick - 2
  return {
    x: Math.min(rows.x(from), rows.x(to)),
    y: middleOf(rows, category) + shift - thin / 2,
    width: Math.abs(rows.x(to) - rows.x(from)),
    height: isStacked(chart) ? thin + 1 : thin,
  }
}

function endLabel({ label, value }: ChartSpan, box: Box | undefined): ChartShape {
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
  return {
    part: 'value',
    kind: 'text',
    x: value < 0 ? x - 3 : x + width + 3,
    y: y + height / 2 + 3.5,
    text: label,
    size: LABEL_SIZE,
    anchor: value < 0 ? 'end' : 'start',
    fill: TEXT_COLOR,
  }
}

function nameShapes(lines: readonly string[], rows: Rows, row: number): ChartShape[] {
  const first = middleOf(rows, row) - ((lines.length - 1) * NAME_LINE) / 2 + 3.5
  return lines.map((text, line) => ({
    part: 'name',
    kind: 'text',
    x: rows.left - 6,
    y: first + line * NAME_LINE,
    text,
    size: SMALL_SIZE,
    anchor: 'end',
    fill: TEXT_COLOR,
  }))
}

function gridShapes(
  { ticks, min }: ChartScale,
  { x, left }: Rows,
  top: number,
  bottom: number,
): ChartShape[] {
  const lines = ticks.flatMap(({ value: tick, label }): ChartShape[] => [
    stroke(
      tick === 0 ? 'zero' : 'grid',
      [x(tick), top],
      [x(tick), bottom],
      tick === 0 ? AXIS_COLOR : GRID_COLOR,
    ),
    {
      part: 'tick',
      kind: 'text',
      x: x(tick),
      y: bottom + 13,
      text: label,
      size: SMALL_SIZE,
      anchor: 'middle',
      fill: MUTED_COLOR,
    },
  ])
  return min === 0 ? lines : [...lines, stroke('grid', [left, top], [left, bottom], AXIS_COLOR)]
}
