// One row of the grid: what the server has, what was typed and is not confirmed yet, what is under way.
import { lensFaults, normalReading } from '#contract/eyesight/normal-reading.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import type {
  RecordChanges,
  RecordField,
  RecordFields,
  RecordRow,
  SavedRecord,
} from '#contract/eyesight/record-schemas.ts'
import { editedText, type FieldValue, parseCell } from '../grid/cell-text.ts'
import { contradictionsIn, lensOf, plusSides } from './row-rules.ts'

export type Draft = {
  /** The server's value when the cell was changed. */
  from: FieldValue
  text: string
  /** Null while there is a fault. */
  to: FieldValue
  fault: string | null
  unfinished: boolean
  /** Sent without an answer: the server may have any of them, and then it is no clash. */
  tried: readonly FieldValue[]
}
export type Drafts = { readonly [F in RecordField]?: Draft }
export type RowClash = { byName: string | null; at: string | null; fields: readonly RecordField[] }
/** `retry`: by itself, once the server can be reached. */
export type RowTrouble = { retry: boolean; message: string }
export type RowState = {
  readonly items: PlanItems
  readonly row: RecordRow
  readonly drafts: Drafts
  /** The request under way, by field. */
  readonly sent: { readonly [F in RecordField]?: FieldValue } | null
  readonly clash: RowClash | null
  readonly trouble: RowTrouble | null
}
export type RowPhase = 'saved' | 'unsaved' | 'faulty' | 'saving' | 'retrying' | 'refused' | 'clash'

export const openRow = (row: RecordRow, items: PlanItems): RowState => ({
  items,
  row,
  drafts: {},
  sent: null,
  clash: null,
  trouble: null,
})

export const draftFields = (state: RowState): RecordField[] => Object.keys(state.drafts) as RecordField[]
export const isUnsent = (state: RowState): boolean => draftFields(state).length > 0
const serverValue = ({ row }: RowState, field: RecordField): FieldValue => row.fields[field]
const inClash = ({ clash }: RowState, field: RecordField): boolean => clash?.fields.includes(field) ?? false

/** The value of a cell; null where its text cannot be read. */
export function valueAt(state: RowState, field: RecordField): FieldValue {
  const draft = state.drafts[field]
  return draft ? draft.to : serverValue(state, field)
}

export function textAt(state: RowState, field: RecordField): string {
  const draft = state.drafts[field]
  if (!draft) return editedText(field, serverValue(state, field))
  return draft.fault === null ? editedText(field, draft.to) : draft.text
}

function withDraft(state: RowState, field: RecordField, draft: Draft | undefined): RowState {
  const { [field]: _, ...rest } = state.drafts
  const drafts: Drafts = draft ? { ...rest, [field]: draft } : rest
  const fields = state.clash?.fields.filter((other) => draft || other !== field) ?? []
  const clash = state.clash && fields.length > 0 ? { ...state.clash, fields } : null
  const trouble = Object.keys(drafts).length > 0 ? state.trouble : null
  return { ...state, drafts, clash, trouble }
}

type Typed = { field: RecordField; text: string; seen: FieldValue; today: string }

/** A key stroke; `seen` is what the cell showed before, whatever others made of it meanwhile. */
export function typeInto(state: RowState, { field, text, seen, today }: Typed): RowState {
  const known = state.drafts[field]
  const parsed = parseCell(field, text, today)
  const draft: Draft = {
    from: known ? known.from : seen,
    text,
    to: parsed.ok ? parsed.value : null,
    fault: parsed.ok ? null : parsed.fault,
    unfinished: !parsed.ok && parsed.unfinished,
    tried: known?.tried ?? [],
  }
  const settled = draft.tried.length === 0 && state.sent?.[field] === undefined
  const unchanged = parsed.ok && draft.to === draft.from
  const next = withDraft(state, field, settled && unchanged ? undefined : draft)
  // What was refused is tried again once something about it has changed.
  return next.trouble?.retry === false ? { ...next, trouble: null } : next
}

/** All values of the row with the unsent changes. */
export const fieldsWithDrafts = (state: RowState): RecordFields =>
  withDrafts(state, Object.entries(state.drafts))

const withDrafts = ({ row }: RowState, drafts: [string, Draft][]): RecordFields =>
  ({ ...row.fields, ...Object.fromEntries(drafts.map(([field, { to }]) => [field, to])) }) as RecordFields

/**
 * Positive cylinders as the negative ones of the same lens, with sphere and axis; a lens whose axis is still missing only where
 * `lackingAxis` says so: an axis that is typed afterwards would belong to the positive one.
 */
export function turnCylinders(state: RowState, today: string, lackingAxis = false): RowState {
  const fields = fieldsWithDrafts(state)
  const normal = normalReading(fields)
  const faulty = lensFaults(normal).map(({ field }) => field)
  const isReadable = (field: RecordField) => (state.drafts[field]?.fault ?? null) === null
  return plusSides(fields)
    .filter((side) => !faulty.includes(`cylinder${side}`) && lensOf(side).every(isReadable))
    .filter((side) => lackingAxis || fields[`axis${side}`] !== null)
    .flatMap(lensOf)
    .reduce((next, field) => {
      const text = editedText(field, normal[field])
      return typeInto(next, { field, text, seen: valueAt(state, field), today })
    }, state)
}

/** Whether everything unsent only waits for the rest of a lens. */
const waitsForLens = (state: RowState): boolean =>
  draftFields(state).length > 0 &&
  draftFields(state).every((field) => waitingToTurn(state).includes(field) && !state.drafts[field]?.fault) &&
  contradictionsIn(fieldsWithDrafts(state), state.items).length === 0

/** Cells whose values are still to be turned. */
const waitingToTurn = (state: RowState): RecordField[] => plusSides(fieldsWithDrafts(state)).flatMap(lensOf)

/** What can be sent now: neither wrong, nor waiting for a decision or the rest of a lens, nor contradicting the rest of the row. */
function sendable(state: RowState): [RecordField, Draft][] {
  if (state.sent !== null || state.trouble?.retry === false) return []
  const waitingLenses = waitingToTurn(state)
  let drafts = (Object.entries(state.drafts) as [RecordField, Draft][]).filter(
    ([field, draft]) =>
      draft.fault === null &&
      !waitingLenses.includes(field) &&
      !inClash(state, field) &&
      (draft.to !== draft.from || draft.tried.length > 0),
  )
  while (drafts.length > 0) {
    const waiting = heldBack(state, drafts)
    if (waiting.size === 0) break
    drafts = drafts.filter(([field]) => !waiting.has(field))
  }
  return drafts
}

/** An absence that comes on top of results waits alone: the results are what was done. */
function heldBack(state: RowState, drafts: [RecordField, Draft][]): Set<RecordField> {
  const changed = new Set(drafts.map(([field]) => field))
  const waiting = contradictionsIn(withDrafts(state, drafts), state.items).flatMap(({ among }) =>
    among[0] === 'absence' && changed.has('absence') ? ['absence' as const] : among,
  )
  return new Set(waiting.filter((field) => changed.has(field)))
}

export function changesOf(state: RowState): RecordChanges | null {
  const entries = sendable(state).map(([field, { from, to }]) => [field, { from, to }])
  return entries.length > 0 ? (Object.fromEntries(entries) as RecordChanges) : null
}

export const markSent = (state: RowState): RowState => ({
  ...state,
  sent: Object.fromEntries(sendable(state).map(([field, { to }]) => [field, to])),
})

/** Takes the server's answer; changes typed since the request stay, based on the server's new values. */
export function settle(state: RowState, answer: SavedRecord): RowState {
  const row = answer.row.version >= state.row.version ? answer.row : state.row
  const clashed = new Set(answer.clash?.fields.map(({ field }) => field))
  let next: RowState = { ...state, row, trouble: null }
  const lost: RecordField[] = []
  for (const [field, sent] of Object.entries(state.sent ?? {}) as [RecordField, FieldValue][]) {
    const draft = state.drafts[field]
    if (!draft) continue
    const there = answer.row.fields[field]
    // A row that clashes anywhere is not saved at all.
    const done = draft.fault === null && draft.to === (answer.saved ? sent : there)
    if (done) next = withDraft(next, field, undefined)
    else {
      next = withDraft(next, field, { ...draft, from: there, tried: [] })
      if (clashed.has(field) && !draft.tried.includes(there)) lost.push(field)
    }
  }
  const refused = !answer.saved && !answer.clash && isUnsent(next)
  const trouble = refused ? { retry: false, message: answer.fault ?? '没有保存，请核对' } : null
  return { ...next, sent: null, trouble, clash: joinClash(next.clash, answer, lost) }
}

function joinClash(known: RowClash | null, { clash }: SavedRecord, lost: RecordField[]): RowClash | null {
  if (!clash || lost.length === 0) return known
  return { byName: clash.byName, at: clash.at, fields: [...new Set([...(known?.fields ?? []), ...lost])] }
}

/** No answer, or a refusal: whether anything was written is not known. */
export function fail(state: RowState, trouble: RowTrouble): RowState {
  let next = state
  for (const [field, sent] of Object.entries(state.sent ?? {}) as [RecordField, FieldValue][]) {
    const draft = state.drafts[field]
    if (draft) next = withDraft(next, field, { ...draft, tried: [...new Set([...draft.tried, sent])] })
  }
  return { ...next, sent: null, trouble }
}

/** Takes the server's current row, also where another person changed it. */
export function receive(state: RowState, row: RecordRow): RowState {
  if (row === state.row || row.version < state.row.version) return state
  let next: RowState = { ...state, row }
  for (const field of draftFields(state)) {
    const draft = state.drafts[field] as Draft
    if (draft.fault !== null || state.sent?.[field] !== undefined) continue
    const there = row.fields[field]
    if (draft.to === there) next = withDraft(next, field, undefined)
    else if (draft.tried.includes(there)) next = withDraft(next, field, { ...draft, from: there, tried: [] })
  }
  return next
}

export function keepTheirs(state: RowState, field: RecordField): RowState {
  return withDraft(state, field, undefined)
}

/** Sends the value again, over the server's current one. */
export function keepMine(state: RowState, field: RecordField): RowState {
  const draft = state.drafts[field]
  if (!draft) return state
  const without = withDraft(state, field, undefined)
  return withDraft(without, field, { ...draft, from: serverValue(state, field) })
}

/** Asks again for what was refused. */
export const tryAgain = (state: RowState): RowState => ({ ...state, trouble: null })

export const discard = ({ row, items }: RowState): RowState => openRow(row, items)

export function phaseOf(state: RowState): RowPhase {
  if (state.clash) return 'clash'
  if (state.trouble?.retry === false) return 'refused'
  if (state.sent) return 'saving'
  if (state.trouble) return 'retrying'
  if (sendable(state).length > 0 || waitsForLens(state)) return 'unsaved'
  return isUnsent(state) ? 'faulty' : 'saved'
}
