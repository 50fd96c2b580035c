import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chartScenes } from '#contract/reports/chart/chart-scene.ts'
import type { ChartScene } from '#contract/reports/chart/chart-shapes.ts'
import type { ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { blockTitle, NOTES } from '#contract/reports/report/report-layout.ts'
import { type ZipPart, zipStream } from '../../core/sheets/write/write-zip.ts'
import { chartPicture } from './chart-picture.ts'
import type { DocumentReader } from './document-reader.ts'
import { docxParts, picturePath, relationOf } from './docx-parts.ts'
import { docxPicture } from './docx-picture.ts'
import { CELL_PADDING, docxTable } from './docx-table.ts'
import { type ParagraphStyle, paragraph, TWIPS_PER_POINT } from './docx-text.ts'
import { wordWidth } from './docx-width.ts'
import { fitTable } from './fit-table.ts'
import type { LaidOutReport } from './laid-out-report.ts'
import { ACROSS, type Paper, UPRIGHT } from './paper.ts'
import {
  attachmentCaption,
  captionOf,
  chartWords,
  dateOf,
  headLines,
  isRosterOnly,
  makerOf,
  numbered,
  type PrintedReport,
  printedReport,
  SIGNED_BY,
  titleLines,
  traceWords,
} from './report-words.ts'
import { tableGrid } from './table-grid.ts'

const CHART_WIDTH = 560
/** The page height left by the caption, in the chart's units. */
const CHART_HEIGHT = ((UPRIGHT.textHeight - 60) / UPRIGHT.textWidth) * CHART_WIDTH
/** From the edge of the paper to the page number. */
const FOOTER_MILLIMETRES = 24
const CHUNK = 64 * 1024
const STORED = 1
const KEEP_NEXT = { properties: '<w:keepNext/>' }
const NOT_COUNTED = '<w:numPr><w:numId w:val="0"/></w:numPr><w:ind w:firstLineChars="200" w:firstLine="640"/>'

type Picture = { chart: ReportChart; scene: ChartScene; number: number; part: number; parts: number }

/** Word: headings, sentences, pictures and tables that can be worked on, set so that they can be handed in. */
export function writeReportDocx(
  report: LaidOutReport,
  { reader }: { reader: DocumentReader },
): Promise<Buffer> {
  const printed = printedReport(report)
  const pictures = new Map(printed.sections.map((section) => [section, picturesOf(section)]))
  const all = [...pictures.values()].flat()
  const text = () => inChunks(documentXml({ report, reader, printed, pictures, all }))
  const parts: ZipPart[] = [
    ...docxParts(report, reader, all.length),
    { path: 'word/document.xml', level: 6, content: text },
    ...all.map(({ scene, chart }, index) => ({
      path: `word/${picturePath(index)}`,
      level: STORED,
      content: () => pictureBytes(scene, chart.title),
    })),
  ]
  return buffer(zipStream(parts))
}

function picturesOf({ charts }: ReportSection): Picture[] {
  return charts.flatMap((chart, number) => {
    const scenes = chartScenes(chart, { width: CHART_WIDTH, maxHeight: CHART_HEIGHT })
    return scenes.map((scene, part) => ({ chart, scene, number, part, parts: scenes.length }))
  })
}

async function* pictureBytes(scene: ChartScene, title: string): AsyncGenerator<Buffer> {
  yield await chartPicture(scene, title)
}

async function* inChunks(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  let xml = ''
  for (const piece of pieces) {
    xml += piece
    if (xml.length < CHUNK) continue
    yield Buffer.from(xml)
    xml = ''
    await nextTurn()
  }
  yield Buffer.from(xml)
}

type Written = {
  report: LaidOutReport
  reader: DocumentReader
  printed: PrintedReport
  pictures: ReadonlyMap<ReportSection, readonly Picture[]>
  all: readonly Picture[]
}

function* documentXml(written: Written): Generator<string> {
  const { report, reader, printed } = written
  const { attachments } = printed
  const paper = isRosterOnly(printed) ? ACROSS : UPRIGHT
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>`
  for (const line of titleLines(report.title)) yield paragraph('Title', line)
  for (const line of headLines(report, reader)) yield paragraph('Subtitle', line)
  yield* sectionsXml(written, paper)
  yield* closingXml(report, reader)
  yield* notesXml(report.notes)
  if (attachments.length > 0) yield `<w:p><w:pPr>${pageXml(paper)}</w:pPr></w:p>`
  for (const table of attachments) yield* attachmentXml(table)
  yield paragraph('Trace', traceWords(report, reader))
  yield `${pageXml(attachments.length > 0 ? ACROSS : paper)}</w:body></w:document>`
}

function* sectionsXml({ report, reader, printed, pictures, all }: Written, paper: Paper): Generator<string> {
  for (const [index, section] of printed.sections.entries()) {
    yield paragraph('Heading1', section.title)
    for (const sentence of section.paragraphs) yield paragraph('BodyText', sentence)
    yield* blocksXml(section.blocks, makerOf(report, reader))
    for (const picture of pictures.get(section) ?? [])
      yield* pictureXml(picture, { section: index, place: all.indexOf(picture) })
    for (const [number, table] of section.tables.entries())
      yield* tableXml(table, paper, (part, parts) =>
        paragraph('Caption', captionOf('表', { section: index, number, title: table.title, part, parts })),
      )
  }
}

function* blocksXml(blocks: ReportSection['blocks'], maker: string): Generator<string> {
  for (const [nth, block] of (blocks ?? []).entries()) {
    yield paragraph('Heading2', numbered(nth, blockTitle(block, maker)))
    for (const line of block.paragraphs) yield paragraph('BodyText', line)
  }
}

function* pictureXml(
  { chart, scene, number, part, parts }: Picture,
  { section, place }: { section: number; place: number },
): Generator<string> {
  yield docxPicture(place, scene, { points: UPRIGHT.textWidth, words: chartWords(chart) })
  yield paragraph('FigureCaption', captionOf('图', { section, number, title: chart.title, part, parts }))
}

type Caption = (part: number, parts: number) => string

function* tableXml(table: ReportTable, paper: Paper, caption: Caption): Generator<string> {
  const grid = tableGrid(table)
  const room = { width: paper.textWidth, padding: CELL_PADDING, measure: wordWidth }
  const fitted = fitTable(grid, room)
  const { blocks } = fitted
  for (const [part, block] of blocks.entries()) {
    yield caption(part, blocks.length)
    yield* docxTable(grid, fitted, block, part === blocks.length - 1 && table.notes.length > 0)
  }
  for (const [index, note] of table.notes.entries())
    yield paragraph('Note', `注：${note}`, index < table.notes.length - 1 ? KEEP_NEXT : {})
  // Two tables without anything between them would become one.
  if (table.notes.length === 0) yield paragraph('Note', '')
}

function* notesXml(notes: readonly string[]): Generator<string> {
  if (notes.length === 0) return
  yield paragraph('Heading1', NOTES.title, { properties: NOT_COUNTED })
  for (const [index, note] of notes.entries()) yield paragraph('Rule', `${index + 1}．${note}`)
}

function* closingXml(report: LaidOutReport, reader: DocumentReader): Generator<string> {
  const lines: [ParagraphStyle, string][] = [
    ['Signature', ''],
    ['Signature', makerOf(report, reader)],
    ['Signature', dateOf(report)],
    ['SignedBy', SIGNED_BY.map((who) => `${who}：＿＿＿＿`).join('　')],
  ]
  for (const [style, line] of lines) yield paragraph(style, line)
}

function* attachmentXml(table: ReportTable): Generator<string> {
  yield paragraph('Attachment', '附件')
  yield* tableXml(table, ACROSS, (part, parts) =>
    paragraph('Caption', attachmentCaption(table.title, part, parts)),
  )
}

/** How the pages before it lie, as Word notes it at their end. */
function pageXml({ isWide, width, height, margins }: Paper): string {
  const twips = (points: number) => Math.round(points * TWIPS_PER_POINT)
  const sides = Object.entries(margins).map(([side, points]) => `w:${side}="${twips(points)}"`)
  const footer = twips((FOOTER_MILLIMETRES / 25.4) * 72)
  return [
    `<w:sectPr><w:footerReference w:type="default" r:id="${relationOf('footer')}"/>`,
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${isWide ? ' w:orient="landscape"' : ''}/>`,
    `<w:pgMar ${sides.join(' ')} w:header="720" w:footer="${isWide ? 720 : footer}" w:gutter="0"/></w:sectPr>`,
  ].join('')
}
