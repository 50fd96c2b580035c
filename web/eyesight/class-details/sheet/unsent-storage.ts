// Changes the server has not confirmed survive a reload of the page: readings by record number, no names.
import { type RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'
import type { FieldValue } from '../grid/cell-text.ts'
import { draftFields, isUnsent, type RowState, textAt, typeInto } from './row-state.ts'

type UnsentCell = { from: FieldValue; text: string; tried: FieldValue[] }
export type UnsentRows = Record<string, { [F in RecordField]?: UnsentCell }>

const PREFIX = 'console:unsent'
export const unsentKey = (userId: number, taskId: number, classId: number): string =>
  `${PREFIX}:${userId}:${taskId}:${classId}`

export function unsentRows(states: Iterable<RowState>): UnsentRows {
  const unsent: UnsentRows = {}
  for (const state of states) {
    if (!isUnsent(state)) continue
    const cells: UnsentRows[string] = {}
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
    unsent[state.row.recordId] = cells
  }
  return unsent
}

/** The row with its stored changes typed in again. */
export function withUnsent(state: RowState, unsent: UnsentRows, today: string): RowState {
  let next = state
  for (const [name, cell] of Object.entries(unsent[state.row.recordId] ?? {})) {
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

export function readUnsent(key: string): UnsentRows {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as UnsentRows
  } catch {
    // Storage is forbidden, or written by another version: nothing is restored.
    return {}
  }
}

export function writeUnsent(key: string, unsent: UnsentRows): void {
  try {
    if (Object.keys(unsent).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(unsent))
  } catch {
    // Full or forbidden: it is still in the page, and the page warns before it is left.
  }
}
