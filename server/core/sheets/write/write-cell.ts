import {
  columnLetters,
  OUT_MARKS,
  type OutCell,
  type OutColumn,
  type OutMark,
  type OutValue,
} from './write-model.ts'
import { styleOf } from './write-styles.ts'
import { cleanText, looksLikeFormula, textElement } from './write-text.ts'

const DAY = 86_400_000
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** Excel's calendar has a 29 February 1900; from the day after it everybody counts alike. */
const FIRST_SAFE_DAY = 61

export type CellWriter = (cell: OutCell | undefined, row: number) => string

/** Makes the cells of one column; empty ones take the column's style by themselves. */
export function cellWriter(column: OutColumn, index: number, wrapAll: boolean): CellWriter {
  const { format, align } = column
  const letters = columnLetters(index)
  const stylesOf = (mark?: OutMark) => {
    const of = (quoted: boolean, wrap: boolean) => styleOf({ format, align, mark, quoted, wrap })
    return { plain: of(false, wrapAll), lines: of(false, true), quoted: of(true, wrapAll) }
  }
  const unmarked = stylesOf()
  const marks = Object.fromEntries(OUT_MARKS.map((mark) => [mark, stylesOf(mark)])) as Record<
    OutMark,
    typeof unmarked
  >

  return (cell, row) => {
    if (cell === null || cell === undefined) return ''
    const mark = typeof cell === 'object' ? cell.mark : undefined
    const styles = mark ? marks[mark] : unmarked
    const value = inColumn(typeof cell === 'object' ? cell.value : cell, format)
    if (value === null) return mark ? `<c r="${letters}${row}" s="${styles.plain}"/>` : ''
    if (typeof value === 'number') return `<c r="${letters}${row}" s="${styles.plain}"><v>${value}</v></c>`
    let style = value.includes('\n') ? styles.lines : styles.plain
    if (looksLikeFormula(value)) style = styles.quoted
    return `<c r="${letters}${row}" s="${style}" t="inlineStr"><is>${textElement(value)}</is></c>`
  }
}

/** What the cell will hold: clean text, a number, or nothing. Text is never guessed to be a number. */
function inColumn(value: OutValue, format: OutColumn['format']): OutValue {
  if (value === null) return null
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null
    return format === 'text' ? String(value) : value
  }
  if (value === '') return null
  return (format === 'date' ? dayNumber(value) : null) ?? (cleanText(value) || null)
}

/** A calendar day as spreadsheets count it; null for what is no day or lies before they agree. */
export function dayNumber(text: string): number | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (day === undefined) return null
  const time = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (time.getUTCMonth() + 1 !== Number(month) || time.getUTCDate() !== Number(day)) return null
  const days = (time.getTime() - DAY_ZERO) / DAY
  // The constructor reads the years 0 to 99 as 1900 to 1999.
  return days >= FIRST_SAFE_DAY && time.getUTCFullYear() === Number(year) ? days : null
}
