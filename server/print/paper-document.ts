// Pages of marks as a PDF document.
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import {
  type CircleMark,
  darkRuns,
  type Mark,
  MILLIMETRES_PER_POINT,
  type Page,
  type PolylineMark,
  RING,
  type SquaresMark,
  type TextMark,
} from '#contract/print/drawing.ts'
import { legalText } from '#contract/reports/chart/escape-xml.ts'
import { fontFile } from '../core/documents/document-fonts.ts'
import { zipInTurn } from '../core/sheets/write/write-zip.ts'

/** Named by its file throughout: under a second name the library would open the same font at every use. */
const REGULAR = fontFile('Regular')
const BOLD = fontFile('Bold')
const pointsOf = (millimetres: number): number => millimetres / MILLIMETRES_PER_POINT

export type PaperDocument = PDFKit.PDFDocument

export const startPaper = (title: string): PaperDocument =>
  new PDFDocument({
    autoFirstPage: false,
    font: REGULAR,
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title },
  })

export const addBookmark = (doc: PaperDocument, words: string): void => {
  doc.outline.addItem(legalText(words))
}

export function addPage(doc: PaperDocument, { width, height, marks }: Page): void {
  doc.addPage({ size: [pointsOf(width), pointsOf(height)], margin: 0 })
  for (const mark of marks) drawMark(doc, mark)
}

/** A page, and under which heading of the contents it stands. */
export type PaperPart = { page: Page; bookmark: string }
type PaperParts = AsyncGenerator<PaperPart, void, void>

/** So many pages as one document, with a bookmark wherever the heading changes; piece by piece, never whole in memory. */
export async function* paperDocument(
  parts: PaperParts,
  title: string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const doc = startPaper(title)
  const written: Buffer[] = []
  doc.on('data', (piece: Buffer) => written.push(piece))
  let heading: string | undefined
  for (let pages = 0; pages < most; pages++) {
    const { value: part, done } = await parts.next()
    if (done) break
    addPage(doc, part.page)
    if (part.bookmark !== heading) addBookmark(doc, part.bookmark)
    heading = part.bookmark
    yield* written.splice(0)
  }
  doc.end()
  await finished(doc)
  yield* written.splice(0)
}

const STORED = 0

/** One document, or several of so many pages in an archive: a printer copes with no more. */
export const paperFile = (parts: PaperParts, title: string, pagesOfFile: number | null): Readable =>
  pagesOfFile === null
    ? Readable.from(paperDocument(parts, title))
    : zipInTurn(documentsOf(parts, title, pagesOfFile))

/** None without a page: whether there is another is known once the one before is written. */
async function* documentsOf(parts: PaperParts, title: string, pagesOfFile: number) {
  for (let nth = 1; ; nth++) {
    const { value: first, done } = await parts.next()
    if (done) return
    const own = async function* () {
      yield first
      yield* parts
    }
    yield {
      path: `${title}_${nth}.pdf`,
      level: STORED,
      content: () => paperDocument(own(), `${title}（${nth}）`, pagesOfFile),
    }
  }
}

function drawMark(doc: PaperDocument, mark: Mark): void {
  if (mark.kind === 'text') drawText(doc, mark)
  else if (mark.kind === 'squares') drawSquares(doc, mark)
  else if (mark.kind === 'polyline') drawPolyline(doc, mark)
  else if (mark.kind === 'circle') drawCircle(doc, mark)
  else
    doc
      .lineWidth(pointsOf(mark.width))
      .moveTo(pointsOf(mark.x1), pointsOf(mark.y1))
      .lineTo(pointsOf(mark.x2), pointsOf(mark.y2))
      .stroke()
}

function drawPolyline(doc: PaperDocument, { points, width, dash }: PolylineMark): void {
  doc.save().lineWidth(pointsOf(width))
  if (dash > 0) doc.dash(pointsOf(dash), { space: pointsOf(dash) })
  for (const [nth, [x, y]] of points.entries())
    if (nth === 0) doc.moveTo(pointsOf(x), pointsOf(y))
    else doc.lineTo(pointsOf(x), pointsOf(y))
  doc.stroke().restore()
}

/** A ring covers the line behind it, as in the browser. */
function drawCircle(doc: PaperDocument, { x, y, radius, filled }: CircleMark): void {
  doc
    .save()
    .lineWidth(pointsOf(RING))
    .circle(pointsOf(x), pointsOf(y), pointsOf(radius))
    .fillAndStroke(filled ? 'black' : 'white', 'black')
    .restore()
}

/** All squares as one shape. */
function drawSquares(doc: PaperDocument, { x, y, size, rows }: SquaresMark): void {
  const step = pointsOf(size / rows.length)
  for (const [nth, row] of rows.entries())
    for (const { from, length } of darkRuns(row))
      doc.rect(pointsOf(x) + from * step, pointsOf(y) + nth * step, length * step, step)
  doc.fill()
}

function drawText(doc: PaperDocument, { x, y, size, align, bold, text }: TextMark): void {
  const words = legalText(text).replaceAll('\t', ' ')
  if (words === '') return
  doc.font(bold ? BOLD : REGULAR).fontSize(size)
  const width = align === 'left' ? 0 : doc.widthOfString(words)
  const left = pointsOf(x) - (align === 'center' ? width / 2 : width)
  doc.text(words, left, pointsOf(y), { lineBreak: false, baseline: 'alphabetic' })
}
