import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { chartScenes } from '#contract/reports/chart/chart-scene.ts'
import type { ChartScene } from '#contract/reports/chart/chart-shapes.ts'
import { estimateWidth } from '#contract/reports/chart/wrap-text.ts'
import type { Report, ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { type ZipPart, zipStream } from '../../core/sheets/write/write-zip.ts'
import { chartPicture } from './chart-picture.ts'
import type { DocumentReader } from './document-reader.ts'
import { docxParts, picturePath, relationOf } from './docx-parts.ts'
import { docxPicture } from './docx-picture.ts'
import { docxTable } from './docx-table.ts'
import { paragraph, TWIPS_PER_POINT } from './docx-text.ts'
import { type FittedTable, fitTable } from './fit-table.ts'
import { captionOf, chartWords, isEmptySection, reportLines } from './report-words.ts'
import { type TableGrid, tableGrid } from './table-grid.ts'

const LONG_SIDE = 841.9
const SHORT_SIDE = 595.3
const MARGIN = 57
const PORTRAIT = SHORT_SIDE - 2 * MARGIN
const LANDSCAPE = LONG_SIDE - 2 * MARGIN
const CHART_WIDTH = 640
/** The page height left by the caption, in the chart's units. */
const CHART_HEIGHT = ((LONG_SIDE - 2 * MARGIN - 60) / PORTRAIT) * CHART_WIDTH
const CELL_PADDING = 10
const CHUNK = 64 * 1024
const STORED = 1

type PlacedTable = { table: ReportTable; grid: TableGrid; fitted: FittedTable; number: number }
type Picture = { chart: ReportChart; scene: ChartScene; number: number; part: number; parts: number }

/** Word: headings, sentences, pictures and tables that can be worked on. */
export function writeReportDocx(report: Report, { reader }: { reader: DocumentReader }): Promise<Buffer> {
  const pictures = new Map(report.sections.map((section) => [section, picturesOf(section)]))
  const all = [...pictures.values()].flat()
  const parts: ZipPart[] = [
    ...docxParts(report, reader, all.length),
    { path: 'word/document.xml', level: 6, content: () => inChunks(documentXml(report, pictures, all)) },
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

function* documentXml(
  report: Report,
  pictures: ReadonlyMap<ReportSection, readonly Picture[]>,
  all: readonly Picture[],
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>`
  yield paragraph('Title', report.title)
  for (const line of reportLines(report)) yield paragraph('Subtitle', line)
  const paper = new Paper()
  const sections = report.sections.filter((section) => !isEmptySection(section))
  for (const [index, section] of sections.entries()) {
    const own = pictures.get(section) ?? []
    const tables = section.tables.map(placedTable)
    const startsWide = section.paragraphs.length + own.length === 0 && tables[0]?.fitted.isWide === true
    yield paper.turn(startsWide) + paragraph('Heading1', section.title)
    for (const sentence of section.paragraphs) yield paragraph('BodyText', sentence)
    for (const picture of own) yield* pictureXml(picture, { section: index, place: all.indexOf(picture) })
    for (const table of tables) {
      yield paper.turn(table.fitted.isWide)
      yield* tableXml(table, index)
    }
  }
  if (report.notes.length > 0) yield paper.turn(false) + paragraph('Heading1', '统计口径与说明')
  for (const note of report.notes) yield paragraph('BodyText', note)
  yield `${paper.end()}</w:body></w:document>`
}

function placedTable(table: ReportTable, number: number): PlacedTable {
  const grid = tableGrid(table)
  const room = { portrait: PORTRAIT, landscape: LANDSCAPE, padding: CELL_PADDING, measure: estimateWidth }
  return { table, grid, fitted: fitTable(grid, room), number }
}

function* pictureXml(
  { chart, scene, number, part, parts }: Picture,
  { section, place }: { section: number; place: number },
): Generator<string> {
  yield docxPicture(place, scene, { points: PORTRAIT, words: chartWords(chart) })
  yield paragraph('FigureCaption', captionOf('图', { section, number, title: chart.title, part, parts }))
}

function* tableXml({ table, grid, fitted, number }: PlacedTable, section: number): Generator<string> {
  for (const [part, block] of fitted.blocks.entries()) {
    const parts = fitted.blocks.length
    yield paragraph('Caption', captionOf('表', { section, number, title: table.title, part, parts }))
    yield* docxTable(grid, fitted, block)
  }
  for (const note of table.notes) yield paragraph('Note', `注：${note}`)
  // Two tables without anything between them would become one.
  yield paragraph('Note', '')
}

/** Word notes at the end of a run of pages how they lie. */
class Paper {
  #isWide = false

  /** The section break before the first page of the other orientation. */
  turn(isWide: boolean): string {
    const ended = this.#isWide
    this.#isWide = isWide
    return ended === isWide ? '' : `<w:p><w:pPr>${pageXml(ended)}</w:pPr></w:p>`
  }

  end(): string {
    return pageXml(this.#isWide)
  }
}

/** A4; the edges are those of every page. */
function pageXml(isWide: boolean): string {
  const [width, height] = isWide ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE]
  const twips = (points: number) => Math.round(points * TWIPS_PER_POINT)
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `w:${side}="${twips(MARGIN)}"`).join(' ')
  return [
    `<w:sectPr><w:headerReference w:type="default" r:id="${relationOf('header')}"/>`,
    `<w:footerReference w:type="default" r:id="${relationOf('footer')}"/>`,
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${isWide ? ' w:orient="landscape"' : ''}/>`,
    `<w:pgMar ${sides} w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>`,
  ].join('')
}
