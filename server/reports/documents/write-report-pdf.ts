import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chartScenes } from '#contract/reports/chart/chart-scene.ts'
import type { ChartScene } from '#contract/reports/chart/chart-shapes.ts'
import { wrapText } from '#contract/reports/chart/wrap-text.ts'
import type { ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { blockTitle, NOTES } from '#contract/reports/report/report-layout.ts'
import type { DocumentReader } from './document-reader.ts'
import { type FittedTable, fitTable } from './fit-table.ts'
import type { LaidOutReport } from './laid-out-report.ts'
import { ACROSS, UPRIGHT } from './paper.ts'
import { drawPdfChart } from './pdf-chart.ts'
import { PdfPages, type TextLook } from './pdf-pages.ts'
import { CELL_PADDING, PdfTable } from './pdf-table.ts'
import {
  attachmentCaption,
  captionOf,
  chineseNumber,
  dateOf,
  headLines,
  isRosterOnly,
  makerOf,
  numbered,
  printedReport,
  SIGNED_BY,
  titleLines,
  traceWords,
} from './report-words.ts'
import { type TableGrid, tableGrid } from './table-grid.ts'

const CHART_WIDTH = 560
const CAPTION_HEIGHT = 32
const HEADING_HEIGHT = 60
const CHART_SCALE = UPRIGHT.textWidth / CHART_WIDTH
const LEADING = 1.75
const MUTED = '#595959'
/** From the lower edge of the text to the page number. */
const NUMBER_BELOW = 24

const TITLE: TextLook = { size: 20, weight: 'Bold', align: 'center' }
const SUBTITLE: TextLook = { size: 11, align: 'center' }
const HEADING: TextLook = { size: 14, weight: 'Bold' }
const SUBHEADING: TextLook = { size: 12, weight: 'Bold' }
const BODY: TextLook = { size: 12 }
const RULE: TextLook = { size: 10.5 }
const SIGNATURE: TextLook = { size: 12, align: 'right' }
const CAPTION: TextLook = { size: 10.5, weight: 'Bold', align: 'center' }
const NOTE: TextLook = { size: 8.5, color: MUTED }
const PAGE_NUMBER: TextLook = { size: 10, align: 'center' }
const TRACE: TextLook = { size: 8.5, color: MUTED }
/** What is signed: who, when, three names, and the space around them. */
const CLOSING_HEIGHT = 5 * SIGNATURE.size * LEADING

type PlacedTable = { table: ReportTable; grid: TableGrid; fitted: FittedTable }

/** A4 for printing and filing. */
export async function writeReportPdf(
  report: LaidOutReport,
  { reader }: { reader: DocumentReader },
): Promise<Buffer> {
  const pages = new PdfPages({
    Title: report.title,
    Author: [reader.realName, reader.orgName].filter(Boolean).join(' '),
    Subject: report.unit.name,
  })
  // Read from the start: what is made while nobody reads would wait in memory twice.
  const file = buffer(pages.doc)
  const printed = printedReport(report)
  pages.addPage(isRosterOnly(printed) ? ACROSS : UPRIGHT)
  for (const line of titleLines(report.title)) writeText(pages, line, TITLE)
  pages.y += 4
  for (const line of headLines(report, reader)) writeText(pages, line, SUBTITLE)
  pages.y += 4
  for (const [index, section] of printed.sections.entries()) {
    await writeSection(pages, section, index)
    writeBlocks(pages, section.blocks, makerOf(report, reader))
  }
  writeClosing(pages, report, reader)
  writeNotes(pages, report.notes)
  for (const table of printed.attachments) await writeAttachment(pages, table)
  writeText(pages, traceWords(report, reader), TRACE)
  writePageNumbers(pages)
  pages.doc.end()
  return file
}

async function writeSection(pages: PdfPages, section: ReportSection, index: number): Promise<void> {
  const tables = section.tables.map((table) => placedTable(pages, table))
  writeHeading(pages, `${chineseNumber(index + 1)}、${section.title}`, firstHeight(pages, section, tables))
  for (const sentence of section.paragraphs) writeText(pages, `　　${sentence}`, BODY)
  for (const [number, chart] of section.charts.entries()) {
    writeChart(pages, chart, { section: index, number })
    await nextTurn()
  }
  for (const [number, table] of tables.entries())
    await writeTable(pages, table, (part, parts) =>
      captionOf('表', { section: index, number, title: table.table.title, part, parts }),
    )
}

function writeBlocks(pages: PdfPages, blocks: ReportSection['blocks'], maker: string): void {
  for (const [nth, block] of (blocks ?? []).entries()) {
    pages.ensure(3 * (BODY.size * LEADING))
    writeText(pages, `　　${numbered(nth, blockTitle(block, maker))}`, SUBHEADING)
    for (const line of block.paragraphs) writeText(pages, `　　${line}`, BODY)
  }
}

function placedTable(pages: PdfPages, table: ReportTable): PlacedTable {
  const grid = tableGrid(table)
  const fitted = fitTable(grid, {
    width: pages.width,
    padding: CELL_PADDING,
    measure: (text, size) => pages.measure(text, size, 'Bold'),
  })
  return { table, grid, fitted }
}

/** A heading never stays behind what it heads. */
function firstHeight(pages: PdfPages, section: ReportSection, [first]: readonly PlacedTable[]): number {
  const [chart] = section.charts
  const [block] = first?.fitted.blocks ?? []
  if (section.paragraphs.length > 0 || section.blocks) return 3 * (BODY.size * LEADING)
  if (chart) return CAPTION_HEIGHT + (chartParts(chart)[0]?.height ?? 0) * CHART_SCALE
  if (!first || !block) return 0
  return CAPTION_HEIGHT + new PdfTable(pages, first.grid, first.fitted, block).startHeight
}

function writeHeading(pages: PdfPages, text: string, next: number): void {
  pages.ensure(Math.min(HEADING_HEIGHT + next, pages.fullHeight))
  pages.y += pages.isBlank ? 0 : 12
  pages.doc.outline.addItem(text)
  writeText(pages, text, HEADING)
  pages.y += 2
}

function writeText(pages: PdfPages, text: string, look: TextLook): void {
  const { size, weight } = look
  const step = size * LEADING
  for (const line of wrapText(text, pages.width, (part) => pages.measure(part, size, weight))) {
    pages.ensure(step)
    pages.line(line, pages.left, pages.y + (step - size) / 2, pages.width, look)
    pages.y += step
  }
}

function writeChart(pages: PdfPages, chart: ReportChart, place: { section: number; number: number }): void {
  const scenes = chartParts(chart)
  for (const [part, scene] of scenes.entries()) {
    // A drawing that cannot be parted is made smaller rather than cut.
    const own = Math.min(CHART_SCALE, (pages.fullHeight - CAPTION_HEIGHT) / scene.height)
    pages.ensure(scene.height * own + CAPTION_HEIGHT)
    pages.y += 4
    const x = pages.left + (pages.width - scene.width * own) / 2
    drawPdfChart(pages, scene, { x, y: pages.y, scale: own })
    pages.y += scene.height * own
    writeCaption(pages, captionOf('图', { ...place, title: chart.title, part, parts: scenes.length }))
    pages.y += 4
  }
}

function chartParts(chart: ReportChart): ChartScene[] {
  const maxHeight = (UPRIGHT.textHeight - CAPTION_HEIGHT) / CHART_SCALE
  return chartScenes(chart, { width: CHART_WIDTH, maxHeight })
}

function writeCaption(pages: PdfPages, text: string): void {
  pages.y += 4
  writeText(pages, text, CAPTION)
  pages.y += 2
}

type Caption = (part: number, parts: number) => string

async function writeTable(pages: PdfPages, placed: PlacedTable, caption: Caption): Promise<void> {
  const { table, grid, fitted } = placed
  for (const [part, block] of fitted.blocks.entries()) {
    const drawn = new PdfTable(pages, grid, fitted, block)
    pages.ensure(CAPTION_HEIGHT + drawn.startHeight)
    writeCaption(pages, caption(part, fitted.blocks.length))
    await drawn.draw()
    pages.y += 6
  }
  for (const note of table.notes) writeText(pages, `注：${note}`, NOTE)
  pages.y += 6
}

async function writeAttachment(pages: PdfPages, table: ReportTable): Promise<void> {
  pages.addPage(ACROSS)
  pages.doc.outline.addItem(`附件　${table.title}`)
  writeText(pages, '附件', HEADING)
  await writeTable(pages, placedTable(pages, table), (part, parts) =>
    attachmentCaption(table.title, part, parts),
  )
}

function writeNotes(pages: PdfPages, notes: readonly string[]): void {
  if (notes.length === 0) return
  writeHeading(pages, NOTES.title, 2 * (RULE.size * LEADING))
  for (const [index, note] of notes.entries()) writeText(pages, `　　${index + 1}．${note}`, RULE)
}

function writeClosing(pages: PdfPages, report: LaidOutReport, reader: DocumentReader): void {
  pages.ensure(CLOSING_HEIGHT)
  pages.y += SIGNATURE.size * LEADING
  for (const line of [makerOf(report, reader), dateOf(report)]) writeText(pages, line, SIGNATURE)
  pages.y += 6
  writeText(pages, SIGNED_BY.map((who) => `${who}：＿＿＿＿＿＿`).join('　'), { ...BODY, align: 'center' })
  pages.y += 6
}

/** Only at the end the number of pages is known. */
function writePageNumbers(pages: PdfPages): void {
  const { start, count } = pages.doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pages.doc.switchToPage(page)
    const { width, height } = pages.doc.page
    const { margins } = width > height ? ACROSS : UPRIGHT
    const y = height - margins.bottom + NUMBER_BELOW
    const room = width - margins.left - margins.right
    pages.line(`第 ${page + 1} 页　共 ${count} 页`, margins.left, y, room, PAGE_NUMBER)
  }
}
