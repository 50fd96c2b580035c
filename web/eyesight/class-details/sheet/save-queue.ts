// When what was typed goes to the server: row by row, one request at a time, again and again until it is there.
import type { RecordChanges, SavedRecord } from '#contract/eyesight/record-schemas.ts'
import { ApiError, isPassing } from '#web/core/api/errors.ts'
import type { RowTrouble } from './row-state.ts'

export const PAUSE_MS = 800
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
/** As many as one request may carry. */
const ROWS_MAX = 100

export type RowToSave = { recordId: number; changes: RecordChanges }
type Options = {
  /** What these rows have to send, which is under way from now on; rows without changes are left out. */
  take: (recordIds: readonly number[]) => RowToSave[]
  /** `again`: nobody asked for it, it is a further try. */
  send: (rows: RowToSave[], again: boolean) => Promise<SavedRecord[]>
  onSaved: (answers: readonly SavedRecord[]) => void
  onFailed: (recordIds: readonly number[], trouble: RowTrouble) => void
}

const NO_ANSWER = '没有收到服务器的回应'
export class SaveQueue {
  readonly #options: Options
  /** When a row is to be sent. */
  readonly #due = new Map<number, number>()
  /** Rows that a refusal of several left open: which of them was meant shows when each goes alone. */
  readonly #alone = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #underWay = false
  #stopped = false
  #failures = 0
  #notBefore = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** A key stroke in a row: it is sent once the typing pauses. */
  touch(recordId: number): void {
    this.#due.set(recordId, Date.now() + PAUSE_MS)
    this.#plan()
  }

  /** The row was left. */
  finish(recordId: number): void {
    if (!this.#due.has(recordId)) return
    this.#due.set(recordId, Date.now())
    this.#run()
  }

  /** Everything at once, without waiting for the next try. */
  flush(recordIds: Iterable<number> = [...this.#due.keys()]): void {
    for (const recordId of recordIds) this.#due.set(recordId, Date.now())
    this.#notBefore = 0
    this.#run()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#stopped || this.#underWay || this.#due.size === 0) return
    const next = Math.max(Math.min(...this.#due.values()), this.#notBefore)
    this.#timer = setTimeout(() => this.#run(), Math.max(0, next - Date.now()))
  }

  #run(): void {
    if (this.#stopped || this.#underWay) return
    const rows = Date.now() < this.#notBefore ? [] : this.#takeNext()
    if (rows.length > 0) void this.#exchange(rows)
    else this.#plan()
  }

  #takeNext(): RowToSave[] {
    for (let next = this.#next(); next.length > 0; next = this.#next()) {
      const rows = this.#options.take(next)
      if (rows.length > 0) return rows
    }
    return []
  }

  /** Rows whose time has come; one that was refused among others goes by itself. */
  #next(): number[] {
    const ready = [...this.#due].filter(([, at]) => at <= Date.now()).map(([recordId]) => recordId)
    const together = ready.filter((recordId) => !this.#alone.has(recordId)).slice(0, ROWS_MAX)
    const next = together.length > 0 ? together : ready.slice(0, 1)
    for (const recordId of next) {
      this.#due.delete(recordId)
      this.#alone.delete(recordId)
    }
    return next
  }

  async #exchange(rows: RowToSave[]): Promise<void> {
    const recordIds = rows.map(({ recordId }) => recordId)
    this.#underWay = true
    try {
      const answers = await this.#options.send(rows, this.#failures > 0)
      this.#failures = 0
      this.#options.onSaved(answers)
      const answered = new Set(answers.map(({ recordId }) => recordId))
      const silent = recordIds.filter((recordId) => !answered.has(recordId))
      if (silent.length > 0) this.#later(silent, NO_ANSWER)
      // Typed while the answer was awaited.
      this.#wantAgain(recordIds, Date.now())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#failed(recordIds, error)
    } finally {
      this.#underWay = false
      this.#plan()
    }
  }

  #failed(recordIds: number[], error: ApiError): void {
    if (isPassing(error)) {
      this.#later(recordIds, error.message)
      return
    }
    this.#failures = 0
    const several = recordIds.length > 1
    this.#options.onFailed(recordIds, { retry: several, message: error.message })
    if (!several) return
    for (const recordId of recordIds) this.#alone.add(recordId)
    this.#wantAgain(recordIds, Date.now())
  }

  #later(recordIds: number[], message: string): void {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS)
    this.#failures += 1
    this.#notBefore = Date.now() + wait
    this.#options.onFailed(recordIds, { retry: true, message })
    this.#wantAgain(recordIds, this.#notBefore)
  }

  #wantAgain(recordIds: number[], at: number): void {
    for (const recordId of recordIds) if (!this.#due.has(recordId)) this.#due.set(recordId, at)
  }
}
