import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS } from '../seed/demo-world.ts'
import { type TestApp, useApp } from '../testing/app.ts'

const node = useApp()
const short = useApp({ SESSION_IDLE_MINUTES: '5', SESSION_MAX_HOURS: '1', SESSIONS_PER_USER: '2' })
const { userInfo, logout, loginModels } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const nextUser = () => String(users.pop())
const use = async (token: string, on: TestApp = node.current) => (await on.as(token).call(userInfo, {})).code
const hex = (token: string) => createHash('sha256').update(token).digest('hex')
/** As if the session had last been used, or begun, earlier. */
const letPass = (token: string, time: string, column = 'last_seen_at', on: TestApp = node.current) =>
  on.sql(`update session set ${column} = ${column} - interval '${time}'
    where token_hash = '\\x${hex(token)}'`)
async function inject(url: string, options: { headers?: Record<string, string>; payload?: object } = {}) {
  const method = options.payload ? 'POST' : 'GET'
  return (await node.current.app.inject({ method, url, ...options })).json()
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a token', () => {
  test('has 256 random bits in letters that fit a header, no two alike', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => node.current.login('city01')))
    for (const token of tokens) {
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    }
    expect(new Set(tokens).size).toBe(12)
  })

  test('is stored as a hash and nowhere as it is', async () => {
    const token = await node.current.login(nextUser())
    const { rows } = await node.current.data.work.pool.query('select s::text as text from session s')
    const text = JSON.stringify(rows)
    expect(text).toContain(hex(token))
    expect(text).not.toContain(token)
    expect(text).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('is worthless as its own hash: a stolen table opens nothing', async () => {
    const token = await node.current.login(nextUser())
    const stolen = createHash('sha256').update(token).digest('base64url')
    expect(stolen).toHaveLength(43)
    expect(await use(stolen)).toBe(601)
  })

  test('is taken with and without the word Bearer', async () => {
    const token = await node.current.login(nextUser())
    expect(await use(token)).toBe(200)
    expect(await use(`Bearer ${token}`)).toBe(200)
  })

  test('is taken from the Authorization header only', async () => {
    const token = await node.current.login(nextUser())
    const { path } = userInfo
    expect((await inject(path, { headers: { cookie: `x-token=${token}` } })).code).toBe(601)
    expect((await inject(`${path}?token=${token}&authorization=${token}&x-token=${token}`)).code).toBe(601)
    expect((await inject(path, { headers: { 'x-token': token, token } })).code).toBe(601)
    const body = { token, authorization: token, 'x-token': token }
    expect((await inject(logout.path, { payload: body })).code).toBe(601)
    expect(await use(token)).toBe(200)
  })

  test.each([
    '',
    'null',
    'undefined',
    'Bearer ',
    'Bearer null',
    'x'.repeat(43),
    `Basic ${'x'.repeat(37)}`,
    '\\x00',
  ])('is not %j', async (token) => {
    expect((await inject(userInfo.path, { headers: { authorization: token } })).code).toBe(601)
  })

  test('that is no good leaves a public call what it is: public', async () => {
    expect((await node.current.as('x'.repeat(43)).call(loginModels, {})).success).toBe(true)
  })
})

describe('an idle session', () => {
  test('is over after 31 minutes with 614', async () => {
    const token = await node.current.login(nextUser())
    await letPass(token, '29 minutes')
    expect(await use(token)).toBe(200)
    await letPass(token, '31 minutes')
    expect(await use(token)).toBe(614)
    expect(await use(token, await node.current.otherNode())).toBe(614)
  })

  test('is prolonged by activity, time and again', async () => {
    const token = await node.current.login(nextUser())
    for (let time = 0; time < 4; time++) {
      await letPass(token, '25 minutes')
      expect(await use(token)).toBe(200)
    }
  })

  test('is not prolonged by calls that run by themselves', async () => {
    const token = await node.current.login(nextUser())
    const headers = { authorization: token, 'x-background': '1' }
    await letPass(token, '20 minutes')
    expect((await inject(userInfo.path, { headers })).code).toBe(200)
    await letPass(token, '11 minutes')
    expect((await inject(userInfo.path, { headers })).code).toBe(614)
    expect(await use(token)).toBe(614)
  })

  test('is not prolonged by public calls nor by refused ones', async () => {
    const token = await node.current.login(nextUser())
    await letPass(token, '20 minutes')
    expect((await inject(loginModels.path, { headers: { authorization: token } })).success).toBe(true)
    expect((await inject('/manager/account/pageList', { headers: { authorization: token } })).code).toBe(602)
    await letPass(token, '11 minutes')
    expect(await use(token)).toBe(614)
  })

  test('cannot be woken up again', async () => {
    const token = await node.current.login(nextUser())
    await letPass(token, '31 minutes')
    for (let time = 0; time < 3; time++) expect(await use(token)).toBe(614)
  })

  test('ends as early as the configuration says', async () => {
    const token = await short.current.login(nextUser())
    await letPass(token, '4 minutes', 'last_seen_at', short.current)
    expect(await use(token, short.current)).toBe(200)
    await letPass(token, '6 minutes', 'last_seen_at', short.current)
    expect(await use(token, short.current)).toBe(614)
  })
})

describe('any session', () => {
  test('is over after seven days, whatever the activity', async () => {
    const token = await node.current.login(nextUser())
    await letPass(token, '6 days 23 hours', 'expires_at')
    expect(await use(token)).toBe(200)
    await letPass(token, '1 hour 1 second', 'expires_at')
    expect(await use(token)).toBe(614)
  })

  test('lasts exactly seven days from signing in, and activity does not move the end', async () => {
    const token = await node.current.login(nextUser())
    const read = async () =>
      node.current.db
        .selectFrom('session')
        .select(['createdAt', 'expiresAt'])
        .where('tokenHash', '=', Buffer.from(hex(token), 'hex'))
        .executeTakeFirstOrThrow()
    const before = await read()
    await letPass(token, '10 minutes')
    expect(await use(token)).toBe(200)
    const after = await read()
    expect(after).toEqual(before)
    expect(after.expiresAt.getTime() - after.createdAt.getTime()).toBe(7 * 86_400_000)
  })

  test('does not depend on the clock of the node', async () => {
    const token = await node.current.login(nextUser())
    for (const days of [8, -8]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
      expect(await use(token)).toBe(200)
      vi.useRealTimers()
    }
    expect(await use(token)).toBe(200)
  })

  test('gives way to newer ones beyond the number allowed', async () => {
    const account = nextUser()
    const tokens: string[] = []
    for (let time = 0; time < 3; time++) tokens.push(await short.current.login(account))
    const codes = await Promise.all(tokens.map((token) => use(token, short.current)))
    expect(codes).toEqual([601, 200, 200])
  })

  test('is among no more than allowed also when ten sign in at once', async () => {
    const account = nextUser()
    const tokens = await Promise.all(Array.from({ length: 10 }, () => short.current.login(account)))
    const codes = await Promise.all(tokens.map((token) => use(token, short.current)))
    expect(codes.filter((code) => code === 200)).toHaveLength(2)
  })

  test('does not give way to somebody else’s', async () => {
    const mine = await short.current.login(nextUser())
    const other = nextUser()
    for (let time = 0; time < 3; time++) await short.current.login(other)
    expect(await use(mine, short.current)).toBe(200)
  })
})

describe('signing out', () => {
  test('on one node ends the session on the other at once', async () => {
    const other = await node.current.otherNode()
    const token = await node.current.login(nextUser())
    expect(await use(token, other)).toBe(200)
    expect((await node.current.as(token).call(logout, {})).success).toBe(true)
    expect(await use(token, other)).toBe(601)
  })

  test('leaves the other sessions of the user alone', async () => {
    const account = nextUser()
    const [one, two] = [await node.current.login(account), await node.current.login(account)]
    await node.current.as(one).call(logout, {})
    expect(await use(two)).toBe(200)
  })

  test('twice is answered like any ended session', async () => {
    const token = await node.current.login(nextUser())
    await node.current.as(token).call(logout, {})
    expect((await node.current.as(token).call(logout, {})).code).toBe(601)
  })

  test('of all other devices ends those and keeps this one', async () => {
    const account = nextUser()
    const [here, ...elsewhere] = [
      await node.current.login(account),
      await node.current.login(account),
      await node.current.login(account),
    ]
    const answer = await node.current.as(String(here)).call(accountEndpoints.signOutOthers, {})
    expect(answer.data).toEqual({ ended: 2 })
    for (const token of elsewhere) expect(await use(token)).toBe(601)
    expect(await use(String(here))).toBe(200)
  })
})
