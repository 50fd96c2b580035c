import { describe, expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'

const node = useApp()
const { sendSms, changePhone, userInfo, loginBySms, resetPassword } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
let numbers = 0
const newPhone = () => `139${String(++numbers).padStart(8, '0')}`
const PASSWORD = 'Demo@2026'

async function signedIn() {
  const account = String(users.pop())
  const token = await node.current.login(account)
  return { account, token, me: node.current.as(token) }
}
async function codeFor(me: Pick<typeof node.current, 'call'>, phone: string): Promise<string> {
  expect((await me.call(sendSms, { phone, type: 26 })).success).toBe(true)
  return String(node.current.sent.at(-1)?.code)
}

describe('moving the account to another phone', () => {
  test('needs the password and the code that was sent to the new phone', async () => {
    const { me } = await signedIn()
    const phone = newPhone()
    const smsCode = await codeFor(me, phone)
    expect(node.current.sent.at(-1)).toMatchObject({ phone, type: 26 })
    expect((await me.call(changePhone, { phone, smsCode, password: PASSWORD })).success).toBe(true)
    expect((await me.call(userInfo, {})).data.phone).toBe(`139****${phone.slice(-4)}`)
  })

  test('is refused with 607 without the password, and the phone stays', async () => {
    const { account, me } = await signedIn()
    const phone = newPhone()
    const smsCode = await codeFor(me, phone)
    const answer = await me.call(changePhone, { phone, smsCode, password: 'wrong' })
    expect(answer).toMatchObject({ code: 607, data: { issues: [{ path: ['password'] }] } })
    expect((await me.call(changePhone, { phone, smsCode, password: '' })).code).toBe(650)
    expect((await me.call(userInfo, {})).data.phone).toBe(`199****${phoneOf(account).slice(-4)}`)
  })

  test('is refused with 704 without the code, and with the code of another number', async () => {
    const { me } = await signedIn()
    const [asked, other] = [newPhone(), newPhone()]
    const smsCode = await codeFor(me, asked)
    expect((await me.call(changePhone, { phone: other, smsCode, password: PASSWORD })).code).toBe(704)
    expect((await me.call(changePhone, { phone: asked, smsCode: 'x12345', password: PASSWORD })).code).toBe(
      704,
    )
  })

  test('is refused with 654 for a phone in use, however it is written', async () => {
    const { me } = await signedIn()
    const phone = `+86${phoneOf('region01')}`
    const answer = await me.call(changePhone, { phone, smsCode: '123456', password: PASSWORD })
    expect(answer).toMatchObject({ code: 654, message: '手机号码已存在' })
  })

  test('gives a phone to one of two who take it at once', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const phone = newPhone()
    const first = await codeFor(one.me, phone)
    await node.current.sql("update sms_code set sent_at = sent_at - interval '61 seconds'")
    const second = await codeFor(two.me, phone)
    const answers = await Promise.all([
      one.me.call(changePhone, { phone, smsCode: first, password: PASSWORD }),
      two.me.call(changePhone, { phone, smsCode: second, password: PASSWORD }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 654])
  })

  test('ends the other sessions and keeps this one', async () => {
    const { account, me } = await signedIn()
    const other = await node.current.otherNode()
    const elsewhere = await other.login(account)
    const phone = newPhone()
    await me.call(changePhone, { phone, smsCode: await codeFor(me, phone), password: PASSWORD })
    expect((await me.call(userInfo, {})).success).toBe(true)
    expect((await other.as(elsewhere).call(userInfo, {})).code).toBe(601)
  })

  test('makes codes that were sent to the old phone worthless', async () => {
    const { account, me } = await signedIn()
    const old = phoneOf(account)
    await node.current.call(sendSms, { phone: old, type: 17 })
    const forLogin = String(node.current.sent.at(-1)?.code)
    await node.current.call(sendSms, { phone: old, type: 25 })
    const forReset = String(node.current.sent.at(-1)?.code)
    const phone = newPhone()
    await me.call(changePhone, { phone, smsCode: await codeFor(me, phone), password: PASSWORD })
    expect((await node.current.call(loginBySms, { phone: old, smsCode: forLogin })).code).toBe(704)
    const reset = { phone: old, smsCode: forReset, newPassword: 'Other@2026' }
    expect((await node.current.call(resetPassword, reset)).code).toBe(704)
  })

  test('needs a session', async () => {
    const input = { phone: newPhone(), smsCode: '123456', password: PASSWORD }
    expect((await node.current.call(changePhone, input)).code).toBe(601)
  })
})
