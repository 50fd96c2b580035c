import type { CodeOf } from '#contract/core/enums.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import { CORRECTIONS_AT_ONCE, type CorrectRows, type ImportRow } from '#contract/imports/schemas.ts'

/** A row that is being corrected: its cells as they were, and those typed anew, by index. */
export type RowEdit = {
  row: number
  original: readonly string[]
  typed: Readonly<Record<number, string>>
  /** Shows the cells that are right, too. */
  unfolded: boolean
}
export type Edits = readonly RowEdit[]
type Outcome = CodeOf<typeof RowOutcome>

const { error, elsewhere, insert, update, back } = RowOutcome.code
const CORRECTABLE: readonly Outcome[] = [error, elsewhere]
const WRITABLE: readonly Outcome[] = [insert, update, back]

export const isCorrectable = ({ outcome }: Pick<ImportRow, 'outcome'>): boolean =>
  CORRECTABLE.includes(outcome)
/** Right, and not written yet. */
export const isPending = ({ outcome, written }: Pick<ImportRow, 'outcome' | 'written'>): boolean =>
  !written && WRITABLE.includes(outcome)

/** A row that is open already keeps its typed text. */
export function openEdit(edits: Edits, row: number, original: readonly string[]): Edits {
  if (edits.some((edit) => edit.row === row)) return edits
  return [...edits, { row, original, typed: {}, unfolded: false }]
}

export const closeEdit = (edits: Edits, row: number): Edits => edits.filter((edit) => edit.row !== row)

export const changeEdit = (edits: Edits, row: number, change: (edit: RowEdit) => Partial<RowEdit>): Edits =>
  edits.map((edit) => (edit.row === row ? { ...edit, ...change(edit) } : edit))

export const typeCell = (edits: Edits, row: number, index: number, text: string): Edits =>
  changeEdit(edits, row, ({ typed }) => ({ typed: { ...typed, [index]: text } }))

export const cellOf = ({ typed, original }: RowEdit, index: number): string =>
  typed[index] ?? original[index] ?? ''

/** The cells that differ from the sheet; text typed and taken back is no change. */
export function changedCells({ typed, original }: RowEdit): Record<string, string> {
  const entries = Object.entries(typed).map(([index, text]) => [index, text.trim()] as const)
  return Object.fromEntries(entries.filter(([index, text]) => text !== (original[Number(index)] ?? '')))
}

/** Changed rows, in portions the server takes at once. */
export function correctionsOf(edits: Edits): CorrectRows['rows'][] {
  const rows = edits
    .map((edit) => ({ row: edit.row, cells: changedCells(edit) }))
    .filter(({ cells }) => Object.keys(cells).length > 0)
  const portions: CorrectRows['rows'][] = []
  for (let start = 0; start < rows.length; start += CORRECTIONS_AT_ONCE) {
    portions.push(rows.slice(start, start + CORRECTIONS_AT_ONCE))
  }
  return portions
}

/** After a check: what is right now closes, what is still wrong stays open with what was saved. */
export function afterCheck(edits: Edits, checked: readonly ImportRow[]): Edits {
  const byRow = new Map(checked.map((row) => [row.row, row]))
  return edits.flatMap((edit) => {
    const row = byRow.get(edit.row)
    if (!row) return [edit]
    if (!isCorrectable(row)) return []
    const original = [...edit.original]
    for (const [index, text] of Object.entries(changedCells(edit))) original[Number(index)] = text
    return [{ ...edit, original, typed: {} }]
  })
}

/** The next row that needs a person, from the top again after the last one. */
export function nextCorrectable(rows: readonly ImportRow[], after: number): number | undefined {
  const wrong = rows.filter((row) => isCorrectable(row) && row.row !== after).map(({ row }) => row)
  return wrong.find((row) => row > after) ?? wrong[0]
}
