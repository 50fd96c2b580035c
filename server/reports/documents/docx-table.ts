import { cellStyle } from './docx-styles.ts'
import { paragraph, TWIPS_PER_POINT } from './docx-text.ts'
import { wordWidth } from './docx-width.ts'
import type { FittedTable, TableBlock } from './fit-table.ts'
import { headLines } from './head-words.ts'
import { type GridColumn, type GridRow, type HeadCell, headRows, type TableGrid } from './table-grid.ts'

const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="000000"/>`)
  .join('')
const CELL_MARGINS =
  '<w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar>'
/** In points, both sides together, with the lines. */
export const CELL_PADDING = 7
const HEAD_FILL = 'EDEDED'
/** A table of so many rows stays on one page. */
const SHORT_TABLE = 12
/** Of a longer one so many rows begin a page, and so many end it: 合计 is never alone. */
const FIRST_ROWS = 2
const LAST_ROWS = 3
const KEEP_NEXT = '<w:keepNext/>'

/** Row by row, so that a long table is not one piece of work. The heading comes again on every page. */
export function* docxTable(
  grid: TableGrid,
  { size }: FittedTable,
  { columns, widths }: TableBlock,
  /** Whether a remark follows, which belongs on the same page. */
  isFollowed: boolean,
): Generator<string> {
  const twips = widths.map((width) => Math.round(width * TWIPS_PER_POINT))
  const own = columns.flatMap((index) => grid.columns[index] ?? [])
  const total = twips.reduce((sum, width) => sum + width, 0)
  yield [
    `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:jc w:val="center"/>`,
    `<w:tblBorders>${BORDERS}</w:tblBorders><w:tblLayout w:type="fixed"/>${CELL_MARGINS}</w:tblPr>`,
    `<w:tblGrid>${twips.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`,
  ].join('')
  yield headXml(own, twips, size)
  const count = grid.rows.length
  for (const [index, row] of grid.rows.entries()) {
    const isLast = index === count - 1
    const isAtEdge = count <= SHORT_TABLE || index < FIRST_ROWS || index >= count - LAST_ROWS
    yield rowXml(row, { columns: own, places: columns, twips, size, stays: isLast ? isFollowed : isAtEdge })
  }
  yield '</w:tbl>'
}

function headXml(columns: readonly GridColumn[], twips: readonly number[], size: number): string {
  const rows = headRows(columns)
  return rows
    .map((cells, index) => {
      const isLower = index > 0
      const inOrder = isLower ? withCovered(cells, columns) : cells
      const row = inOrder.map((cell) => headCell(cell, twips, size, isLower))
      return `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${row.join('')}</w:tr>`
    })
    .join('')
}

/** Below a heading that goes over both rows Word wants an empty cell. */
function withCovered(cells: readonly HeadCell[], columns: readonly GridColumn[]): HeadCell[] {
  return columns.map(
    (_, from) => cells.find((cell) => cell.from === from) ?? { title: '', from, span: 1, deep: true },
  )
}

function headCell(
  { title, from, span, deep }: HeadCell,
  twips: readonly number[],
  size: number,
  isLower: boolean,
) {
  const width = twips.slice(from, from + span).reduce((sum, one) => sum + one, 0)
  const merge = deep ? `<w:vMerge${isLower ? '' : ' w:val="restart"'}/>` : ''
  const properties = `${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''}${merge}${shade(HEAD_FILL)}`
  const room = width / TWIPS_PER_POINT - CELL_PADDING
  const lines = headLines(title, room, (part) => wordWidth(part, size))
  const text = paragraph(cellStyle(size), lines.join('\n'), {
    properties: `${KEEP_NEXT}<w:jc w:val="center"/>`,
    bold: true,
  })
  return cellXml(width, properties, text)
}

type RowPlace = {
  columns: readonly GridColumn[]
  places: readonly number[]
  twips: readonly number[]
  size: number
  /** On the page of the row that follows. */
  stays: boolean
}

function rowXml(
  { cells, isTotal, indent }: GridRow,
  { columns, places, twips, size, stays }: RowPlace,
): string {
  const row = columns.map(({ isNumber }, index) => {
    const isName = index === 0
    const shift = isName && indent > 0 ? `<w:ind w:left="${indent * size * TWIPS_PER_POINT}"/>` : ''
    const properties = `${stays ? KEEP_NEXT : ''}${shift}<w:jc w:val="${isNumber ? 'right' : 'left'}"/>`
    const text = cells[places[index] ?? 0] ?? ''
    const content = paragraph(cellStyle(size), text, { properties, bold: isTotal })
    return cellXml(twips[index] ?? 0, '', content)
  })
  return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${row.join('')}</w:tr>`
}

const shade = (fill: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`

function cellXml(width: number, properties: string, content: string): string {
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${properties}<w:vAlign w:val="center"/></w:tcPr>${content}</w:tc>`
}
