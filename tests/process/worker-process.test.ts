// The process for long work: it ends with its parent, loses nothing, and never delays a request.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { provideDatabase } from './database.ts'
import {
  cleanUp,
  comesTrue,
  isRunning,
  type Product,
  send,
  signalGroup,
  start,
  stop,
  workerOf,
} from './product.ts'

const KEY = 'ab'.repeat(32)
let database: Awaited<ReturnType<typeof provideDatabase>>
let env: NodeJS.ProcessEnv
let client: pg.Client
let product: Product

beforeAll(async () => {
  database = await provideDatabase()
  env = { DATABASE_URL: database.url, DATA_KEY: KEY }
  product = await start(env)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
beforeEach(async () => {
  if (product.child.exitCode !== null || product.child.signalCode !== null) product = await start(env)
})
afterEach(() => client.query('rollback'))
afterAll(async () => {
  await client.end()
  await cleanUp()
})

const jobs = async () => {
  const { rows } = await client.query(
    "select state, attempts, lease_token is not null as leased from job where key = 'held'",
  )
  return rows
}
/** A job that waits for a table, for as long as the test locks it, under way in the worker process. */
async function jobUnderWay(): Promise<number> {
  await client.query('delete from job')
  await client.query('begin')
  await client.query('lock table captcha in access exclusive mode')
  await database.sql(
    "insert into job (kind, payload, max_attempts, key) values ('housekeeping', '{}', 3, 'held')",
  )
  expect(await comesTrue(async () => (await jobs())[0].state === 'running')).toBe(true)
  return worker()
}
async function worker(): Promise<number> {
  expect(await comesTrue(() => workerOf(product) !== undefined)).toBe(true)
  return workerOf(product) ?? 0
}
const isDone = async (key: string) => {
  const { rows } = await client.query("select 1 from job where key like $1 and state = 'done'", [key])
  return rows.length > 0
}

test('the process starts by itself, does the hourly work, and gets its secrets from nobody but its parent', async () => {
  const pid = await worker()
  expect(await comesTrue(() => isDone('housekeeping:%'))).toBe(true)
  if (existsSync('/proc/self/environ')) {
    const open = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'latin1')).join()
    expect(open).not.toContain(KEY)
    expect(open).not.toContain('postgres://')
    expect(Number(execFileSync('ps', ['-o', 'ni=', '-p', String(pid)], { encoding: 'utf8' }))).toBe(10)
  }
})

describe('the worker process', () => {
  test('killed in the middle of a job is started again, and the job goes on after its lease', async () => {
    const killed = await jobUnderWay()
    send(killed, 'SIGKILL')
    const isReplaced = () => {
      const now = workerOf(product)
      return now !== undefined && now !== killed
    }
    expect(await comesTrue(isReplaced)).toBe(true)
    expect(await jobs()).toMatchObject([{ state: 'running', attempts: 1, leased: true }])
    await client.query('rollback')
    await database.sql("update job set lease_until = now() - interval '1 second'")
    expect(await comesTrue(() => isDone('held'))).toBe(true)
    expect(product.output()).toContain('the worker process ended; it is started again')
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)
  })

  test('that is stopped by itself comes back', async () => {
    const pid = await worker()
    send(pid, 'SIGTERM')
    expect(await comesTrue(() => ![undefined, pid].includes(workerOf(product)))).toBe(true)
  })

  test('is gone soon after its parent is killed, and hands its job back', async () => {
    const orphan = await jobUnderWay()
    await stop(product, 'SIGKILL')
    expect(await comesTrue(() => !isRunning(orphan))).toBe(true)
    expect(await jobs()).toMatchObject([{ state: 'queued', attempts: 0, leased: false }])
  })

  test('hands its job back when the product is stopped', async () => {
    const pid = await jobUnderWay()
    expect(await stop(product, 'SIGTERM')).toEqual({ code: 0, signal: null })
    expect(isRunning(pid)).toBe(false)
    expect(await jobs()).toMatchObject([{ state: 'queued', attempts: 0, leased: false }])
  })

  test('leaves Ctrl-C, which reaches it as well, to its parent', async () => {
    const pid = await worker()
    for (let time = 0; time < 2; time++) signalGroup(product.child, 'SIGINT')
    expect(await product.ended).toEqual({ code: 0, signal: null })
    expect(isRunning(pid)).toBe(false)
  })

  test('that is frozen does not keep the product from stopping', async () => {
    const pid = await worker()
    send(pid, 'SIGSTOP')
    expect(await stop(product)).toEqual({ code: 0, signal: null })
    expect(isRunning(pid)).toBe(false)
  })
})
