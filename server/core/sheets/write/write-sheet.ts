import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CellWriter, cellWriter } from './write-cell.ts'
import { type ChoiceLists, validationsXml } from './write-choices.ts'
import {
  columnLetters,
  MAX_COLUMNS,
  MAX_ROWS,
  type OutColumn,
  type OutRow,
  type OutSheet,
} from './write-model.ts'
import { HEADER_STYLE, REQUIRED_HEADER_STYLE, styleOf, TITLE_STYLE } from './write-styles.ts'
import { cleanText, textElement, textWidth } from './write-text.ts'

/** Characters of XML after which others get their turn: a few milliseconds of work. */
const CHUNK = 64 * 1024
const WIDTH_MAX = 255
const LINE_HEIGHT = 19

export type SheetPlace = {
  /** The sheet that is seen when the file is opened. */
  selected: boolean
  lists: ChoiceLists
  /** Called once the rows are written. */
  onFilter: (cells: string) => void
}

/** The sheet's XML, piece by piece; a piece is made only when it is asked for. */
export async function* writeSheet(sheet: OutSheet, place: SheetPlace): AsyncGenerator<Buffer, void, void> {
  const { columns, title, plain = false } = sheet
  if (columns.length > MAX_COLUMNS) throw new Error(`too many columns for a sheet: ${columns.length}`)
  const last = columnLetters(Math.max(columns.length, 1) - 1)
  const titleRows = title === undefined ? 0 : 1
  const grouped = columns.some(({ group }) => group)
  /** The one that stands right above the rows. */
  const headerRow = plain ? 0 : titleRows + (grouped ? 2 : 1)
  const writers = columns.map((column, index) => cellWriter(column, index, plain))

  let xml = openXml(columns, headerRow, plain, place.selected)
  if (title !== undefined) xml += titleXml(cleanText(title), columns)
  if (grouped && !plain) xml += groupsXml(columns, headerRow - 1)
  if (!plain) xml += headerXml(columns, headerRow)
  let row = plain ? titleRows : headerRow
  for await (const batch of batchesOf(sheet.rows)) {
    for (const cells of batch) {
      if (++row > MAX_ROWS) throw new Error(`too many rows for a sheet: more than ${MAX_ROWS}`)
      xml += rowXml(cells, row, writers)
      if (xml.length < CHUNK) continue
      yield Buffer.from(xml)
      xml = ''
      await nextTurn()
    }
  }
  xml += '</sheetData>'
  if (sheet.filter && !plain) {
    xml += `<autoFilter ref="A${headerRow}:${last}${row}"/>`
    place.onFilter(`$A$${headerRow}:$${last}$${row}`)
  }
  xml += mergesXml([
    ...(titleRows > 0 && columns.length > 1 ? [`A1:${last}1`] : []),
    ...(grouped && !plain ? mergedHeadings(columns, headerRow) : []),
  ])
  if (!plain) xml += validationsXml(columns, headerRow, place.lists)
  yield Buffer.from(xml + closeXml(columns, titleRows))
}

async function* batchesOf(rows: OutSheet['rows']): AsyncGenerator<Iterable<OutRow>, void, void> {
  if (Symbol.asyncIterator in rows) yield* rows
  else yield rows
}

function rowXml(cells: OutRow, row: number, writers: readonly CellWriter[]): string {
  let xml = `<row r="${row}">`
  // Cells beyond the columns have no place.
  for (let index = 0; index < writers.length; index++) xml += writers[index]?.(cells[index], row) ?? ''
  return `${xml}</row>`
}

function openXml(
  columns: readonly OutColumn[],
  headerRow: number,
  plain: boolean,
  selected: boolean,
): string {
  const pane =
    headerRow === 0
      ? ''
      : `<pane ySplit="${headerRow}" topLeftCell="A${headerRow + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A${headerRow + 1}" sqref="A${headerRow + 1}"/>`
  const cols = columns.map((column, index) => {
    const style = styleOf({ format: column.format, align: column.align, wrap: plain })
    return `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" style="${style}" customWidth="1"/>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView${selected ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>`,
    '<sheetFormatPr defaultRowHeight="15"/>',
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

function widthOf({ width, title, required }: OutColumn): number {
  const longestLine = Math.max(...title.split('\n').map(textWidth))
  return Math.min(width ?? Math.max(10, longestLine + (required ? 5 : 4)), WIDTH_MAX)
}

function titleXml(title: string, columns: readonly OutColumn[]): string {
  // Merged cells do not grow with their text. The title is set larger than the widths are counted in.
  const room = Math.max(columns.map(widthOf).reduce((sum, width) => sum + width, 0) / 1.3, 1)
  const lines = title.split('\n').map((line) => Math.max(Math.ceil(textWidth(line) / room), 1))
  const height = Math.min(lines.reduce((sum, count) => sum + count, 0) * LINE_HEIGHT + 10, 409)
  return `<row r="1" ht="${height}" customHeight="1">${textCell('A1', TITLE_STYLE, title)}</row>`
}

function headerXml(columns: readonly OutColumn[], row: number): string {
  const cells = columns.map(({ title, required }, index) =>
    textCell(
      `${columnLetters(index)}${row}`,
      required ? REQUIRED_HEADER_STYLE : HEADER_STYLE,
      cleanText(required ? `*${title}` : title),
    ),
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

/** Where the heading above the titles begins anew: at every column without a group, and where the group changes. */
const beginsHeading = (columns: readonly OutColumn[], index: number): boolean =>
  !columns[index]?.group || columns[index - 1]?.group !== columns[index]?.group

function groupsXml(columns: readonly OutColumn[], row: number): string {
  const cells = columns.map(({ title, group }, index) => {
    const reference = `${columnLetters(index)}${row}`
    return beginsHeading(columns, index)
      ? textCell(reference, HEADER_STYLE, cleanText(group || title))
      : `<c r="${reference}" s="${HEADER_STYLE}"/>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

/** A title without a group reaches over both rows, a group over its columns. */
function mergedHeadings(columns: readonly OutColumn[], headerRow: number): string[] {
  return columns.flatMap(({ group }, index) => {
    if (!beginsHeading(columns, index)) return []
    const from = columnLetters(index)
    if (!group) return [`${from}${headerRow - 1}:${from}${headerRow}`]
    let end = index
    while (end + 1 < columns.length && !beginsHeading(columns, end + 1)) end++
    return end === index ? [] : [`${from}${headerRow - 1}:${columnLetters(end)}${headerRow - 1}`]
  })
}

const mergesXml = (cells: readonly string[]): string =>
  cells.length === 0
    ? ''
    : `<mergeCells count="${cells.length}">${cells.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`

function textCell(reference: string, style: number, clean: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is>${textElement(clean)}</is></c>`
}

function closeXml(columns: readonly OutColumn[], titleRows: number): string {
  // Ids and phones are text on purpose; without this every such cell carries a warning.
  const texts = columns.flatMap(({ format }, index) => {
    const letters = columnLetters(index)
    return format === 'text' ? [`${letters}${titleRows + 1}:${letters}${MAX_ROWS}`] : []
  })
  const ignored =
    texts.length === 0
      ? ''
      : `<ignoredErrors><ignoredError sqref="${texts.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`
  return [
    '<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>',
    ignored,
    '</worksheet>',
  ].join('')
}
