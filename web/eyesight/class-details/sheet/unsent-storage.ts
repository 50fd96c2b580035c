// What was typed and not confirmed outlives a reload of the page. Readings by the number of their record, no names.
import { type RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'
import type { CellValue } from '../grid/cell-text.ts'
import { draftFields, isUnsent, type RowState, textAt, typeInto } from './row-state.ts'

type KeptCell = { from: CellValue; text: string; tried: CellValue[] }
export type KeptRows = Record<string, { [F in RecordField]?: KeptCell }>

const PREFIX = 'console:unsent'
export const unsentKey = (userId: number, taskId: number, classId: number): string =>
  `${PREFIX}:${userId}:${taskId}:${classId}`

export function keptRows(states: Iterable<RowState>): KeptRows {
  const kept: KeptRows = {}
  for (const state of states) {
    if (!isUnsent(state)) continue
    const cells: KeptRows[string] = {}
    for (const field of draftFields(state)) {
      const draft = state.drafts[field]
      const underWay = state.sent?.[field]
      if (!draft) continue
      cells[field] = {
        from: draft.from,
        text: textAt(state, field),
        // Whether that arrives will not be known after a reload.
        tried: underWay === undefined ? [...draft.tried] : [...draft.tried, underWay],
      }
    }
    kept[state.row.recordId] = cells
  }
  return kept
}

/** The row with what was kept of it typed in again. */
export function withKept(state: RowState, kept: KeptRows, today: string): RowState {
  let next = state
  for (const [name, cell] of Object.entries(kept[state.row.recordId] ?? {})) {
    if (!(name in RecordFields.shape)) continue
    const field = name as RecordField
    const there = state.row.fields[field]
    // Its own value may have arrived before the page was left.
    const from = cell.tried.includes(there) ? there : cell.from
    const tried = cell.tried.includes(there) ? [] : cell.tried
    const typed = typeInto(next, { field, text: cell.text, seen: from, today })
    const draft = typed.drafts[field]
    if (!draft || (draft.fault === null && draft.to === there)) continue
    next = { ...typed, drafts: { ...typed.drafts, [field]: { ...draft, tried } } }
  }
  return next
}

export function readUnsent(key: string): KeptRows {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as KeptRows
  } catch {
    // Forbidden, or not of this version: nothing was kept then.
    return {}
  }
}

export function writeUnsent(key: string, kept: KeptRows): void {
  try {
    if (Object.keys(kept).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Full or forbidden: it is still in the page, and the page warns before it is left.
  }
}
