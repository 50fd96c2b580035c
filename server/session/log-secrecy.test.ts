import { describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'

const node = useApp({ LOG_LEVEL: 'debug' })
const { login, loginBySms, sendSms, verifySms, resetPassword, changePassword, changePhone, userInfo } =
  sessionEndpoints
const { existsByPhoneOrIdCard } = sessionEndpoints
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)

/** Everything that was written down, in the log and in the trail. */
async function written(): Promise<string> {
  const { rows } = await node.current.data.work.pool.query('select a::text as text from audit_log a')
  return [...node.current.logged, JSON.stringify(rows)].join('\n')
}

describe('what is written down', () => {
  test('names no password, code, token, phone or number, however a call ends', async () => {
    const { call, as, sent } = node.current
    const phone = phoneOf('region01')
    const moved = '13655554444'
    const secrets = ['Canary_wrong_1', 'Canary#reset_1', 'canary_new_1', 'Canary!weak', 'CanaryAccountField']
    // Signing in: wrong, unknown, right; and what is typed into the wrong field.
    await call(login, { account: 'region01', password: 'Canary_wrong_1' })
    await call(login, { account: 'CanaryAccountField', password: 'Canary_wrong_1' })
    const token = await node.current.login('region01')
    await as(`${token}x`).call(userInfo, {})
    await as(token).call(userInfo, {})
    // By phone: a provider that fails, a wrong code, the right one.
    node.current.smsFails = true
    await call(sendSms, { phone, type: 17 })
    node.current.smsFails = false
    await call(sendSms, { phone, type: 17 })
    await call(loginBySms, { phone, smsCode: 'CANARYCODE' })
    const byPhone = await call(loginBySms, { phone, smsCode: String(sent.at(-1)?.code) })
    // Another phone, refused and done.
    const me = as(String(byPhone.data.token))
    await me.call(sendSms, { phone: moved, type: 26 })
    const smsCode = String(sent.at(-1)?.code)
    await me.call(changePhone, { phone: moved, smsCode, password: 'Canary_wrong_1' })
    await me.call(changePhone, { phone: moved, smsCode, password: 'Demo@2026' })
    // Another password, refused, done, and reset.
    await me.call(changePassword, { oldPassword: 'Demo@2026', newPassword: 'Canary!weak' })
    await me.call(changePassword, { oldPassword: 'Demo@2026', newPassword: 'canary_new_1' })
    await call(sendSms, { phone: moved, type: 25 })
    const resetCode = String(sent.at(-1)?.code)
    await call(verifySms, { phone: moved, smsCode: resetCode, type: 25 })
    await call(resetPassword, { phone: moved, smsCode: resetCode, newPassword: 'Canary#reset_1' })
    // Personal data in an address.
    await as(token).call(existsByPhoneOrIdCard, { phone, idcard: '11010519491231002X' })

    const text = await written()
    const canaries = [...secrets, 'CANARYCODE', 'Demo@2026', '11010519491231002X', phone, moved, token]
    const tokens = [String(byPhone.data.token)]
    for (const canary of [...canaries, ...tokens]) expect(text, canary).not.toContain(canary)
    expect(text.toLowerCase()).not.toContain('canaryaccountfield')
    // Six digits can stand by chance in a time or an id; as a value of their own they cannot.
    for (const { code } of sent) expect(text).not.toMatch(new RegExp(`(?<![\\w.:-])${code}(?![\\w.:-])`))
    expect(node.current.logged.length).toBeGreaterThan(15)
  })

  test('stays one JSON line per event, whatever is sent along', async () => {
    const evil = 'x\r\n{"level":30,"msg":"forged"}\n\u2028\u0085[31m'
    const headers = { 'user-agent': 'evil\t"agent"\\n{"msg":"forged"}' }
    const payloads = [
      { account: evil, password: evil },
      { account: 'region01', password: evil },
      { account: 'region01', password: 'x', smsCode: '\n' },
    ]
    for (const payload of payloads) {
      await node.current.app.inject({ method: 'POST', url: login.path, payload, headers })
    }
    await node.current.app.inject({ method: 'GET', url: `/auth/%0d%0aforged?x=%0a{"msg":"forged"}`, headers })
    node.current.smsFails = true
    await node.current.call(sendSms, { account: 'city01', type: 17 })
    node.current.smsFails = false
    for (const line of node.current.logged) {
      expect(line).toMatch(/^\{[^\r\n]*\}\n$/)
      expect(() => JSON.parse(line)).not.toThrow()
      expect(JSON.parse(line).msg).not.toBe('forged')
    }
  })

  test('keeps a long or strange device name short in the session, and the session works', async () => {
    const payload = { account: 'city01', password: 'Demo@2026' }
    const headers = { 'user-agent': `${'M'.repeat(5_000)}` }
    const answer = (
      await node.current.app.inject({ method: 'POST', url: login.path, payload, headers })
    ).json()
    expect(answer.success).toBe(true)
    const row = node.current.db.selectFrom('session').select('device').orderBy('createdAt', 'desc')
    expect((await row.executeTakeFirst())?.device).toHaveLength(200)
  })
})

describe('an answer', () => {
  test('to a fault says nothing of code, database or path', async () => {
    await node.current.sql('alter table session rename to session_away')
    try {
      const answers = [
        await node.current.call(login, { account: 'city01', password: 'Demo@2026' }),
        await node.current.as('x'.repeat(43)).call(userInfo, {}),
      ]
      for (const { headers: _, ...body } of answers) {
        expect(body).toEqual({ status: 500, success: false, code: 500, message: '服务器错误', data: null })
      }
    } finally {
      await node.current.sql('alter table session_away rename to session')
    }
  })
})
