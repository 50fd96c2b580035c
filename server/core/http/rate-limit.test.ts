// Calls that cost or can be guessed at are limited per address, before any work is done.
import { describe, expect, test } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { DAY_MS, makeRateLimit } from './rate-limit.ts'

describe('the limit of an address', () => {
  test('lets so many through, then none, and one more with every part of a minute', () => {
    let now = 0
    const allow = makeRateLimit(5, () => now)
    expect(Array.from({ length: 7 }, () => allow('a'))).toEqual([true, true, true, true, true, false, false])
    now += 11_999
    expect(allow('a')).toBe(false)
    now += 12_001
    expect([allow('a'), allow('a'), allow('a')]).toEqual([true, true, false])
    now += 3_600_000
    expect(Array.from({ length: 6 }, () => allow('a')).filter(Boolean)).toHaveLength(5)
  })

  test('holds for a day where that is said', () => {
    let now = 0
    const allow = makeRateLimit(2, () => now, DAY_MS)
    expect([allow('a'), allow('a'), allow('a')]).toEqual([true, true, false])
    now += DAY_MS / 2 - 1
    expect(allow('a')).toBe(false)
    now += 2
    expect([allow('a'), allow('a')]).toEqual([true, false])
  })

  test('takes nothing away where the clock goes back', () => {
    let now = 120_000
    const allow = makeRateLimit(3, () => now)
    allow('a')
    now = 0
    expect([allow('a'), allow('a'), allow('a')]).toEqual([true, true, false])
  })

  test('is no other address’s', () => {
    const allow = makeRateLimit(1, () => 0)
    expect([allow('a'), allow('b'), allow('a'), allow('b')]).toEqual([true, true, false, false])
  })

  test('asking while refused does not make the wait longer', () => {
    let now = 0
    const allow = makeRateLimit(1, () => now)
    allow('a')
    for (now = 0; now < 59_000; now += 1_000) expect(allow('a')).toBe(false)
    now = 60_001
    expect(allow('a')).toBe(true)
  })

  test('is remembered for those who still ask, however many addresses come', () => {
    const allow = makeRateLimit(1, () => 0)
    allow('victim')
    for (let other = 0; other < 60_000; other++) {
      allow(`address-${other}`)
      if (other % 10_000 === 0) expect(allow('victim')).toBe(false)
    }
    expect(allow('victim')).toBe(false)
  })
})

describe('a node that allows five', () => {
  const node = useApp({ LIMITED_CALLS_PER_MINUTE: '5' })
  const limited = ALL_ENDPOINTS.filter(({ definition }) => definition.limited)
  const { login, captcha, existsByAccount, userInfo } = sessionEndpoints

  let used = 0
  /** An address that has not called yet. */
  const newAddress = () => `192.0.2.${++used}`
  async function call(remoteAddress: string, { method, path }: Endpoint, payload: object = {}) {
    const response = await node.current.app.inject({
      method,
      url: path,
      remoteAddress,
      ...(method === 'POST' && { payload }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }
  async function spend(address: string, times = 5) {
    for (let time = 0; time < times; time++) await call(address, captcha)
  }

  test('answers the sixth with 429 in form, whichever limited calls they were', async () => {
    const address = newAddress()
    const codes: number[] = []
    for (const { definition } of limited.slice(0, 6)) codes.push((await call(address, definition)).status)
    expect(codes.slice(0, 5)).not.toContain(429)
    expect(codes[5]).toBe(429)
    const refused = await call(address, login, { account: 'school01', password: 'Demo@2026' })
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      success: false,
      code: 429,
      message: '操作过于频繁，请稍后再试',
      data: null,
    })
    expect(refused.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test.each(limited)('$name is among them', async ({ definition }) => {
    const address = newAddress()
    await spend(address)
    expect((await call(address, definition)).status).toBe(429)
  })

  test('leaves everything else alone', async () => {
    const token = await node.current.login('school01')
    await spend('127.0.0.1', 8)
    for (let time = 0; time < 20; time++) {
      expect((await node.current.as(token).call(userInfo, {})).success).toBe(true)
      expect((await node.current.call(areaEndpoints.areaChildren, { parentId: '330106' })).success).toBe(true)
    }
  })

  test('refuses before the database or a hash is asked', async () => {
    const address = newAddress()
    await spend(address)
    let asked = 0
    const count = () => void asked++
    node.current.data.requests.pool.on('acquire', count)
    const right = { account: 'school01', password: 'Demo@2026' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(address, login, right)))
    node.current.data.requests.pool.off('acquire', count)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    expect(asked).toBe(0)
  })

  test('is not fooled by an address the caller claims', async () => {
    const remoteAddress = newAddress()
    const statuses: number[] = []
    for (let time = 0; time < 7; time++) {
      const claimed = `10.0.0.${time}`
      const headers = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` }
      const options = { method: 'GET', url: captcha.path, remoteAddress, headers } as const
      statuses.push((await node.current.app.inject(options)).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('counts each address apart', async () => {
    const [first, second] = [newAddress(), newAddress()]
    await spend(first, 6)
    expect((await call(first, captcha)).status).toBe(429)
    expect((await call(second, captcha)).status).toBe(200)
  })

  test('by HEAD or POST counts like GET', async () => {
    const remoteAddress = newAddress()
    const { app } = node.current
    for (let time = 0; time < 3; time++)
      await app.inject({ method: 'HEAD', url: captcha.path, remoteAddress })
    for (let time = 0; time < 2; time++)
      await app.inject({ method: 'POST', url: existsByAccount.path, payload: {}, remoteAddress })
    expect((await call(remoteAddress, captcha)).status).toBe(429)
  })
})
