import { setImmediate as nextTurn } from 'node:timers/promises'
import { wrapText } from '#contract/reports/chart/wrap-text.ts'
import type { FontWeight } from '../../core/documents/document-fonts.ts'
import type { FittedTable, TableBlock } from './fit-table.ts'
import { headLines } from './head-words.ts'
import type { PdfPages } from './pdf-pages.ts'
import { type GridRow, headRows, type TableGrid } from './table-grid.ts'

const LINE_COLOR = '#595959'
const HEAD_FILL = '#ededed'
const CELL = { side: 3, edge: 2.5 }
const LEADING = 1.3
const ROWS_PER_TURN = 25
const SHORT_TABLE = 12
const FIRST_ROWS = 3
/** So many rows end a long table together: 合计 is never alone on a page. */
const LAST_ROWS = 3

export const CELL_PADDING = 2 * CELL.side + 1

type CellLines = { x: number; width: number; lines: readonly string[]; align: 'left' | 'center' | 'right' }
type RowLines = { cells: readonly CellLines[]; lines: number; weight: FontWeight; fill: string | null }

/** One block of columns with all its rows; the heading comes again on every page, nothing is cut off. */
export class PdfTable {
  readonly #pages: PdfPages
  readonly #grid: TableGrid
  readonly #size: number
  readonly #block: TableBlock
  readonly #xs: readonly number[]
  readonly #head: readonly { row: RowLines; covers: readonly number[] }[]

  constructor(pages: PdfPages, grid: TableGrid, { size }: FittedTable, block: TableBlock) {
    this.#pages = pages
    this.#grid = grid
    this.#size = size
    this.#block = block
    let at = pages.left + (pages.width - block.widths.reduce((sum, width) => sum + width, 0)) / 2
    this.#xs = [at, ...block.widths.map((width) => (at += width))]
    this.#head = this.#makeHead()
  }

  /** What has to be left of a page to begin on it: a short table as a whole, of a long one the first rows. */
  get startHeight(): number {
    const { rows } = this.#grid
    const first = rows.slice(0, rows.length <= SHORT_TABLE ? rows.length : FIRST_ROWS)
    return this.#headHeight + this.#heightOfRows(first)
  }

  #heightOfRows(rows: readonly GridRow[]): number {
    return rows.reduce((sum, row) => sum + this.#heightOf(this.#rowLines(row).lines), 0)
  }

  async draw(): Promise<void> {
    this.#drawHead()
    const { rows } = this.#grid
    const ending = rows.slice(-LAST_ROWS)
    for (const [index, row] of rows.entries()) {
      if (index === rows.length - ending.length) this.#startPageUnless(this.#heightOfRows(ending))
      this.#drawRow(this.#rowLines(row))
      if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    }
  }

  get #headHeight(): number {
    return this.#head.reduce((sum, { row }) => sum + this.#heightOf(row.lines), 0)
  }

  #heightOf(lines: number): number {
    return lines * this.#size * LEADING + 2 * CELL.edge
  }

  #wrapped(text: string, width: number, weight: FontWeight): string[] {
    const room = width - CELL_PADDING + 0.5
    const isShort = !text.includes('\n') && this.#pages.measure(text, this.#size, weight) <= room
    return isShort ? [text] : wrapText(text, room, (part) => this.#pages.measure(part, this.#size, weight))
  }

  #makeHead() {
    const columns = this.#block.columns.flatMap((index) => this.#grid.columns[index] ?? [])
    return headRows(columns).map((cells) => {
      const made = cells.map(({ title, from, span, deep }) => {
        const x = this.#xs[from] ?? 0
        const width = (this.#xs[from + span] ?? x) - x
        const lines = headLines(title, width - CELL_PADDING + 0.5, (text) =>
          this.#pages.measure(text, this.#size, 'Bold'),
        )
        return { x, width, deep, align: 'center' as const, lines }
      })
      const flat = made.filter(({ deep }) => !deep)
      const lines = Math.max(1, ...flat.map((cell) => cell.lines.length))
      const row: RowLines = { cells: made, lines, weight: 'Bold', fill: HEAD_FILL }
      return { row, covers: made.flatMap(({ deep }, index) => (deep ? [index] : [])) }
    })
  }

  /** A heading over both rows is as high as both; if its text is higher, the last row grows. */
  #drawHead(): void {
    const pages = this.#pages
    const head = this.#head
    const deepest = Math.max(
      0,
      ...head.flatMap(({ row, covers }) => covers.map((index) => row.cells[index]?.lines.length ?? 0)),
    )
    const missing = Math.max(this.#heightOf(deepest) - this.#headHeight, 0)
    const end = pages.y + this.#headHeight + missing
    for (const [index, { row, covers }] of head.entries()) {
      const isLast = index === head.length - 1
      const height = this.#heightOf(row.lines) + (isLast ? missing : 0)
      for (const [place, cell] of row.cells.entries())
        this.#drawCell(cell, row, pages.y, covers.includes(place) ? end - pages.y : height)
      pages.y += height
    }
  }

  #rowLines({ cells, isTotal, indent }: GridRow): RowLines {
    const weight: FontWeight = isTotal ? 'Bold' : 'Regular'
    const made = this.#block.columns.map((column, index): CellLines => {
      const shift = column === 0 ? indent * this.#size : 0
      const x = (this.#xs[index] ?? 0) + shift
      const width = (this.#xs[index + 1] ?? x) - x
      const align = this.#grid.columns[column]?.isNumber ? 'right' : 'left'
      return { x, width, align, lines: this.#wrapped(cells[column] ?? '', width, weight) }
    })
    const lines = made.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
    return { cells: made, lines, weight, fill: null }
  }

  /** Goes on to a new page unless so much fits the present one; not where it would fit no page at all. */
  #startPageUnless(height: number): void {
    const pages = this.#pages
    if (height <= pages.heightLeft || height > pages.fullHeight - this.#headHeight) return
    pages.addPage()
    this.#drawHead()
  }

  /** A row stays together unless it is higher than a page. */
  #drawRow(row: RowLines): void {
    const pages = this.#pages
    const perPage = Math.floor((pages.fullHeight - this.#headHeight - 2 * CELL.edge) / (this.#size * LEADING))
    for (let from = 0; from < row.lines; from += perPage) {
      const lines = Math.min(row.lines - from, perPage)
      const height = this.#heightOf(lines)
      if (height > pages.heightLeft) {
        pages.addPage()
        this.#drawHead()
      }
      const cells = row.cells.map((cell) => ({ ...cell, lines: cell.lines.slice(from, from + lines) }))
      this.#drawRuled({ ...row, cells }, height)
      pages.y += height
    }
  }

  #drawRuled(row: RowLines, height: number): void {
    const { doc, y } = this.#pages
    const left = this.#xs[0] ?? 0
    const right = this.#xs.at(-1) ?? 0
    if (row.fill !== null) doc.rect(left, y, right - left, height).fill(row.fill)
    for (const x of this.#xs) doc.moveTo(x, y).lineTo(x, y + height)
    for (const edge of [y, y + height]) doc.moveTo(left, edge).lineTo(right, edge)
    doc.lineWidth(0.5).stroke(LINE_COLOR)
    for (const cell of row.cells) this.#writeCell(cell, row, y, height)
  }

  #drawCell(cell: CellLines, row: RowLines, y: number, height: number): void {
    const { doc } = this.#pages
    doc
      .lineWidth(0.5)
      .rect(cell.x, y, cell.width, height)
      .fillAndStroke(row.fill ?? '#ffffff', LINE_COLOR)
    this.#writeCell(cell, row, y, height)
  }

  #writeCell({ x, width, lines, align }: CellLines, { weight }: RowLines, y: number, height: number): void {
    const step = this.#size * LEADING
    const first = y + (height - lines.length * step) / 2 + (step - this.#size) / 2
    for (const [index, line] of lines.entries())
      this.#pages.line(line, x + CELL.side, first + index * step, width - 2 * CELL.side, {
        size: this.#size,
        weight,
        align,
      })
  }
}
