import { describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { useApp } from '../../testing/app.ts'

const node = useApp()
const strict = useApp({ PASSWORD_POLICY: 'strict' })
const { login, sendSms, verifySms, resetPassword, userInfo, changePassword } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
const NEW = 'Other#2026'

async function codeFor(phone: string, on = node.current): Promise<string> {
  expect((await on.call(sendSms, { phone, type: 25 })).success).toBe(true)
  return String(on.sent.at(-1)?.code)
}
function newAccount() {
  const account = String(users.pop())
  return { account, phone: phoneOf(account) }
}
const signIn = async (account: string, password: string) =>
  (await node.current.call(login, { account, password })).code

describe('resetting a forgotten password', () => {
  test('takes two steps with one code: verify the phone, then set the password', async () => {
    const { account, phone } = newAccount()
    const smsCode = await codeFor(phone)
    expect((await node.current.call(verifySms, { phone, smsCode, type: 25 })).success).toBe(true)
    expect((await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })).success).toBe(true)
    expect(await signIn(account, 'Demo@2026')).toBe(603)
    expect(await signIn(account, NEW)).toBe(200)
  })

  test('ends every session of the account, on every node, and nobody else’s', async () => {
    const { account, phone } = newAccount()
    const other = await node.current.otherNode()
    const mine = [await node.current.login(account), await other.login(account)]
    const theirs = await node.current.login('region01')
    const smsCode = await codeFor(phone)
    await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })
    for (const token of mine) {
      expect((await node.current.as(token).call(userInfo, {})).code).toBe(601)
      expect((await other.as(token).call(userInfo, {})).code).toBe(601)
    }
    expect((await other.as(theirs).call(userInfo, {})).success).toBe(true)
  })

  test('works while the account is locked, and unlocks it', async () => {
    const { account, phone } = newAccount()
    for (let time = 0; time < 5; time++) expect(await signIn(account, 'wrong')).toBe(603)
    expect(await signIn(account, 'Demo@2026')).toBe(605)
    const smsCode = await codeFor(phone)
    expect((await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })).success).toBe(true)
    expect(await signIn(account, NEW)).toBe(200)
  })

  test('makes a password that its owner chose: an expired or one-time one is over with it', async () => {
    const { account, phone } = newAccount()
    await node.current.sql(`update app_user set must_change_password = true, one_time_until = now(),
      password_changed_at = now() - interval '200 days' where account = '${account}'`)
    const smsCode = await codeFor(phone)
    await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })
    const me = node.current.as(await node.current.login(account, NEW))
    expect((await me.call(userInfo, {})).data.mustChangePassword).toBe(false)
  })

  test('does not bring a disabled account back', async () => {
    const { account, phone } = newAccount()
    await node.current.sql(`update app_user set enabled = false where account = '${account}'`)
    const smsCode = await codeFor(phone)
    await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })
    expect(await signIn(account, NEW)).toBe(605)
  })

  test('changes nothing with a wrong code', async () => {
    const { account, phone } = newAccount()
    const token = await node.current.login(account)
    await codeFor(phone)
    const smsCode = 'x12345'
    expect((await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })).code).toBe(704)
    expect((await node.current.as(token).call(userInfo, {})).success).toBe(true)
    expect(await signIn(account, 'Demo@2026')).toBe(200)
  })

  test('happens once per code, also when five ask at once', async () => {
    const { account, phone } = newAccount()
    const smsCode = await codeFor(phone)
    const passwords = [1, 2, 3, 4, 5].map((number) => `Other#202${number}`)
    const answers = await Promise.all(
      passwords.map((newPassword) => node.current.call(resetPassword, { phone, smsCode, newPassword })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 704, 704, 704, 704])
    const winner = passwords[answers.findIndex(({ success }) => success)]
    expect(await signIn(account, String(winner))).toBe(200)
  })

  test('refuses a password against the rule with 622 and leaves the code usable', async () => {
    const { account, phone } = newAccount()
    const smsCode = await codeFor(phone)
    for (const newPassword of ['short1!', 'nodigits!!', 'NoSign2026', 'with blank 1!']) {
      const answer = await node.current.call(resetPassword, { phone, smsCode, newPassword })
      expect(answer).toMatchObject({ code: 622, data: { issues: [{ path: ['newPassword'] }] } })
    }
    expect((await node.current.call(resetPassword, { phone, smsCode, newPassword: NEW })).success).toBe(true)
    expect(await signIn(account, NEW)).toBe(200)
  })

  test('answers an unknown phone like a wrong code', async () => {
    const unknown = '13700000001'
    const { phone } = newAccount()
    await node.current.call(sendSms, { phone: unknown, type: 25 })
    await codeFor(phone)
    const smsCode = 'x12345'
    const answers = await Promise.all(
      [phone, unknown].map((one) =>
        node.current.call(resetPassword, { phone: one, smsCode, newPassword: NEW }),
      ),
    )
    const [known, none] = answers.map(({ headers: _, ...body }) => body)
    expect(none).toEqual(known)
  })

  test('does not tell without the code which account stands behind a phone', async () => {
    const { account, phone } = newAccount()
    await codeFor(phone, strict.current)
    const ask = (newPassword: string) =>
      strict.current.call(resetPassword, { phone, smsCode: 'x12345', newPassword })
    expect((await ask(`#1${account}`)).code).toBe(704)
    expect((await ask('#1nobody0001')).code).toBe(704)
  })

  test('needs no old password, changing does', async () => {
    const { account } = newAccount()
    const me = node.current.as(await node.current.login(account))
    const payload = { newPassword: 'abc_1234' }
    expect((await me.call(changePassword, { ...payload, oldPassword: '' })).code).toBe(650)
    expect(await signIn(account, 'Demo@2026')).toBe(200)
  })
})
