import type { ReportChart } from '../report/report.ts'
import { ChartLabels, LABEL_HEIGHT, LABEL_SIZE, labelWidth } from './chart-labels.ts'
import { chartHead } from './chart-legend.ts'
import type { NamesBelow } from './chart-names.ts'
import type { ChartScale } from './chart-scale.ts'
import { filledBox, seriesLook } from './chart-series-look.ts'
import { type Box, type ChartScene, type ChartShape, stroke } from './chart-shapes.ts'
import { type ChartSpan, isStacked } from './chart-spans.ts'
import { AXIS_COLOR, GRID_COLOR, MUTED_COLOR, SMALL_SIZE } from './chart-style.ts'
import { estimateWidth } from './wrap-text.ts'

/** As high as it is readable beside its width: on paper flat, so that it finds room below its text. */
const plotHeight = (width: number): number => Math.min(Math.max(width * 0.3, 170), 240)
const RIGHT = 10
const WIDEST_BAR = 44
const SMALLEST_LABEL = 7.5

/** The field that values are drawn into, categories from left to right. */
export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  band: number
  y: (value: number) => number
  x: (category: number) => number
}

const axisWidth = ({ ticks }: ChartScale): number =>
  Math.max(0, ...ticks.map(({ label }) => estimateWidth(label, SMALL_SIZE))) + 8

export const bandOf = (chart: ReportChart, scale: ChartScale, width: number): number =>
  (width - axisWidth(scale) - RIGHT) / Math.max(chart.categories.length, 1)

/** The head, the grid, the names; what is drawn into it comes back from `fill`. */
export function columnFrame(
  frame: { chart: ReportChart; scale: ChartScale; width: number; names: NamesBelow; headroom: number },
  fill: (plot: Plot) => ChartShape[],
): ChartScene {
  const { chart, scale, width, names, headroom } = frame
  const head = chartHead(chart, width)
  const left = axisWidth(scale)
  const top = head.height
  const bottom = top + plotHeight(width)
  const high = top + headroom
  const low = scale.min < 0 ? bottom - headroom : bottom
  const band = bandOf(chart, scale, width)
  const plot: Plot = {
    left,
    right: width - RIGHT,
    top,
    bottom,
    band,
    y: (value) => low - ((value - scale.min) / (scale.max - scale.min)) * (low - high),
    x: (category) => left + (category + 0.5) * band,
  }
  const shapes = [
    ...head.shapes,
    ...gridShapes(scale, plot),
    ...fill(plot),
    ...chart.categories.flatMap((_, index) => names.draw(index, plot.x(index), bottom + 4)),
  ]
  return { width, height: Math.ceil(bottom + 4 + names.height + 4), shapes }
}

function gridShapes({ ticks, min }: ChartScale, { left, right, bottom, y }: Plot): ChartShape[] {
  const lines = ticks.flatMap(({ value: tick, label }): ChartShape[] => [
    stroke(
      tick === 0 ? 'zero' : 'grid',
      [left, y(tick)],
      [right, y(tick)],
      tick === 0 ? AXIS_COLOR : GRID_COLOR,
    ),
    {
      part: 'tick',
      kind: 'text',
      x: left - 5,
      y: y(tick) + 3.5,
      text: label,
      size: SMALL_SIZE,
      anchor: 'end',
      fill: MUTED_COLOR,
    },
  ])
  return min === 0 ? lines : [...lines, stroke('grid', [left, bottom], [right, bottom], AXIS_COLOR)]
}

/** Bars that stand side by side or on each other. */
export function columnsScene(
  chart: ReportChart,
  options: { scale: ChartScale; width: number; names: NamesBelow; spans: readonly ChartSpan[] },
): ChartScene {
  const { scale, width, names, spans } = options
  const band = bandOf(chart, scale, width)
  const abreast = isStacked(chart) ? 1 : chart.series.length
  const thick = Math.min((band * 0.76) / abreast, WIDEST_BAR)
  const longest = Math.max(0, ...spans.map(({ label }) => labelWidth(label)))
  const slot = abreast === 1 ? band : thick
  const turned = !isStacked(chart) && longest > slot && thick - 1.5 >= SMALLEST_LABEL
  const size = turned ? Math.min(thick - 1.5, LABEL_SIZE) : LABEL_SIZE
  const headroom = isStacked(chart) ? 8 : (turned ? longest : LABEL_HEIGHT) + 6

  return columnFrame({ chart, scale, width, names, headroom }, ({ x, y }) => {
    const labels = new ChartLabels({ size, turned })
    const boxes = spans.map(({ series, category, from, to }): Box => {
      const shift = isStacked(chart) ? 0 : (series - (abreast - 1) / 2) * thick
      return {
        x: x(category) + shift - thick / 2,
        y: Math.min(y(from), y(to)),
        width: thick,
        height: Math.abs(y(from) - y(to)),
      }
    })
    const bars = spans.flatMap((span, index) => {
      const box = boxes[index]
      return box ? filledBox('bar', box, seriesLook(span.series), span.hint) : []
    })
    if (isStacked(chart)) return [...bars, ...insideLabels(spans, boxes)]
    for (const [index, box] of boxes.entries()) labels.avoid(box, index)
    for (const [index, span] of spans.entries()) {
      const box = boxes[index]
      if (!box) continue
      const away = (turned ? labelWidth(span.label, size) : LABEL_HEIGHT) / 2 + 2
      const centre = span.value < 0 ? box.y + box.height + away : box.y - away
      labels.place(span.label, index, [[box.x + thick / 2, centre]])
    }
    return [...bars, ...labels.shapes]
  })
}

/** Parts of a stack carry their value where it fits inside, on a ground that the hatching leaves free. */
export function insideLabels(spans: readonly ChartSpan[], boxes: readonly Box[]): ChartShape[] {
  return spans.flatMap(({ label, series }, index): ChartShape[] => {
    const box = boxes[index]
    const width = labelWidth(label)
    if (!box || box.height < LABEL_HEIGHT || box.width < width) return []
    const look = seriesLook(series)
    const x = box.x + box.width / 2
    const y = box.y + box.height / 2
    const ground = { x: x - width / 2, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT }
    return [
      ...(look.hatch ? [{ part: 'hatch' as const, kind: 'rect' as const, ...ground, fill: look.fill }] : []),
      {
        part: 'value',
        kind: 'text',
        x,
        y: y + 3.5,
        text: label,
        size: LABEL_SIZE,
        anchor: 'middle',
        fill: look.ink,
      },
    ]
  })
}
