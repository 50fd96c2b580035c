// The class at work: every row with what was typed into it, saved by itself, shared by the parts of the screen.
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import type { RecordField, RecordRow, SavedRecord } from '#contract/eyesight/record-schemas.ts'
import type { FieldValue } from '../grid/cell-text.ts'
import { isMeasurement } from './row-rules.ts'
import {
  changesOf,
  discard,
  fail,
  isUnsent,
  keepMine,
  keepTheirs,
  markSent,
  openRow,
  type RowState,
  receive,
  settle,
  textAt,
  tryAgain,
  turnCylinders,
  typeInto,
  valueAt,
} from './row-state.ts'
import { type RowToSave, SaveQueue } from './save-queue.ts'
import { type SheetSummary, sameSummary, summarise } from './sheet-summary.ts'
import { readUnsent, unsentRows, withUnsent, writeUnsent } from './unsent-storage.ts'

type Send = (rows: RowToSave[], again: boolean) => Promise<SavedRecord[]>
export type SheetOptions = {
  storageKey: string
  items: PlanItems
  rows: readonly RecordRow[]
  send: Send
  today: () => string
}
/** The cell somebody is in: its text is nobody else's to change, `seen` is what stood there. */
type Edit = { recordId: number; field: RecordField; text: string; seen: FieldValue }
export type RowSnapshot = { state: RowState; edit: { field: RecordField; text: string } | null }

export class Sheet {
  readonly #options: SheetOptions
  readonly #queue: SaveQueue
  readonly #rows = new Map<number, RowSnapshot>()
  readonly #listeners = new Set<() => void>()
  #order: readonly number[] = []
  #edit: Edit | null = null
  #current: number | null = null
  #summary: SheetSummary
  /** How many cells came back from before a reload. */
  readonly restored: number
  /** Something about the class may have changed: it was completed, the student left. */
  onRefused: () => void = () => {}

  constructor(options: SheetOptions) {
    this.#options = options
    this.#queue = new SaveQueue({
      take: (recordIds) => this.#take(recordIds),
      send: options.send,
      onSaved: (answers) => this.#saved(answers),
      onFailed: (recordIds, trouble) => {
        for (const recordId of recordIds) this.#update(recordId, (state) => fail(state, trouble))
        this.#changed()
        if (!trouble.retry) this.onRefused()
      },
    })
    this.#fill(options.rows)
    const unsent = readUnsent(options.storageKey)
    for (const recordId of this.#order) {
      this.#update(recordId, (state) =>
        turnCylinders(withUnsent(state, unsent, options.today()), options.today()),
      )
    }
    this.#summary = summarise(this.states())
    this.restored = this.#summary.cells
    this.saveAll()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly order = (): readonly number[] => this.#order
  readonly summary = (): SheetSummary => this.#summary
  /** The row somebody is in, or was in last. */
  readonly current = (): number | null => this.#current
  readonly rowAt = (recordId: number): RowSnapshot | undefined => this.#rows.get(recordId)
  states = (): RowState[] => this.#order.flatMap((recordId) => this.#rows.get(recordId)?.state ?? [])
  isUnsent = (): boolean => this.#summary.cells > 0

  /** Somebody went into a cell. */
  readonly enter = (recordId: number, field: RecordField): void => {
    const state = this.#rows.get(recordId)?.state
    if (!state) return
    this.#current = recordId
    this.#edit = { recordId, field, text: textAt(state, field), seen: valueAt(state, field) }
    this.#update(recordId, (same) => same)
    this.#changed()
  }

  readonly type = (recordId: number, field: RecordField, text: string): void => {
    const inside = this.#editOf(recordId, field)
    if (inside) this.#edit = { ...inside, text }
    const today = this.#options.today()
    this.#update(recordId, (state) =>
      typeInto(state, { field, text, seen: inside ? inside.seen : valueAt(state, field), today }),
    )
    this.#queue.touch(recordId)
    this.#changed()
  }

  readonly leave = (recordId: number, field: RecordField): void => {
    if (this.#editOf(recordId, field)) this.#edit = null
    this.#update(recordId, (state) => this.#withoutAbsence(state, field))
    this.#changed()
  }

  /** The row is complete for now. */
  readonly leaveRow = (recordId: number): void => {
    const before = this.#rows.get(recordId)?.state
    this.#update(recordId, (state) => turnCylinders(state, this.#options.today()))
    if (this.#rows.get(recordId)?.state !== before) {
      this.#queue.touch(recordId)
      this.#changed()
    }
    this.#queue.finish(recordId)
  }

  /** The same into many rows. */
  typeAll(recordIds: readonly number[], field: RecordField, text: string): void {
    const today = this.#options.today()
    for (const recordId of recordIds) {
      this.#update(recordId, (state) => typeInto(state, { field, text, seen: valueAt(state, field), today }))
    }
    this.#changed()
    this.#queue.flush(recordIds)
  }

  receive(rows: readonly RecordRow[]): void {
    this.#fill(rows)
    this.#changed()
  }

  readonly saveAll = (): void =>
    this.#queue.flush(
      this.states()
        .filter(isUnsent)
        .map(({ row }) => row.recordId),
    )

  /** As `saveAll`, by somebody who is done: a lens no longer waits for its axis. */
  readonly finishAll = (): void => {
    for (const recordId of this.#order) {
      this.#update(recordId, (state) => turnCylinders(state, this.#options.today(), true))
    }
    this.#changed()
    this.saveAll()
  }

  readonly decide = (recordId: number, field: RecordField, whose: 'mine' | 'theirs'): void => {
    const decided = whose === 'mine' ? keepMine : keepTheirs
    this.#update(recordId, (state) => decided(state, field))
    this.#changed()
    this.#queue.flush([recordId])
  }

  readonly tryAgain = (recordId: number): void => {
    this.#update(recordId, tryAgain)
    this.#changed()
    this.#queue.flush([recordId])
  }

  readonly discard = (recordId: number): void => {
    this.#update(recordId, discard)
    this.#changed()
  }

  /** Ends the saving; what is not saved stays in the storage. */
  stop(): void {
    this.#queue.stop()
    this.storeUnsent()
  }

  storeUnsent(): void {
    writeUnsent(this.#options.storageKey, unsentRows(this.states()))
  }

  #editOf(recordId: number, field: RecordField): Edit | null {
    return this.#edit?.recordId === recordId && this.#edit.field === field ? this.#edit : null
  }

  /** A result that was entered ends an absence: the student came after all. */
  #withoutAbsence(state: RowState, field: RecordField): RowState {
    const absent = valueAt(state, 'absence')
    const entered = state.drafts[field]?.to ?? false
    if (!isMeasurement(field) || entered === false || absent === null) return state
    this.#queue.touch(state.row.recordId)
    return typeInto(state, { field: 'absence', text: '', seen: absent, today: this.#options.today() })
  }

  #take(recordIds: readonly number[]): RowToSave[] {
    const rows = recordIds.flatMap((recordId) => {
      const state = this.#rows.get(recordId)?.state
      const changes = state && changesOf(state)
      return changes ? [{ recordId, changes }] : []
    })
    for (const { recordId } of rows) this.#update(recordId, markSent)
    if (rows.length > 0) this.#changed()
    return rows
  }

  #saved(answers: readonly SavedRecord[]): void {
    for (const answer of answers) this.#update(answer.recordId, (state) => settle(state, answer))
    this.#changed()
    if (answers.some(({ saved, clash }) => !saved && !clash)) this.onRefused()
  }

  /** Takes over the rows as the server has them; one with unsent changes stays even if it is no longer listed. */
  #fill(rows: readonly RecordRow[]): void {
    const listed = new Set(rows.map(({ recordId }) => recordId))
    const unlisted = this.#order.filter((recordId) => {
      const state = this.#rows.get(recordId)?.state
      return !listed.has(recordId) && state !== undefined && isUnsent(state)
    })
    const order = [...listed, ...unlisted]
    for (const row of rows) {
      const known = this.#rows.get(row.recordId)
      if (known) this.#update(row.recordId, (state) => receive(state, row))
      else this.#rows.set(row.recordId, { state: openRow(row, this.#options.items), edit: null })
    }
    if (order.join() === this.#order.join()) return
    for (const recordId of this.#order) if (!order.includes(recordId)) this.#rows.delete(recordId)
    this.#order = order
  }

  #update(recordId: number, change: (state: RowState) => RowState): void {
    const known = this.#rows.get(recordId)
    if (!known) return
    const state = change(known.state)
    if (this.#edit?.recordId === recordId) this.#edit = seenAnew(this.#edit, known.state, state)
    const edit = this.#edit?.recordId === recordId ? this.#edit : null
    const sameEdit = known.edit?.field === edit?.field && known.edit?.text === edit?.text
    if (state !== known.state || !sameEdit) this.#rows.set(recordId, { state, edit })
  }

  #changed(): void {
    const summary = summarise(this.states())
    if (!sameSummary(summary, this.#summary)) this.#summary = summary
    this.storeUnsent()
    for (const listener of this.#listeners) listener()
  }
}

/** Once a change is confirmed or given up, the person in the cell has seen the server's value. */
function seenAnew(edit: Edit, before: RowState, after: RowState): Edit {
  const { field } = edit
  if (!before.drafts[field] || after.drafts[field]) return edit
  return { ...edit, seen: after.row.fields[field] }
}
