/**
 * What a cell held. A number stays a number (its digits beyond 15 are already lost in the file); a date is what the
 * number format says: `2016-09-01`, with a time `2016-09-01 08:30:00`, a time alone `08:30:00`.
 */
export type SheetCell = string | number | boolean | null | { date: string } | { error: string }

export type SheetRow = {
  /** As seen in Excel, from 1. */
  row: number
  /** By column, A = 0; trailing nulls are cut. */
  cells: SheetCell[]
}

/** Shown for a formula that was saved without its value: reading it as empty would lose data silently. */
export const UNCALCULATED = '公式没有计算结果'
