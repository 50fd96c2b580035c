import { describe, expect, it } from 'vitest'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { ImportRow } from '#contract/imports/schemas.ts'
import {
  afterCheck,
  cellOf,
  changedCells,
  closeEdit,
  correctionsOf,
  type Edits,
  isPending,
  nextCorrectable,
  openEdit,
  typeCell,
} from './row-editing.ts'

const { error, insert, elsewhere, locked, unchanged } = RowOutcome.code
const row = (no: number, outcome: ImportRow['outcome'], written = false): ImportRow => ({
  row: no,
  outcome,
  written,
  cells: [],
  issues: [],
  changes: [],
  conclusion: null,
  studentId: null,
  name: null,
  sex: null,
})
const OPEN: Edits = openEdit([], 5, ['张三', '男', ''])

describe('correcting rows', () => {
  it('keeps what was typed when a row is opened again', () => {
    const typed = typeCell(OPEN, 5, 1, '女')
    expect(openEdit(typed, 5, ['other'])).toBe(typed)
    expect(cellOf(typed[0] as Edits[number], 1)).toBe('女')
    expect(cellOf(typed[0] as Edits[number], 0)).toBe('张三')
    expect(closeEdit(typed, 5)).toEqual([])
  })

  it('sends only what differs, without blanks at the ends', () => {
    const there = typeCell(typeCell(OPEN, 5, 2, ' 一班 '), 5, 1, '女')
    const back = typeCell(there, 5, 1, '男')
    expect(changedCells(back[0] as Edits[number])).toEqual({ 2: '一班' })
    expect(correctionsOf(openEdit(back, 6, ['x']))).toEqual([[{ row: 5, cells: { 2: '一班' } }]])
    expect(correctionsOf(OPEN)).toEqual([])
  })

  it('sends no more rows at once than are taken', () => {
    let edits: Edits = []
    for (let no = 2; no < 252; no++) edits = typeCell(openEdit(edits, no, ['']), no, 0, 'x')
    expect(correctionsOf(edits).map((rows) => rows.length)).toEqual([200, 50])
  })

  it('closes what became right and keeps open what did not, with what was saved', () => {
    const edits = typeCell(openEdit(typeCell(OPEN, 5, 1, '女'), 7, ['a']), 7, 0, 'b')
    expect(afterCheck(edits, [row(5, insert), row(7, error)])).toEqual([
      { row: 7, original: ['b'], typed: {}, unfolded: false },
    ])
    expect(afterCheck(edits, [])).toEqual(edits)
  })

  it('goes to the next wrong row, and from the last one to the first', () => {
    const rows = [row(2, error), row(3, insert), row(4, elsewhere), row(5, locked)]
    expect(nextCorrectable(rows, 2)).toBe(4)
    expect(nextCorrectable(rows, 4)).toBe(2)
    expect(nextCorrectable([row(2, error)], 2)).toBeUndefined()
  })

  it('knows what waits to be written', () => {
    expect(isPending(row(2, insert))).toBe(true)
    expect(isPending(row(2, insert, true))).toBe(false)
    expect([isPending(row(2, unchanged)), isPending(row(2, error))]).toEqual([false, false])
  })
})
