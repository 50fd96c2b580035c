// Two nodes on one database, each a process of its own, with schools to be screened; and what must hold of their records.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { openDatabase } from '#server/core/db/connect.ts'
import { makeSecrets } from '#server/core/secrets.ts'
import { fieldsOf, toWireFields } from '#server/eyesight/records/record-fields.ts'
import { loadDemo } from '#server/seed/demo.ts'
import type { TestApp } from '#server/testing/app.ts'
import { expectFiguresRight } from '#server/testing/recount.ts'
import { newUser } from '../../server/testing/people.ts'
import { startedTask } from '../../server/testing/screening.ts'
import { provideDatabase } from './database.ts'
import { type Answer, call, comesTrue, type Product, start } from './product.ts'

const KEY = 'ab'.repeat(32)
const PASSWORD = 'Demo@2026'

export type Which = 0 | 1
/** One statement about a record, identified by a value that nobody else gives it, and its outcome. */
export type Word = {
  recordId: number
  marker: { field: string; value: unknown }
  /** The stored values once it is saved. */
  values: Record<string, unknown>
  /** When it was sent first. */
  at: number
  /** How often it was sent without an answer. */
  unanswered: number
  outcome: 'saved' | 'clash' | 'refused'
  /** Where somebody else was faster, or why it was refused. */
  message: string
}

export async function screeningSite() {
  const provided = await provideDatabase()
  const env = { DATABASE_URL: provided.url, DATA_KEY: KEY, LIMITED_CALLS_PER_MINUTE: '100000' }
  const nodes: [Product, Product] = [await start(env), await start(env)]
  const connection = { connectionString: provided.url }
  const database = openDatabase({ connection, max: 4, connectMs: 20_000, statementMs: 60_000 })
  await loadDemo(database.db, makeSecrets(Buffer.from(KEY, 'hex')), { students: 40 })
  const query = async <Row>(statement: string, values: unknown[] = []) =>
    (await database.pool.query(statement, values)).rows as Row[]

  const ask = <E extends Endpoint>(
    which: Which,
    endpoint: E,
    input: InputOf<E>,
    token?: string,
  ): Promise<Answer<OutputOf<E>>> => call(nodes[which].url, endpoint, input, token)
  const signIn = async (account: string): Promise<string> => {
    const { data } = await ask(0, sessionEndpoints.login, { account, password: PASSWORD })
    return String(data.token)
  }
  /** What a busy node could not do in time is asked for again. */
  const askPatiently: typeof ask = async (...asked) => {
    const answer = await ask(...asked)
    return answer.status === 503 ? askPatiently(...asked) : answer
  }
  // As much of it as those take who make schools, plans and tasks, and who count.
  const app = {
    call: (endpoint, input) => askPatiently(0, endpoint, input),
    as: (token) => ({ call: (endpoint, input) => askPatiently(0, endpoint, input, token) }),
    login: signIn,
    sql: (statement) => provided.sql(statement),
    db: database.db,
    data: { requests: database },
  } as Pick<TestApp, 'call' | 'as' | 'login' | 'sql' | 'db' | 'data'> as TestApp

  return {
    app,
    query,
    ask,
    nodes,
    /** One class under way, with so many students and two screeners. */
    async classAtWork(studentsPerClass: number) {
      const made = await startedTask(app, { roster: { classes: 1, studentsPerClass } })
      const people = [await newUser(app, made.schoolOrgId, 30), await newUser(app, made.schoolOrgId, 30)]
      const tokens = await Promise.all(people.map(({ account }) => signIn(account)))
      return { ...made, classId: made.classIds[0] ?? 0, tokens: tokens as [string, string] }
    },
    async kill(which: Which) {
      nodes[which].child.kill('SIGKILL')
      await nodes[which].ended
    },
    async startAgain(which: Which) {
      nodes[which] = await start(env)
    },
    /** Nothing is under way any more, of the living or of the dead. */
    async settled() {
      await Promise.all(underWay)
      const open = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and xact_start is not null`
      let still = 0
      const isStill = async () => {
        still = (await query(open)).length === 0 ? still + 1 : 0
        return still > 5
      }
      expect(await comesTrue(isStill), 'work is left').toBe(true)
    },
    close: () => database.close(),
  }
}
export type ScreeningSite = Awaited<ReturnType<typeof screeningSite>>
export type ClassAtWork = Awaited<ReturnType<ScreeningSite['classAtWork']>>

/** What was sent and is not answered yet, although nobody listens. */
const underWay = new Set<Promise<unknown>>()

/**
 * Sends until an answer arrives, each time to the other node; what a node cannot do now (503) is no answer. One in
 * `losing` answers is lost on the way, before or after the work was done.
 */
export async function insist<T>(
  send: (which: Which, signal: AbortSignal) => Promise<Answer<T>>,
  { first, losing }: { first: Which; losing: number },
): Promise<{ answer: Answer<T>; unanswered: number }> {
  for (let unanswered = 0; ; unanswered++) {
    const line = new AbortController()
    const which = ((first + unanswered) % 2) as Which
    const sending = send(which, line.signal).then(
      (answer) => (answer.status === 503 ? null : answer),
      // The node is dead, or the line.
      () => null,
    )
    underWay.add(sending)
    void sending.then(() => underWay.delete(sending))
    const lost = Math.random() * losing < 1
    if (lost) {
      await Promise.race([sending, sleep(Math.random() * 40)])
      // Mostly the node goes on with it all the same.
      if (Math.random() < 0.5) line.abort()
    } else {
      const answer = await sending
      if (answer) return { answer, unanswered }
      await sleep(10)
    }
  }
}

export type End = { at: number; changes: number }
/** Called once the end is known: how much had been written by then. */
export async function endOf(site: ScreeningSite, { taskId }: Pick<ClassAtWork, 'taskId'>): Promise<End> {
  const at = performance.now()
  return { at, changes: (await site.query(CHANGES, [taskId])).length }
}

const CHANGES = `select c.id, c.record_id as "recordId", c.version, c.changes
  from record_change c join screening_record r on r.id = c.record_id where r.task_id = $1 order by c.id`
type Change = { id: number; recordId: number; version: number; changes: Record<string, [unknown, unknown]> }

/**
 * Of everything that was acknowledged nothing is lost and nothing is there twice; what was refused is absent; every
 * change is on record once and leads from the record's beginning to its present values; the figures are those of the
 * records. Whatever was sent after the end was refused.
 */
export async function expectNothingLost(
  site: ScreeningSite,
  { taskId, planId }: Pick<ClassAtWork, 'taskId' | 'planId'>,
  words: readonly Word[],
  end?: End,
) {
  await site.settled()
  const changes = await site.query<Change>(CHANGES, [taskId])
  if (end) expect(changes.length, 'changes after the end').toBe(end.changes)
  const replayed = await replay(site, taskId, changes)
  for (const word of words)
    expectStored(word, replayed.get(markerOf(word)) ?? [], end !== undefined && word.at > end.at)
  expect(changes.length, 'changes that nobody made').toBe(
    new Set(words.map(markerOf).filter((marker) => replayed.has(marker))).size,
  )
  expect(await site.query(MISDATED, [taskId])).toEqual([])
  await expectFiguresRight(site.app, planId)
}

const markerOf = ({ recordId, marker }: Pick<Word, 'recordId' | 'marker'>) =>
  `${recordId} ${marker.field} ${marker.value}`

function expectStored(word: Word, states: Record<string, unknown>[], isLate: boolean) {
  const name = JSON.stringify(word)
  if (isLate) expect([word.outcome, states.length], name).toEqual(['refused', 0])
  if (word.outcome === 'saved') expect(states.length, name).toBe(1)
  // What was sent in vain before may have been written before it could no longer be.
  else expect(states.length, name).toBeLessThanOrEqual(word.unanswered > 0 ? 1 : 0)
  for (const state of states) expect(state, name).toMatchObject(word.values)
}

/** Every record from its first change to its last; answers how it stood after each, by the values each one gave. */
async function replay(site: ScreeningSite, taskId: number, changes: readonly Change[]) {
  const replayed = new Map<string, Record<string, unknown>[]>()
  const records = await site.app.db
    .selectFrom('screeningRecord')
    .selectAll()
    .where('taskId', '=', taskId)
    .execute()
  for (const record of records) {
    const own = changes.filter(({ recordId }) => recordId === record.id)
    expect(own.map(({ version }) => version)).toEqual(own.map((_, nth) => nth + 2))
    expect(record.version).toBe(own.length + 1)
    let state: Record<string, unknown> = {}
    for (const { changes: changed } of own) {
      for (const [field, [before]] of Object.entries(changed)) expect(state[field] ?? null).toBe(before)
      state = {
        ...state,
        ...Object.fromEntries(Object.entries(changed).map(([field, [, after]]) => [field, after])),
      }
      for (const [field, value] of Object.entries(changed)) {
        const marker = markerOf({ recordId: record.id, marker: { field, value: value[1] } })
        replayed.set(marker, [...(replayed.get(marker) ?? []), state])
      }
    }
    const stands = Object.entries(toWireFields(fieldsOf(record))).filter(([, value]) => value !== false)
    expect(Object.fromEntries(stands.filter(([, value]) => value !== null))).toEqual(state)
  }
  return replayed
}

const MISDATED = `select s.id from student s join screening_record r on r.student_id = s.id
  where r.task_id = $1 and (select last_on from student_screened l where l.student_id = s.id) is distinct from
    (select max(o.checked_on) from screening_record o where o.student_id = s.id and o.state <> 0)`
