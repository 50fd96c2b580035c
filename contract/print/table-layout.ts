// A table on paper: a head that is repeated on every page, and rows as high as their words need.
import { type Align, line, type Mark, text } from './drawing.ts'
import { type FittedText, fitText, lineHeightOf } from './fit-text.ts'

export type PaperColumn = {
  title: string
  /** Stands over neighbours that share it. */
  group?: string
  /** In proportion to the others. */
  width: number
  align?: Align
}

const HEAD_TEXT = { size: 8, least: 5.5 }
const CELL_TEXT = { size: 9, least: 5.5 }
const PADDING = 0.5
/** Over and under the lines of a cell. */
const ABOVE = 0.3
const HEAD_ROW = 5.5
export const HEAD_HEIGHT = 2 * HEAD_ROW
/** High enough to be filled in by hand. */
const LEAST_ROW = 5.9
const CELL_ROOM = LEAST_ROW - 2 * ABOVE

export type PlacedColumn = PaperColumn & { x: number; wide: number }

export function placeColumns(columns: readonly PaperColumn[], left: number, width: number): PlacedColumn[] {
  const whole = columns.reduce((sum, column) => sum + column.width, 0)
  let x = left
  return columns.map((column) => {
    const wide = (column.width / whole) * width
    const placed = { ...column, x, wide }
    x += wide
    return placed
  })
}

export type LaidRow = { height: number; cells: FittedText[] }

export function layRow(columns: readonly PlacedColumn[], cells: readonly string[]): LaidRow {
  const fitted = columns.map(({ wide }, nth) =>
    fitText(cells[nth] ?? '', wide - 2 * PADDING, CELL_ROOM, CELL_TEXT),
  )
  const heights = fitted.map(({ size, lines }) => lines.length * lineHeightOf(size) + 2 * ABOVE)
  return { height: Math.max(LEAST_ROW, ...heights), cells: fitted }
}

export type Box = { x: number; y: number; wide: number; height: number; align: Align }

export function drawText(
  { x, y, wide, height, align }: Box,
  { size, lines }: FittedText,
  bold = false,
): Mark[] {
  const step = lineHeightOf(size)
  // The base line of the first: the middle of the lines, and of a sign, in the middle of the box.
  const first = y + height / 2 - ((lines.length - 1) * step) / 2 + step * 0.29
  const at = align === 'left' ? x + PADDING : align === 'right' ? x + wide - PADDING : x + wide / 2
  return lines.map((words, nth) => text(at, first + nth * step, words, { size, align, bold }))
}

export function drawRow(columns: readonly PlacedColumn[], { height, cells }: LaidRow, y: number): Mark[] {
  return [
    ...columns.flatMap(({ x, wide, align = 'center' }, nth) =>
      drawText({ x, y, wide, height, align }, cells[nth] ?? { size: CELL_TEXT.size, lines: [] }),
    ),
    ...columns.map(({ x }) => line(x, y, x, y + height)),
    ...edges(columns, y, height),
  ]
}

/** Right edge and bottom. */
function edges(columns: readonly PlacedColumn[], y: number, height: number): Mark[] {
  const [first] = columns
  const last = columns.at(-1)
  if (!first || !last) return []
  const right = last.x + last.wide
  return [line(right, y, right, y + height), line(first.x, y + height, right, y + height)]
}

/** Two rows: groups over their columns, what has no group over both. */
export function drawHead(columns: readonly PlacedColumn[], y: number): Mark[] {
  const [first] = columns
  const last = columns.at(-1)
  if (!first || !last) return []
  const titleOf = (column: PlacedColumn): Mark[] => {
    const { x, wide, title, group } = column
    const box = group ? { x, y: y + HEAD_ROW, wide, height: HEAD_ROW } : { x, y, wide, height: HEAD_HEIGHT }
    return [
      ...drawText(
        { ...box, align: 'center' },
        fitText(title, wide - 2 * PADDING, box.height - 1, HEAD_TEXT),
        true,
      ),
      line(x, box.y, x, box.y + box.height),
    ]
  }
  const groups = groupsOf(columns).flatMap(({ title, x, wide }) => [
    ...drawText(
      { x, y, wide, height: HEAD_ROW, align: 'center' },
      fitText(title, wide - 2 * PADDING, HEAD_ROW - 1, HEAD_TEXT),
      true,
    ),
    line(x, y, x, y + HEAD_ROW),
    line(x, y + HEAD_ROW, x + wide, y + HEAD_ROW),
  ])
  return [
    line(first.x, y, last.x + last.wide, y),
    ...columns.flatMap(titleOf),
    ...groups,
    ...edges(columns, y, HEAD_HEIGHT),
  ]
}

function groupsOf(columns: readonly PlacedColumn[]): { title: string; x: number; wide: number }[] {
  const groups: { title: string; x: number; wide: number; next: number }[] = []
  for (const [nth, { group, x, wide }] of columns.entries()) {
    const open = groups.at(-1)
    if (group === undefined) continue
    if (open && open.title === group && open.next === nth) {
      open.wide += wide
      open.next = nth + 1
    } else groups.push({ title: group, x, wide, next: nth + 1 })
  }
  return groups
}
