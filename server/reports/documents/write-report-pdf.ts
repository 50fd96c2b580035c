import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chartScenes } from '#contract/reports/chart/chart-scene.ts'
import type { ChartScene } from '#contract/reports/chart/chart-shapes.ts'
import { wrapText } from '#contract/reports/chart/wrap-text.ts'
import type { Report, ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { type DocumentReader, readerWords } from './document-reader.ts'
import { type FittedTable, fitTable } from './fit-table.ts'
import { drawPdfChart } from './pdf-chart.ts'
import { LANDSCAPE, PdfPages, PORTRAIT, SIDE, type TextLook } from './pdf-pages.ts'
import { CELL_PADDING, PdfTable } from './pdf-table.ts'
import { captionOf, chineseNumber, footerWords, isEmptySection, reportLines } from './report-words.ts'
import { type TableGrid, tableGrid } from './table-grid.ts'

const CHART_WIDTH = 640
const CAPTION_HEIGHT = 30
const HEADING_HEIGHT = 70
const CHART_SCALE = PORTRAIT / CHART_WIDTH
const LEADING = 1.6
const MUTED = '#595959'

const TITLE: TextLook = { size: 20, weight: 'Bold', align: 'center' }
const SUBTITLE: TextLook = { size: 10, color: MUTED, align: 'center' }
const HEADING: TextLook = { size: 14, weight: 'Bold' }
const BODY: TextLook = { size: 10.5 }
const CAPTION: TextLook = { size: 10, weight: 'Bold', align: 'center' }
const NOTE: TextLook = { size: 8.5, color: MUTED }
const EDGE: TextLook = { size: 8, color: MUTED }

type PlacedTable = { table: ReportTable; grid: TableGrid; fitted: FittedTable; number: number }

/** A4 for printing and filing; wide tables lie across. */
export async function writeReportPdf(
  report: Report,
  { reader }: { reader: DocumentReader },
): Promise<Buffer> {
  const pages = new PdfPages({
    Title: report.title,
    Author: [reader.realName, reader.orgName].filter(Boolean).join(' '),
    Subject: report.unit.name,
  })
  // Read from the start: what is made while nobody reads would wait in memory twice.
  const file = buffer(pages.doc)
  pages.addPage(false)
  writeText(pages, report.title, TITLE)
  pages.y += 6
  for (const line of reportLines(report)) writeText(pages, line, SUBTITLE)
  const sections = report.sections.filter((section) => !isEmptySection(section))
  for (const [index, section] of sections.entries()) await writeSection(pages, section, index)
  writeNotes(pages, report.notes, sections.length)
  writeEdges(pages, report, reader)
  pages.doc.end()
  return file
}

async function writeSection(pages: PdfPages, section: ReportSection, index: number): Promise<void> {
  const tables = section.tables.map((table, number): PlacedTable => {
    const grid = tableGrid(table)
    const fitted = fitTable(grid, {
      portrait: PORTRAIT,
      landscape: LANDSCAPE,
      padding: CELL_PADDING,
      measure: (text, size) => pages.measure(text, size, 'Bold'),
    })
    return { table, grid, fitted, number }
  })
  const startsWide =
    section.paragraphs.length + section.charts.length === 0 && tables[0]?.fitted.isWide === true
  if (pages.isWide !== startsWide) pages.addPage(startsWide)
  writeHeading(pages, `${chineseNumber(index + 1)}、${section.title}`, firstHeight(pages, section, tables))
  for (const sentence of section.paragraphs) writeText(pages, `　　${sentence}`, BODY)
  for (const [number, chart] of section.charts.entries()) {
    writeChart(pages, chart, { section: index, number })
    await nextTurn()
  }
  for (const table of tables) await writeTable(pages, table, index)
}

/** A heading never stays behind what it heads. */
function firstHeight(pages: PdfPages, section: ReportSection, [first]: readonly PlacedTable[]): number {
  const [chart] = section.charts
  const [block] = first?.fitted.blocks ?? []
  if (section.paragraphs.length > 0) return 3 * (BODY.size * LEADING)
  if (chart) return CAPTION_HEIGHT + (chartParts(pages, chart)[0]?.height ?? 0) * CHART_SCALE
  if (!first || !block) return 0
  const table = new PdfTable(pages, first.grid, first.fitted, atFullWidth(block, pages.width))
  return CAPTION_HEIGHT + table.startHeight
}

function writeHeading(pages: PdfPages, text: string, next: number): void {
  pages.ensure(Math.min(HEADING_HEIGHT + next, pages.fullHeight))
  pages.y += pages.isFresh ? 0 : 14
  pages.doc.outline.addItem(text)
  writeText(pages, text, HEADING)
  pages.y += 4
}

function writeText(pages: PdfPages, text: string, look: TextLook): void {
  const { size, weight } = look
  const step = size * LEADING
  for (const line of wrapText(text, pages.width, (part) => pages.measure(part, size, weight))) {
    pages.ensure(step)
    pages.line(line, SIDE, pages.y + (step - size) / 2, pages.width, look)
    pages.y += step
  }
}

function writeChart(pages: PdfPages, chart: ReportChart, place: { section: number; number: number }): void {
  const scenes = chartParts(pages, chart)
  for (const [part, scene] of scenes.entries()) {
    // A drawing that cannot be parted is made smaller rather than cut.
    const own = Math.min(CHART_SCALE, (pages.fullHeight - CAPTION_HEIGHT) / scene.height)
    pages.ensure(scene.height * own + CAPTION_HEIGHT)
    pages.y += 4
    const x = SIDE + (pages.width - scene.width * own) / 2
    drawPdfChart(pages, scene, { x, y: pages.y, scale: own })
    pages.y += scene.height * own
    writeCaption(pages, captionOf('图', { ...place, title: chart.title, part, parts: scenes.length }))
    pages.y += 4
  }
}

function chartParts(pages: PdfPages, chart: ReportChart): ChartScene[] {
  const maxHeight = (pages.fullHeight - CAPTION_HEIGHT) / CHART_SCALE
  return chartScenes(chart, { width: CHART_WIDTH, maxHeight })
}

function writeCaption(pages: PdfPages, text: string): void {
  pages.y += 4
  writeText(pages, text, CAPTION)
  pages.y += 2
}

async function writeTable(pages: PdfPages, placed: PlacedTable, section: number): Promise<void> {
  const { table, grid, fitted, number } = placed
  if (fitted.isWide && !pages.isWide) pages.addPage(true)
  for (const [part, block] of fitted.blocks.entries()) {
    const parts = fitted.blocks.length
    const drawn = new PdfTable(pages, grid, fitted, atFullWidth(block, pages.width))
    pages.ensure(CAPTION_HEIGHT + drawn.startHeight)
    writeCaption(pages, captionOf('表', { section, number, title: table.title, part, parts }))
    await drawn.draw()
    pages.y += 6
  }
  for (const note of table.notes) writeText(pages, `注：${note}`, NOTE)
  pages.y += 6
}

/** A narrow table among wide ones takes their width. */
function atFullWidth(block: FittedTable['blocks'][number], width: number): FittedTable['blocks'][number] {
  const factor = width / block.widths.reduce((sum, one) => sum + one, 0)
  return { ...block, widths: block.widths.map((one) => one * factor) }
}

function writeNotes(pages: PdfPages, notes: readonly string[], index: number): void {
  if (notes.length === 0) return
  if (pages.isWide) pages.addPage(false)
  writeHeading(pages, `${chineseNumber(index + 1)}、统计口径与说明`, 2 * (BODY.size * LEADING))
  for (const note of notes) writeText(pages, `　　${note}`, BODY)
}

/** Above who took it out, below what it is and which page; only now the number of pages is known. */
function writeEdges(pages: PdfPages, report: Report, reader: DocumentReader): void {
  const { start, count } = pages.doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pages.doc.switchToPage(page)
    const { width, height } = pages.doc.page
    const room = width - 2 * SIDE
    const number = `第 ${page + 1} 页　共 ${count} 页`
    const [words = ''] = wrapText(
      footerWords(report),
      room - pages.measure(number, EDGE.size) - 20,
      (part) => pages.measure(part, EDGE.size),
      1,
    )
    pages.line(readerWords(reader), SIDE, 30, room, { ...EDGE, align: 'right' })
    pages.line(words, SIDE, height - 38, room, EDGE)
    pages.line(number, SIDE, height - 38, room, { ...EDGE, align: 'right' })
    pages.doc
      .moveTo(SIDE, height - 43)
      .lineTo(width - SIDE, height - 43)
      .lineWidth(0.4)
      .stroke('#bfbfbf')
  }
}
