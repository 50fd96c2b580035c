import type { GridColumn, TableGrid } from './table-grid.ts'

export type TableBlock = { columns: readonly number[]; widths: readonly number[] }
/** How a table is set: on which paper, how large, and in how many parts side by side. */
export type FittedTable = { isWide: boolean; size: number; blocks: readonly TableBlock[] }

export type TableRoom = {
  portrait: number
  landscape: number
  /** Between text and line, both sides together. */
  padding: number
  measure: (text: string, size: number) => number
}

export const TABLE_SIZES = [9, 8, 7.5] as const
const SPLIT_SIZE = 8
const TEXT_EMS = 14
const NUMBER_EMS = 12
const HEAD_LINES = 3

/** Upright if it fits, else across, else smaller; what is wider still is cut between columns, never clipped. */
export function fitTable(grid: TableGrid, room: TableRoom): FittedTable {
  for (const isWide of [false, true])
    for (const size of TABLE_SIZES.slice(0, isWide ? 3 : 2)) {
      const widths = columnWidths(grid, size, room)
      const width = isWide ? room.landscape : room.portrait
      if (sum(widths) > width) continue
      const columns = [...widths.keys()]
      return { isWide, size, blocks: [{ columns, widths: stretched(widths, width) }] }
    }
  return { isWide: true, size: SPLIT_SIZE, blocks: splitColumns(grid, room) }
}

function splitColumns(grid: TableGrid, room: TableRoom): TableBlock[] {
  const widths = columnWidths(grid, SPLIT_SIZE, room)
  const widthOf = (columns: readonly number[]) => sum(columns.map((column) => widths[column] ?? 0))
  const blocks: number[][] = []
  for (const group of groupsOf(grid)) {
    // A group that is wider than the paper has to be parted like everything else.
    const pieces = widthOf([0, ...group]) > room.landscape ? group.map((column) => [column]) : [group]
    for (const piece of pieces) {
      const last = blocks.at(-1)
      if (last && widthOf([...last, ...piece]) <= room.landscape) last.push(...piece)
      else blocks.push([0, ...piece])
    }
  }
  return blocks.map((columns) => ({
    columns,
    widths: stretched(
      columns.map((column) => widths[column] ?? 0),
      room.landscape,
    ),
  }))
}

/** Columns that share a heading, without the names. */
function groupsOf({ columns }: TableGrid): number[][] {
  const groups: number[][] = []
  for (const [index, { group }] of columns.entries()) {
    if (index === 0) continue
    if (index > 1 && group !== null && columns[index - 1]?.group === group) groups.at(-1)?.push(index)
    else groups.push([index])
  }
  return groups
}

function columnWidths({ columns, rows }: TableGrid, size: number, room: TableRoom): number[] {
  return columns.map((column, index) => {
    const most = (column.isNumber ? NUMBER_EMS : TEXT_EMS) * size
    let widest = headWidth(column, size, room)
    for (const { cells, indent } of rows) {
      const shift = index === 0 ? indent * size : 0
      widest = Math.max(widest, room.measure(cells[index] ?? '', size) + shift)
      if (widest >= most) break
    }
    return Math.min(widest, most) + room.padding
  })
}

/** Headings may be set in lines, figures may not. */
function headWidth({ title }: GridColumn, size: number, { measure }: TableRoom): number {
  const words = title.match(/[!-~]+/g) ?? []
  return Math.max(measure(title, size) / HEAD_LINES + size, ...words.map((word) => measure(word, size)))
}

function stretched(widths: readonly number[], width: number): number[] {
  const factor = width / sum(widths)
  return widths.map((one) => one * factor)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
