import { describe, expect, test } from 'vitest'
import type { SecondStepRule } from '#contract/account/second-step-policy.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../seed/demo-world.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { forgetSecondStepRules, setSecondStepRules } from '../testing/second-step.ts'

const node = useApp()
const { login, loginBySms, sendSms, verifySms, resetPassword, userInfo } = sessionEndpoints
const ACCOUNT = 'phealth01'
const PASSWORD = 'Demo@2026'
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)

const attempt = (smsCode?: string, account = ACCOUNT, password = PASSWORD) =>
  node.current.call(login, { account, password, smsCode })

/** The code that this request sends, as if the last one had been asked for long ago. */
async function codeFor(input: InputOf<typeof sendSms>): Promise<string> {
  await node.current.sql("update sms_code set sent_at = sent_at - interval '2 days'")
  expect((await node.current.call(sendSms, input)).success).toBe(true)
  return String(node.current.sent.at(-1)?.code)
}
const secondStepCode = (account = ACCOUNT) => codeFor({ account, type: 17 })
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const policy = (rules: SecondStepRule[]) => setSecondStepRules(node.current, rules)
const sessionsOf = async (account: string) => {
  const rows = await node.current.db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select('session.tokenHash')
    .where('account', '=', account)
    .execute()
  return rows.length
}

describe('an account whose policy asks for an SMS code', () => {
  test('gets no token and no session for the password alone, only the masked phone', async () => {
    const answer = await attempt()
    expect(answer).toMatchObject({
      success: true,
      data: { token: null, isSendSms: true, phone: '199****0002' },
    })
    expect(await sessionsOf(ACCOUNT)).toBe(0)
    expect((await node.current.as(String(answer.data.token)).call(userInfo, {})).code).toBe(601)
  })

  test.each(['', '   '])('takes the empty code %j for none', async (smsCode) => {
    expect((await attempt(smsCode)).data).toMatchObject({ token: null, isSendSms: true })
  })

  test('is refused with 704 for a wrong code, and enters with the right one', async () => {
    const code = await secondStepCode()
    expect(await attempt(other(code))).toMatchObject({ code: 704, message: '短信验证码错误' })
    const answer = await attempt(code)
    expect(answer.data).toMatchObject({ isSendSms: false })
    expect((await node.current.as(String(answer.data.token)).call(userInfo, {})).success).toBe(true)
  })

  test('needs a new code for the next sign-in', async () => {
    const code = await secondStepCode()
    expect((await attempt(code)).success).toBe(true)
    expect((await attempt(code)).code).toBe(704)
  })

  test('gets one session out of one code, however many ask at once', async () => {
    const code = await secondStepCode()
    const before = await sessionsOf(ACCOUNT)
    const codes = (await Promise.all([1, 2, 3, 4, 5].map(() => attempt(code)))).map((one) => one.code)
    expect(codes.sort()).toEqual([200, 704, 704, 704, 704])
    expect(await sessionsOf(ACCOUNT)).toBe(before + 1)
  })

  test('is refused with 703 once the code is five minutes old', async () => {
    const code = await secondStepCode()
    await node.current.sql("update sms_code set expires_at = expires_at - interval '5 minutes 1 second'")
    expect((await attempt(code)).code).toBe(703)
  })

  test('is refused with the right code and a wrong password, and the code stays good', async () => {
    const code = await secondStepCode()
    expect((await attempt(code, ACCOUNT, 'wrong')).code).toBe(603)
    expect((await attempt(code)).success).toBe(true)
  })

  test('is not locked by giving the right password again and again', async () => {
    for (let time = 0; time < 7; time++) expect((await attempt()).data).toMatchObject({ isSendSms: true })
  })
})

describe('the code of the second step', () => {
  test('is not the code of signing in by phone', async () => {
    const code = await codeFor({ phone: phoneOf(ACCOUNT), type: 17 })
    expect((await attempt(code)).code).toBe(704)
  })

  test('is not the code of resetting the password', async () => {
    const code = await codeFor({ phone: phoneOf(ACCOUNT), type: 25 })
    expect((await attempt(code)).code).toBe(704)
  })

  test('opens neither the way in by phone nor the reset', async () => {
    const phone = phoneOf(ACCOUNT)
    const smsCode = await secondStepCode()
    expect((await node.current.call(loginBySms, { phone, smsCode })).code).toBe(704)
    expect((await node.current.call(verifySms, { phone, smsCode, type: 17 })).code).toBe(704)
    expect((await node.current.call(verifySms, { phone, smsCode, type: 25 })).code).toBe(704)
    const newPassword = 'Other@2026'
    expect((await node.current.call(resetPassword, { phone, smsCode, newPassword })).code).toBe(704)
    expect((await attempt(smsCode)).success).toBe(true)
  })

  test('belongs to one account', async () => {
    await policy([{ account: ACCOUNT }, { account: 'city01' }])
    const theirs = await secondStepCode('city01')
    expect((await attempt(theirs)).code).toBe(704)
    expect((await attempt(theirs, 'city01')).success).toBe(true)
    await policy([{ account: ACCOUNT }])
  })

  test('is sent to the account’s own phone, whatever phone the request names', async () => {
    await codeFor({ account: ACCOUNT, phone: '13811112222', type: 17 })
    expect(node.current.sent.at(-1)?.phone).toBe(phoneOf(ACCOUNT))
  })
})

describe('the policy', () => {
  test('can name a role in a type of organisation, and takes in exactly those', async () => {
    await policy([{ orgType: 30, roleType: 20, property: 50 }])
    expect((await attempt(undefined, 'region01')).data.isSendSms).toBe(true)
    expect((await attempt(undefined, ACCOUNT)).data.isSendSms).toBe(false)
    expect((await attempt(undefined, 'school01')).data.isSendSms).toBe(false)
    await policy([{ account: ACCOUNT }])
  })

  test('that nobody has set asks government and administrators, once a provider can carry the code', async () => {
    await forgetSecondStepRules(node.current)
    const keys = { SMS_ACCESS_ID: 'a', SMS_ACCESS_SECRET: 'b', SMS_SIGN_NAME: 'c', SMS_TEMPLATE: 'd' }
    const provided = await node.current.otherNode({ SMS_PROVIDER: 'aliyun', ...keys })
    const asks = async (account: string, on: TestApp) =>
      (await on.call(login, { account, password: PASSWORD })).data.isSendSms
    expect(await asks('region01', provided)).toBe(true)
    expect(await asks('school01', provided)).toBe(true)
    expect(await asks('teacher01', provided)).toBe(false)
    expect(await asks('region01', node.current)).toBe(false)
    await policy([{ account: ACCOUNT }])
  })

  test('that cannot be read asks everybody', async () => {
    await setSecondStepRules(node.current, { account: ACCOUNT })
    for (const account of ['school01', 'teacher01']) {
      expect((await attempt(undefined, account)).data).toMatchObject({ token: null, isSendSms: true })
    }
    await policy([{ account: ACCOUNT }])
  })

  test('that finds no phone to send to leads to setting up an authenticator, whatever code is typed', async () => {
    await policy([{ account: 'hospital01' }])
    await node.current.sql(
      "update app_user set phone_enc = null, phone_hash = null where account = 'hospital01'",
    )
    const { data } = await attempt('123456', 'hospital01')
    const me = node.current.as(String(data.token))
    expect((await me.call(userInfo, {})).data.mustEnrol).toBe(true)
    expect((await me.call(sessionEndpoints.userDataRange, {})).code).toBe(602)
    await policy([{ account: ACCOUNT }])
  })
})
