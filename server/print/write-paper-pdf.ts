import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import {
  type CircleMark,
  type Mark,
  MILLIMETRES_PER_POINT,
  type Page,
  type PolylineMark,
  RING,
  type TextMark,
} from '#contract/print/drawing.ts'
import { bookmarkOf, pagesOf } from '#contract/print/paper-forms.ts'
import { PaperForm } from '#contract/print/paper-schemas.ts'
import { legalText } from '#contract/reports/chart/escape-xml.ts'
import { fontFile } from '../core/documents/document-fonts.ts'
import type { PaperOrder } from './paper-order.ts'

/** Named by its file throughout: under a second name the library would open the same font at every use. */
const REGULAR = fontFile('Regular')
const BOLD = fontFile('Bold')
const pointsOf = (millimetres: number): number => millimetres / MILLIMETRES_PER_POINT

/** Page by page as the browser shows them, with a bookmark for each sheet. */
export async function writePaperPdf({ form, sheets }: PaperOrder): Promise<Buffer> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: REGULAR,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: PaperForm.label(form) },
  })
  // Read from the start: what is made while nobody reads would wait in memory twice.
  const file = buffer(doc)
  for (const sheet of sheets) {
    for (const [nth, page] of pagesOf(form, sheet).entries()) {
      addPage(doc, page)
      if (nth === 0) doc.outline.addItem(legalText(bookmarkOf(sheet)))
    }
  }
  doc.end()
  return file
}

function addPage(doc: PDFKit.PDFDocument, { width, height, marks }: Page): void {
  doc.addPage({ size: [pointsOf(width), pointsOf(height)], margin: 0 })
  for (const mark of marks) drawMark(doc, mark)
}

function drawMark(doc: PDFKit.PDFDocument, mark: Mark): void {
  if (mark.kind === 'text') drawText(doc, mark)
  else if (mark.kind === 'polyline') drawPolyline(doc, mark)
  else if (mark.kind === 'circle') drawCircle(doc, mark)
  else
    doc
      .lineWidth(pointsOf(mark.width))
      .moveTo(pointsOf(mark.x1), pointsOf(mark.y1))
      .lineTo(pointsOf(mark.x2), pointsOf(mark.y2))
      .stroke()
}

function drawPolyline(doc: PDFKit.PDFDocument, { points, width, dash }: PolylineMark): void {
  doc.save().lineWidth(pointsOf(width))
  if (dash > 0) doc.dash(pointsOf(dash), { space: pointsOf(dash) })
  for (const [nth, [x, y]] of points.entries())
    if (nth === 0) doc.moveTo(pointsOf(x), pointsOf(y))
    else doc.lineTo(pointsOf(x), pointsOf(y))
  doc.stroke().restore()
}

/** A ring covers the line behind it, as in the browser. */
function drawCircle(doc: PDFKit.PDFDocument, { x, y, radius, filled }: CircleMark): void {
  doc
    .save()
    .lineWidth(pointsOf(RING))
    .circle(pointsOf(x), pointsOf(y), pointsOf(radius))
    .fillAndStroke(filled ? 'black' : 'white', 'black')
    .restore()
}

function drawText(doc: PDFKit.PDFDocument, { x, y, size, align, bold, text }: TextMark): void {
  const words = legalText(text).replaceAll('\t', ' ')
  if (words === '') return
  doc.font(bold ? BOLD : REGULAR).fontSize(size)
  const width = align === 'left' ? 0 : doc.widthOfString(words)
  const left = pointsOf(x) - (align === 'center' ? width / 2 : width)
  doc.text(words, left, pointsOf(y), { lineBreak: false, baseline: 'alphabetic' })
}
