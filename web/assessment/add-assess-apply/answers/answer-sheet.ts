// The indicators of one application: when what is typed goes to the server, one at a time, again and again until it is there.

import type { z } from 'zod'
import type { SavedAnswer } from '#contract/assessment/application-schemas.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { DEFAULT_DEBOUNCE_MS } from '#contract/core/limits.ts'
import { ApiError, isPassing } from '#web/core/api/errors.ts'
import {
  type AnswerState,
  answerFault,
  type Content,
  failed,
  isConflict,
  isSendable,
  keepOwn,
  receive,
  type Stored,
  saved,
  send,
  takeStored,
  tryAgain,
  typeInto,
} from './answer-state.ts'
import { readUnsent, restored, unsentOf, writeUnsent } from './unsent-answers.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000

/** What an application has, as it is read. */
export type Received = { editable: boolean; answers: ReadonlyMap<string, Stored & { points: number }> }
export type SheetOptions = {
  storageKey: string
  userName: string
  /** `again`: nobody asked for it, it is a further try. */
  save: (
    answer: Content & { leafKey: string; version: number },
    again: boolean,
  ) => Promise<z.output<typeof SavedAnswer>>
  /** Reads the application again; what came is passed to `receive`. */
  reload: () => Promise<unknown>
  onSaved: (leafKey: string, stored: Stored) => void
}
export type Snapshot = {
  answers: ReadonlyMap<string, AnswerState>
  /** Something was stored after the last day. */
  over: boolean
  /** Indicators whose text came from an earlier visit. */
  restored: number
}

export class AnswerSheet {
  readonly #options: SheetOptions
  readonly #listeners = new Set<() => void>()
  readonly #due = new Map<string, number>()
  #points = new Map<string, number>()
  #snapshot: Snapshot = { answers: new Map(), over: false, restored: 0 }
  #editable = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #underWay = false
  #stopped = false
  #failures = 0
  #notBefore = 0

  constructor(options: SheetOptions, first: Received) {
    this.#options = options
    const unsent = readUnsent(options.storageKey)
    this.receive(first)
    const answers = restored(this.#snapshot.answers, unsent)
    const keys = [...answers].filter(([, { draft }]) => draft !== null).map(([key]) => key)
    this.#update({ answers, restored: keys.length })
    for (const key of keys) this.#due.set(key, Date.now())
    this.#plan()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly snapshot = (): Snapshot => this.#snapshot

  receive({ editable, answers }: Received): void {
    const reopened = editable && !this.#editable
    this.#editable = editable
    this.#points = new Map([...answers].map(([key, { points }]) => [key, points]))
    const next = [...answers].map(([key, { points: _, ...stored }]): [string, AnswerState] => {
      const known = this.#snapshot.answers.get(key)
      if (!known) return [key, { stored, draft: null }]
      return [key, receive(reopened ? tryAgain(known) : known, stored)]
    })
    this.#update({ answers: new Map(next) })
    if (reopened) for (const leafKey of this.unsent()) this.#due.set(leafKey, Date.now())
    this.#plan()
  }

  /** A key stroke: it is sent once the typing pauses. */
  type(leafKey: string, patch: Partial<Content>): void {
    this.#change(leafKey, (state) => typeInto(state, patch))
    this.#due.set(leafKey, Date.now() + DEFAULT_DEBOUNCE_MS)
    this.#plan()
  }

  /** The indicator was left. */
  finish(leafKey: string): void {
    if (!this.#due.has(leafKey)) return
    this.#due.set(leafKey, Date.now())
    this.#run()
  }

  /** Everything at once, without waiting for the next try. */
  saveAll(): void {
    for (const leafKey of this.unsent()) this.#due.set(leafKey, Date.now())
    this.#notBefore = 0
    this.#run()
  }

  keepOwn(leafKey: string): void {
    this.#change(leafKey, keepOwn)
    this.#due.set(leafKey, Date.now())
    this.#run()
  }

  takeStored(leafKey: string): void {
    this.#due.delete(leafKey)
    this.#change(leafKey, takeStored)
  }

  unsent(): string[] {
    return [...this.#snapshot.answers].filter(([, { draft }]) => draft !== null).map(([key]) => key)
  }

  /** Those that do not get there by themselves, or not soon. */
  troubled(): string[] {
    return this.unsent().filter((key) => {
      const state = this.#snapshot.answers.get(key)
      return (
        state?.draft != null &&
        (!this.#editable ||
          state.draft.trouble !== null ||
          isConflict(state) ||
          answerFault(state.draft.content, this.#pointsOf(key)) !== null)
      )
    })
  }

  finishAll(): void {
    for (const leafKey of this.#due.keys()) this.#due.set(leafKey, Date.now())
    this.#run()
  }

  isUnsent(): boolean {
    return this.unsent().length > 0
  }

  /** Sends everything and waits; whether all of it got there. */
  async saveAndWait(): Promise<boolean> {
    this.saveAll()
    for (;;) {
      if (this.unsent().length === 0) return true
      const isStuck = this.unsent().length === this.troubled().length || Date.now() < this.#notBefore
      if (isStuck && !this.#underWay) return false
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop()
          resolve()
        })
      })
    }
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#store()
  }

  #change(leafKey: string, by: (state: AnswerState) => AnswerState): void {
    const state = this.#snapshot.answers.get(leafKey)
    if (!state) return
    this.#update({ answers: new Map(this.#snapshot.answers).set(leafKey, by(state)) })
  }

  #update(patch: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch }
    this.#store()
    for (const listener of [...this.#listeners]) listener()
  }

  #store(): void {
    writeUnsent(this.#options.storageKey, unsentOf(this.#snapshot.answers))
  }

  #plan(): void {
    clearTimeout(this.#timer)
    if (this.#stopped || this.#underWay || !this.#editable || this.#due.size === 0) return
    const next = Math.max(Math.min(...this.#due.values()), this.#notBefore)
    this.#timer = setTimeout(() => this.#run(), Math.max(0, next - Date.now()))
  }

  #run(): void {
    if (this.#stopped || this.#underWay || !this.#editable) return
    const isTime = Date.now() >= this.#notBefore
    const ready = isTime ? [...this.#due].find(([, at]) => at <= Date.now())?.[0] : undefined
    if (ready === undefined) {
      this.#plan()
      return
    }
    this.#due.delete(ready)
    const state = this.#snapshot.answers.get(ready)
    if (state?.draft?.trouble?.kind === 'overtaken') void this.#reread(ready)
    else if (state && isSendable(state, this.#pointsOf(ready))) void this.#exchange(ready, state)
    else this.#run()
  }

  async #exchange(leafKey: string, { draft }: AnswerState): Promise<void> {
    if (!draft) return
    const { content, version } = draft
    this.#underWay = true
    this.#change(leafKey, send)
    try {
      const again = draft.trouble !== null
      const { over, ...answer } = await this.#options.save({ leafKey, version, ...content }, again)
      this.#failures = 0
      this.#change(leafKey, (state) => saved(state, { ...answer, savedBy: this.#options.userName }))
      const stored = this.#snapshot.answers.get(leafKey)?.stored
      if (stored) this.#options.onSaved(leafKey, stored)
      if (over !== this.#snapshot.over) this.#update({ over })
      // Typed while the answer was awaited.
      if (!this.#due.has(leafKey)) this.#due.set(leafKey, Date.now())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await this.#fail(leafKey, error)
    } finally {
      this.#underWay = false
      this.#run()
      this.#update({})
    }
  }

  async #fail(leafKey: string, error: ApiError): Promise<void> {
    if (isPassing(error)) {
      this.#later(leafKey)
      this.#change(leafKey, (state) => failed(state, { kind: 'retrying', message: error.message }))
      return
    }
    this.#failures = 0
    const isOvertaken = error.code === REFUSALS.changedMeanwhile
    this.#change(leafKey, (state) =>
      failed(state, isOvertaken ? { kind: 'overtaken' } : { kind: 'refused', message: error.message }),
    )
    if (isOvertaken) this.#due.set(leafKey, Date.now())
    else if (error.code === REFUSALS.notInThisState) await this.#options.reload()
  }

  /** Until it is known what somebody else wrote. */
  async #reread(leafKey: string): Promise<void> {
    this.#underWay = true
    try {
      await this.#options.reload()
      if (this.#snapshot.answers.get(leafKey)?.draft?.trouble?.kind === 'overtaken') this.#later(leafKey)
      else {
        this.#failures = 0
        // It was the own text that had arrived, and more is typed since.
        if (!this.#due.has(leafKey)) this.#due.set(leafKey, Date.now())
      }
    } finally {
      this.#underWay = false
      this.#run()
      this.#update({})
    }
  }

  #pointsOf(leafKey: string): number {
    return this.#points.get(leafKey) ?? 0
  }

  #later(leafKey: string): void {
    this.#notBefore = Date.now() + Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS)
    this.#failures += 1
    if (!this.#due.has(leafKey)) this.#due.set(leafKey, this.#notBefore)
  }
}
