import { headWidth } from './head-words.ts'
import type { GridColumn, TableGrid } from './table-grid.ts'

export type TableBlock = { columns: readonly number[]; widths: readonly number[] }
/** How a table is set: how large, and in how many parts below each other. */
export type FittedTable = { size: number; blocks: readonly TableBlock[] }

export type TableRoom = {
  width: number
  /** Between text and line, both sides together. */
  padding: number
  measure: (text: string, size: number) => number
}

export const TABLE_SIZES = [10.5, 9, 8, 7.5] as const
const SPLIT_SIZES = [9, 8, 7.5] as const
const TEXT_EMS = 14
const NUMBER_EMS = 12
/** Headings in two lines where there is room, else in three. */
const HEAD_LINES = [2, 3] as const
const MOST_LINES = 3
/** The steps in which a narrower cut is looked for. */
const STEP = 6

/** As large as it fits; what is wider than the paper even when small is cut between columns, never clipped. */
export function fitTable(grid: TableGrid, room: TableRoom): FittedTable {
  for (const size of TABLE_SIZES) {
    for (const lines of HEAD_LINES) {
      const widths = columnWidths(grid, size, room, lines)
      if (sum(widths) > room.width) continue
      return { size, blocks: [{ columns: [...widths.keys()], widths: stretched(widths, room.width) }] }
    }
  }
  const cuts = SPLIT_SIZES.map((size) => ({ size, blocks: splitColumns(grid, size, room) }))
  return cuts.reduce((best, cut) => (cut.blocks.length < best.blocks.length ? cut : best))
}

/** Into as few parts as possible, about equally wide. */
function splitColumns(grid: TableGrid, size: number, room: TableRoom): TableBlock[] {
  const widths = columnWidths(grid, size, room, MOST_LINES)
  const groups = groupsOf(grid).flatMap((group) => {
    // A group that is wider than the paper has to be parted like everything else.
    const width = sum([0, ...group].map((column) => widths[column] ?? 0))
    return width > room.width ? group.map((column) => [column]) : [group]
  })
  const cut = (limit: number) => columnsWithin(groups, widths, limit)
  const fewest = cut(room.width).length
  let limit = room.width
  while (limit > STEP && cut(limit - STEP).length === fewest) limit -= STEP
  return cut(limit).map((columns) => {
    const own = columns.map((column) => widths[column] ?? 0)
    return { columns, widths: stretched(own, room.width) }
  })
}

/** The names stand before each part. */
function columnsWithin(
  groups: readonly (readonly number[])[],
  widths: readonly number[],
  limit: number,
): number[][] {
  const blocks: number[][] = []
  for (const group of groups) {
    const last = blocks.at(-1)
    const joined = [...(last ?? [0]), ...group]
    if (last && sum(joined.map((column) => widths[column] ?? 0)) <= limit) last.push(...group)
    else blocks.push([0, ...group])
  }
  return blocks
}

/** Columns that stay together, without the names: those under one heading, and a number with its rate. */
function groupsOf({ columns }: TableGrid): number[][] {
  const groups: number[][] = []
  for (const [index, column] of columns.entries()) {
    const previous = columns[index - 1]
    if (index === 0 || !previous) continue
    if (index > 1 && belongTogether(previous, column)) groups.at(-1)?.push(index)
    else groups.push([index])
  }
  return groups
}

const belongTogether = (one: GridColumn, next: GridColumn): boolean =>
  one.group === null
    ? next.group === null && next.title === one.title.replace(/人数$/, '率')
    : one.group === next.group

function columnWidths(
  { columns, rows }: TableGrid,
  size: number,
  room: TableRoom,
  headLines: number,
): number[] {
  return columns.map((column, index) => {
    const most = (column.isNumber ? NUMBER_EMS : TEXT_EMS) * size
    // Headings may be set in lines, figures may not.
    let widest = headWidth(column.title, headLines, (text) => room.measure(text, size))
    for (const { cells, indent } of rows) {
      const shift = index === 0 ? indent * size : 0
      widest = Math.max(widest, room.measure(cells[index] ?? '', size) + shift)
      if (widest >= most) break
    }
    return Math.min(widest, most) + room.padding
  })
}

function stretched(widths: readonly number[], width: number): number[] {
  const factor = width / sum(widths)
  return widths.map((one) => one * factor)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
