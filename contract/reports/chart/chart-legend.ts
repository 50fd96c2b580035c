import type { ReportChart } from '../report/report.ts'
import { filledBox, markerAt, seriesLook } from './chart-series-look.ts'
import { type ChartShape, stroke } from './chart-shapes.ts'
import { MUTED_COLOR, SMALL_SIZE, TEXT_COLOR, TEXT_SIZE } from './chart-style.ts'
import { estimateWidth, wrapText } from './wrap-text.ts'

const LINE_HEIGHT = 18
const KEY_WIDTH = 22
const GAP = 16

export type ChartHead = { shapes: readonly ChartShape[]; height: number }

/** The unit at the left, and what each series is called when there are several. */
export function chartHead(chart: ReportChart, width: number): ChartHead {
  const shapes: ChartShape[] = []
  let x = 0
  let y = 12
  if (chart.unit !== '') {
    const text = `单位：${chart.unit}`
    shapes.push({
      part: 'key',
      kind: 'text',
      x,
      y,
      text,
      size: SMALL_SIZE,
      anchor: 'start',
      fill: MUTED_COLOR,
    })
    x += estimateWidth(text, SMALL_SIZE) + GAP
  }
  if (chart.series.length > 1)
    for (const [index, { name }] of chart.series.entries()) {
      const [text = ''] = wrapText(name, width - KEY_WIDTH, (part) => estimateWidth(part, TEXT_SIZE), 1)
      const needed = KEY_WIDTH + estimateWidth(text, TEXT_SIZE)
      if (x > 0 && x + needed > width) {
        x = 0
        y += LINE_HEIGHT
      }
      shapes.push(...keyShapes(chart.kind, index, x, y), {
        part: 'key',
        kind: 'text',
        x: x + KEY_WIDTH,
        y,
        text,
        size: TEXT_SIZE,
        anchor: 'start',
        fill: TEXT_COLOR,
      })
      x += needed + GAP
    }
  return { shapes, height: shapes.length === 0 ? 6 : y + 8 }
}

function keyShapes(kind: ReportChart['kind'], index: number, x: number, y: number): ChartShape[] {
  const look = seriesLook(index)
  if (kind !== 'lines') return filledBox('key', { x, y: y - 9, width: 16, height: 10 }, look)
  const middle = y - 4
  const line = stroke('key', [x, middle], [x + 18, middle], look.line, 1.6)
  return [
    line.kind === 'strokes' ? { ...line, dash: look.dash } : line,
    { ...markerAt([x + 9, middle], 3, look), part: 'key' },
  ]
}
