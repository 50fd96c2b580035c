import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { provideDatabase } from './database.ts'
import { adminCommand, call, cleanUp, comesTrue, finish, type Product, start, stop } from './product.ts'

afterAll(cleanUp)

const { login, userInfo } = sessionEndpoints
const { areaChildren } = areaEndpoints
/** The limits of a request add up to less than five seconds; the rest is for a machine that stands still. */
const ANSWER_MS = 40_000

let database: Awaited<ReturnType<typeof provideDatabase>>
let product: Product
let account: { account: string; password: string }

beforeAll(async () => {
  database = await provideDatabase()
  const env = {
    DATABASE_URL: database.url,
    DATA_KEY_IN_DATABASE: 'yes',
    SESSIONS_PER_USER: '10000',
    LIMITED_CALLS_PER_MINUTE: '100000',
  }
  const admin = ['--account', 'admin01', '--name', '张三', '--phone', '13800000001']
  const org = ['--org-name', '浙江省教育厅', '--property', '50', '--province', '330000']
  const made = await finish(env, adminCommand('create', ...admin, ...org))
  account = { account: 'admin01', password: String(/一次性密码：(\S+)/.exec(made.output)?.[1]) }
  product = await start(env)
})

const ask = () => call(product.url, areaChildren, { parentId: '330000' })
const works = async () => (await ask()).status === 200
const health = async (kind: 'live' | 'ready') => (await fetch(`${product.url}/health/${kind}`)).status

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const began = performance.now()
  return { answer: await work, ms: performance.now() - began }
}

describe('a database that stands still', () => {
  test('becomes an answer in time; the process stays alive but is not ready; it heals by itself', async () => {
    expect(await works()).toBe(true)
    const token = String((await call(product.url, login, account)).data.token)
    database.freeze()
    const [asked, signedIn, signingIn, ready] = await Promise.all([
      timed(ask()),
      timed(call(product.url, userInfo, {}, token)),
      timed(call(product.url, login, account)),
      timed(health('ready')),
    ])
    const live = await timed(health('live'))
    database.thaw()
    for (const { answer, ms } of [asked, signedIn, signingIn]) {
      expect(answer).toMatchObject({ status: 503, success: false, code: 503, data: null })
      expect(ms).toBeLessThan(ANSWER_MS)
    }
    expect(ready.answer).toBe(503)
    expect(ready.ms).toBeLessThan(ANSWER_MS)
    expect(live.answer).toBe(200)
    expect(live.ms).toBeLessThan(asked.ms)
    expect(await comesTrue(works)).toBe(true)
    expect((await call(product.url, userInfo, {}, token)).success).toBe(true)
    expect(await health('ready')).toBe(200)
  })

  test('with hundreds asking answers each of them in time, and piles nothing up', async () => {
    database.freeze()
    const crowds: { answer: { status: number }; ms: number }[] = []
    // The second crowd finds no connection that was ever open; each has some who sign in to one account.
    const one = (index: number): Promise<{ status: number }> =>
      index % 10 ? ask() : call(product.url, login, account)
    for (let crowd = 0; crowd < 2; crowd++)
      crowds.push(...(await Promise.all(Array.from({ length: 300 }, (_, index) => timed(one(index))))))
    const live = await timed(health('live'))
    database.thaw()
    expect(crowds).toHaveLength(600)
    expect(new Set(crowds.map(({ answer }) => answer.status))).toEqual(new Set([503]))
    expect(Math.max(...crowds.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS)
    expect(live.answer).toBe(200)
    expect(product.child.exitCode).toBeNull()
    expect(await comesTrue(works)).toBe(true)
  })
})

describe('a database that goes away', () => {
  test('one connection: at most the request on it fails, and says so', async () => {
    const answers: number[] = []
    let over = false
    const asking = Array.from({ length: 8 }, async () => {
      while (!over) answers.push((await ask()).status)
    })
    const kills = 5
    for (let kill = 0; kill < kills; kill++) {
      await database.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = 'product' and pid <> pg_backend_pid() order by random() limit 1`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    over = true
    await Promise.all(asking)
    const failed = answers.filter((status) => status !== 200)
    expect(failed.length).toBeLessThanOrEqual(kills)
    expect(new Set([...failed, 503])).toEqual(new Set([503]))
    expect(answers.length).toBeGreaterThan(20)
  })

  test('and comes back: answers meanwhile, heals by itself, keeps every acknowledged change', async () => {
    const tokens: string[] = []
    const waits: number[] = []
    let over = false
    const signingIn = Array.from({ length: 2 }, async () => {
      while (!over) {
        const { answer, ms } = await timed(call(product.url, login, account))
        waits.push(ms)
        if (answer.success) tokens.push(String(answer.data.token))
        else expect(answer.code).toBe(503)
      }
    })
    expect(await comesTrue(() => tokens.length > 4)).toBe(true)
    database.crash()
    expect(await comesTrue(async () => (await ask()).status === 503)).toBe(true)
    expect(await health('live')).toBe(200)
    await database.startAgain()
    const before = tokens.length
    expect(await comesTrue(() => tokens.length > before + 4)).toBe(true)
    over = true
    await Promise.all(signingIn)
    expect(Math.max(...waits)).toBeLessThan(ANSWER_MS)
    for (const token of tokens) expect((await call(product.url, userInfo, {}, token)).success).toBe(true)
  })

  test('does not keep the product from stopping', async () => {
    database.freeze()
    const asking = ask().catch(() => undefined)
    const { answer, ms } = await timed(stop(product))
    database.thaw()
    await asking
    expect(answer).toEqual({ code: 0, signal: null })
    expect(ms).toBeLessThan(ANSWER_MS)
  })
})
