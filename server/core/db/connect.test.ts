import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { BizError } from '#contract/core/error-codes.ts'
import { type Database, isConnectionFault, openDatabase } from './connect.ts'

const limits = { max: 2, connectMs: 400, statementMs: 1_500 }
const connection = { ...inject('postgres'), database: 'postgres' }
let database: Database
let other: Database

beforeEach(() => {
  database = openDatabase({ connection, ...limits })
  other = openDatabase({ connection, max: 1, connectMs: 5_000, statementMs: 5_000 })
})
afterEach(() => Promise.all([database.close(), other.close()]))

const backendOf = async (db = database.db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
const sleepFor = (seconds: number, db = database.db) => sql`select pg_sleep(${seconds})`.execute(db)

describe('a statement that takes too long', () => {
  test('is ended, counts as a fault of the connection, and its connection is not used again', async () => {
    const before = await backendOf()
    const fault = await sleepFor(30).catch((error) => error)
    expect(isConnectionFault(fault)).toBe(true)
    expect(await backendOf()).not.toBe(before)
  })

  test('in a transaction is answered once, not again for the rollback', async () => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    const work = database.db.transaction().execute((tx) => sleepFor(30, tx))
    await expect(work).rejects.toSatisfy(isConnectionFault)
    const texts = sent.mock.calls.map(([query]) => (query as unknown as { text: string }).text)
    sent.mockRestore()
    expect(texts).toContain('begin')
    expect(texts).not.toContain('rollback')
  })
})

describe('a pool', () => {
  test('whose connections are busy makes others wait for a while, then says so', async () => {
    const patient = openDatabase({ connection, ...limits, statementMs: 60_000 })
    const busy = [sleepFor(2, patient.db), sleepFor(2, patient.db)]
    const fault = await backendOf(patient.db).catch((error) => error)
    expect(isConnectionFault(fault)).toBe(true)
    await Promise.all(busy)
    expect(await backendOf(patient.db)).toBeGreaterThan(0)
    await patient.close()
  })

  test('with too many waiting refuses at once', async () => {
    const small = openDatabase({ connection, max: 1, connectMs: 5_000, statementMs: 5_000, maxWaiting: 3 })
    const first = sleepFor(0.3, small.db)
    const rest = Array.from({ length: 10 }, () => backendOf(small.db).catch((error) => error))
    const answers = await Promise.all(rest)
    expect(answers.filter((answer) => answer instanceof BizError && answer.code === 503)).toHaveLength(7)
    expect(answers.filter((answer) => typeof answer === 'number')).toHaveLength(3)
    await first
    await small.close()
  })

  test('loses one request, not the process, when a connection is killed; the next one works', async () => {
    const idle = await backendOf()
    await sql`select pg_terminate_backend(${idle})`.execute(other.db)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await backendOf()).not.toBe(idle)

    const victim = sleepFor(1.4).catch((error) => error)
    const running = sql<{ pid: number }>`select pid from pg_stat_activity where wait_event = 'PgSleep'
      and datname = 'postgres' and application_name = 'vision-screening'`
    const found = await vi.waitUntil(async () => (await running.execute(other.db)).rows[0])
    await sql`select pg_terminate_backend(${found.pid})`.execute(other.db)
    expect(isConnectionFault(await victim)).toBe(true)
    expect(await backendOf()).toBeGreaterThan(0)
  })

  test('of a server that is not there says so quickly', async () => {
    const absent = openDatabase({ connection: { ...connection, host: '/nowhere' }, ...limits })
    expect(isConnectionFault(await backendOf(absent.db).catch((error) => error))).toBe(true)
    await absent.close()
  })
})

test.each(['ECONNREFUSED', 'ENOENT', 'EAGAIN', 'EAI_AGAIN', '57P01', '57P03', '08006', '53300', '57014'])(
  '%s is a fault of the connection',
  (code) => {
    // EAGAIN: the queue in front of a server that accepts nobody is full.
    expect(isConnectionFault(Object.assign(new Error('something else'), { code }))).toBe(true)
  },
)

test('faults of a statement are not faults of the connection', async () => {
  const fault = await sql`select nothing_like_this()`.execute(database.db).catch((error) => error)
  expect(isConnectionFault(fault)).toBe(false)
})
