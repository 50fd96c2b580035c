import { SheetFault } from './sheet-faults.ts'

const LAST_ROW = 1_048_576
export const LAST_COLUMN = 16_383

/** `AB` for 27. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** Column of a reference such as `AB12`, which must lie in that row. */
export function columnOfReference(reference: string, row: number): number {
  let at = 0
  let column = 0
  for (; at < 4; at++) {
    const code = reference.charCodeAt(at)
    if (!(code >= 65 && code <= 90)) break
    column = column * 26 + code - 64
  }
  let found = 0
  for (let i = at; i < reference.length && i < at + 8; i++) {
    const digit = reference.charCodeAt(i) - 48
    found = digit >= 0 && digit <= 9 ? found * 10 + digit : -1e9
  }
  if (column === 0 || column - 1 > LAST_COLUMN || found !== row || reference.length > at + 7) {
    throw new SheetFault('badReference', { place: reference.slice(0, 20) })
  }
  return column - 1
}

/** A row that says its number, or the next one; rows only go down. */
export function rowAfter(previous: number, declared: string | undefined): number {
  if (declared === undefined) return checkedRow(previous, previous + 1)
  if (!/^[1-9]\d{0,6}$/.test(declared))
    throw new SheetFault('badReference', { place: `第 ${declared.slice(0, 20)} 行` })
  return checkedRow(previous, Number(declared))
}

function checkedRow(previous: number, row: number): number {
  if (row <= previous || row > LAST_ROW) throw new SheetFault('badReference', { place: `第 ${row} 行` })
  return row
}
