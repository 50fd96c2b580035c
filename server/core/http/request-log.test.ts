// The log: one JSON line a request with the route's pattern, and nothing personal, whatever was sent.
import { describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'

const node = useApp({ LOG_LEVEL: 'info' })
const { login, sendSms, userInfo, existsByPhoneOrIdCard } = sessionEndpoints
const { accountPageList, addAccount, resetAccountPassword } = authorityEndpoints

type Line = {
  level: number
  time: number
  msg: string
  reqId: string
  route: string
  status: number
  user: number
}
async function linesDuring(work: () => Promise<unknown>, from: TestApp = node.current): Promise<Line[]> {
  const before = from.logged.length
  await work()
  // The line is written when the answer has left.
  await new Promise((resolve) => setImmediate(resolve))
  return from.logged.slice(before).map((line) => JSON.parse(line))
}

describe('a request', () => {
  test('is one line of JSON with method, route, status, time and user', async () => {
    const token = await node.current.login('school01')
    const { data } = await node.current.as(token).call(userInfo, {})
    let answer: { headers: Record<string, unknown> } | undefined
    const lines = await linesDuring(async () => {
      answer = await node.current.as(token).call(accountPageList, { keyword: '周静' })
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: accountPageList.path,
      status: 200,
      ms: expect.any(Number),
      user: data.userId,
      reqId: answer?.headers['x-request-id'],
    })
    expect(new Set(Object.keys(lines[0] ?? {}))).toEqual(
      new Set(['level', 'time', 'reqId', 'method', 'route', 'status', 'ms', 'user', 'msg']),
    )
  })

  test('to nowhere is logged by its pattern, not by its address', async () => {
    const lines = await linesDuring(() =>
      Promise.all([
        node.current.app.inject('/no/such/CANARY-path?phone=13812345678'),
        node.current.app.inject({ method: 'POST', url: '/CANARY', payload: {} }),
        node.current.app.inject('/CANARY%0a{"level":60}'),
      ]),
    )
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain('CANARY')
    for (const { route, status } of lines) {
      expect(['/*', '-']).toContain(route)
      expect(status).toBe(404)
    }
  })

  test('that is refused is a line too, and not a second one', async () => {
    const lines = await linesDuring(async () => {
      await node.current.call(userInfo, {})
      await node.current.call(login, { account: '', password: '' })
      await node.current.app.inject({
        method: 'POST',
        url: login.path,
        payload: '{',
        headers: { 'content-type': 'application/json' },
      })
    })
    expect(lines.map(({ status, msg }) => [status, msg])).toEqual([
      [200, 'request'],
      [200, 'request'],
      [400, 'request'],
    ])
  })
})

describe('nothing personal is in it', () => {
  const SECRETS = {
    password: 'Canary@9931x',
    phone: '13899310042',
    idCard: '330106199001011234',
    name: '金丝雀',
    keyword: '水仙花',
    agent: 'canary-agent/9.9',
    referer: 'http://vision.invalid/?canary=referer',
  }

  test('after signing in, failing, asking, adding, resetting and breaking', async () => {
    const secrets: string[] = Object.values(SECRETS)
    const lines = await linesDuring(async () => {
      const { app } = node.current
      const token = await node.current.login('school01')
      secrets.push(token)
      await node.current.call(login, { account: 'school01', password: SECRETS.password })
      await node.current.call(login, { account: SECRETS.phone, password: SECRETS.password })
      const query = `phone=${SECRETS.phone}&idcard=${SECRETS.idCard}`
      const headers = { authorization: token, 'user-agent': SECRETS.agent, referer: SECRETS.referer }
      await app.inject({ url: `${existsByPhoneOrIdCard.path}?${query}`, headers })
      await app.inject({ url: `${userInfo.path}?t=${token.slice(0, 40)}`, headers })
      const school = node.current.as(token)
      await school.call(accountPageList, { keyword: SECRETS.keyword })
      const { orgId } = (await school.call(userInfo, {})).data
      const added = await school.call(addAccount, {
        orgId: orgId ?? 0,
        account: 'canary01',
        realName: SECRETS.name,
        phone: SECRETS.phone,
        roleType: 45,
        dataRangeType: 4,
      })
      secrets.push(added.data.password)
      const reset = await school.call(resetAccountPassword, { userId: added.data.userId })
      secrets.push(reset.data.password)
      await node.current.call(sendSms, { phone: SECRETS.phone, type: 17 })
      secrets.push(node.current.sent.at(-1)?.code ?? 'no code was sent')
      // Faults of ours and of the database are logged as such: they must not quote what was sent.
      await node.current.call(login, { account: `${SECRETS.phone}\u0000`, password: SECRETS.password })
      await school.call(accountPageList, { keyword: `${SECRETS.keyword}\u0000` })
      await node.current.sql('revoke insert on audit_log from vision_app')
      await school.call(orgEndpoints.editSchool, {
        orgId: orgId ?? 0,
        orgName: '西湖实验小学',
        address: SECRETS.keyword,
        contactName: SECRETS.name,
        contactPhone: SECRETS.phone,
        version: 1,
        stages: [2],
        schoolType: 10,
        schoolLevel: 10,
      })
      await node.current.sql('grant insert on audit_log to vision_app')
    })
    const text = JSON.stringify(lines)
    expect(lines.some(({ msg }) => msg === 'unexpected fault')).toBe(true)
    const leaked = secrets.filter((secret) => text.includes(secret))
    expect(leaked).toEqual([])
    for (const { route } of lines) expect(String(route ?? '')).not.toContain('?')
  })

  test('every line is one line', () => {
    for (const line of node.current.logged) {
      expect(line.endsWith('\n')).toBe(true)
      expect(line.slice(0, -1)).not.toContain('\n')
      expect(() => JSON.parse(line)).not.toThrow()
    }
  })
})
