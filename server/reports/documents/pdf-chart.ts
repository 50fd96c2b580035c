import type { ChartScene, ChartShape, ChartText } from '#contract/reports/chart/chart-shapes.ts'
import type { PdfPages } from './pdf-pages.ts'

const ANCHOR_SHARE: Record<ChartText['anchor'], number> = { start: 0, middle: 0.5, end: 1 }

/** The drawing as lines and letters, not as a picture: sharp at any size, and its text can be found. */
export function drawPdfChart(
  pages: PdfPages,
  { shapes }: ChartScene,
  { x, y, scale }: { x: number; y: number; scale: number },
): void {
  pages.doc.save().translate(x, y).scale(scale)
  for (const shape of shapes) drawShape(pages, shape)
  pages.doc.restore()
}

function drawShape(pages: PdfPages, shape: ChartShape): void {
  const { doc } = pages
  if (shape.kind === 'text') drawText(pages, shape)
  else if (shape.kind === 'rect') {
    doc.rect(shape.x, shape.y, shape.width, shape.height)
    if (shape.stroke === undefined) doc.fill(shape.fill)
    else doc.lineWidth(0.6).fillAndStroke(shape.fill, shape.stroke)
  } else if (shape.kind === 'polygon') {
    const corners = shape.points.map(([left, top]) => [left, top])
    doc
      .lineWidth(1.2)
      .polygon(...corners)
      .fillAndStroke(shape.fill, shape.stroke)
  } else {
    for (const line of shape.lines)
      for (const [index, [left, top]] of line.entries())
        if (index === 0) doc.moveTo(left, top)
        else doc.lineTo(left, top)
    const [first, ...rest] = shape.dash ?? []
    if (first === undefined) doc.undash()
    else doc.dash(first, { space: rest[0] ?? first })
    doc.lineWidth(shape.width).stroke(shape.stroke).undash()
  }
}

function drawText(pages: PdfPages, shape: ChartText): void {
  const { doc } = pages
  const { x, y, text, size, anchor, fill, turned = false, halo = false } = shape
  const width = pages.measure(text, size)
  const left = x - width * ANCHOR_SHARE[anchor]
  if (turned) doc.save().rotate(-90, { origin: [x, y] })
  if (halo)
    doc
      .rect(left - 1, y - size * 0.8, width + 2, size)
      .fillOpacity(0.8)
      .fill('#ffffff')
      .fillOpacity(1)
  pages.line(text, left, y - size * 0.88, width, { size, color: fill })
  if (turned) doc.restore()
}
