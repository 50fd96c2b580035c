import { afterEach, describe, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import type { By } from '../../testing/people.ts'

const node = useApp()
const { sendSms, verifySms, loginBySms, resetPassword, changePhone, userInfo } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
const newPhone = () => phoneOf(String(users.pop()))

async function codeFor(input: InputOf<typeof sendSms>, as: By = node.current) {
  expect((await as.call(sendSms, input)).success).toBe(true)
  return String(node.current.sent.at(-1)?.code)
}
const enter = async (phone: string, smsCode: string, on: TestApp = node.current) =>
  (await on.call(loginBySms, { phone, smsCode })).code
const verify = async (phone: string, smsCode: string, type: 17 | 25 | 26 | 27 = 25) =>
  (await node.current.call(verifySms, { phone, smsCode, type })).code
const reset = async (phone: string, smsCode: string) =>
  (await node.current.call(resetPassword, { phone, smsCode, newPassword: 'Other@2026' })).code
/** As if every code had been sent earlier. */
const letPass = (time: string) =>
  node.current.sql(`update sms_code set sent_at = sent_at - interval '${time}',
    expires_at = expires_at - interval '${time}'`)
const wrong = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

afterEach(() => {
  vi.useRealTimers()
})

describe('signing in by phone', () => {
  test('opens a session with the right code', async () => {
    const phone = newPhone()
    const smsCode = await codeFor({ phone, type: 17 })
    const answer = await node.current.call(loginBySms, { phone, smsCode })
    expect(answer.data).toMatchObject({ isSendSms: false })
    expect((await node.current.as(String(answer.data.token)).call(userInfo, {})).success).toBe(true)
  })

  test('is refused without a code having been asked for', async () => {
    expect(await enter(newPhone(), '000000')).toBe(704)
  })

  test('is refused to a disabled account with 605', async () => {
    const account = String(users.pop())
    const smsCode = await codeFor({ phone: phoneOf(account), type: 17 })
    await node.current.sql(`update app_user set enabled = false where account = '${account}'`)
    expect(await enter(phoneOf(account), smsCode)).toBe(605)
  })
})

describe('a code', () => {
  test('is wrong by one digit: 704, with the message at its field', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    const answer = await node.current.call(loginBySms, { phone, smsCode: wrong(code) })
    expect(answer).toMatchObject({
      code: 704,
      data: { issues: [{ path: ['smsCode'], message: '短信验证码错误' }] },
    })
  })

  test.each(['', '      ', 'abcdef', '12345', '1234567', '１２３４５６', "' or '1'='1", '\u0000'])(
    'is not %j',
    async (smsCode) => {
      const phone = phoneOf('city01')
      await node.current.sql('delete from sms_code')
      await codeFor({ phone, type: 17 })
      expect([650, 704]).toContain(await enter(phone, smsCode))
    },
  )

  test('is over after five minutes: 703', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    await letPass('5 minutes 1 second')
    expect(await enter(phone, code)).toBe(703)
  })

  test('is still good after four and a half', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    await letPass('4 minutes 30 seconds')
    expect(await enter(phone, code)).toBe(200)
  })

  test('is worthless after five wrong tries, even when it is right', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    for (let step = 1; step <= 5; step++) expect(await enter(phone, wrong(code, step))).toBe(704)
    expect(await enter(phone, code)).toBe(704)
  })

  test('is good at the fifth try', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    for (let step = 1; step <= 4; step++) expect(await enter(phone, wrong(code, step))).toBe(704)
    expect(await enter(phone, code)).toBe(200)
  })

  test('gives twenty guesses at once, on two nodes, no more than five tries', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    const nodes = [node.current, await node.current.otherNode()]
    const guesses = Array.from({ length: 20 }, (_, index) =>
      enter(phone, wrong(code, index + 1), nodes[index % 2]),
    )
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([704]))
    const hash = node.current.services.secrets.lookupHash('phone', phone)
    const query = node.current.db.selectFrom('smsCode').select('tries').where('phoneHash', '=', hash)
    expect((await query.executeTakeFirstOrThrow()).tries).toBe(5)
    expect(await enter(phone, code)).toBe(704)
  })

  test('cannot be guessed at two doors with five tries each', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 25 })
    for (let step = 1; step <= 3; step++) expect(await verify(phone, wrong(code, step))).toBe(704)
    for (let step = 4; step <= 5; step++) expect(await reset(phone, wrong(code, step))).toBe(704)
    expect(await reset(phone, code)).toBe(704)
  })

  test('gives no more than ten wrong tries an hour to one phone, however many codes are sent', async () => {
    const phone = newPhone()
    for (let round = 0; round < 2; round++) {
      const code = await codeFor({ phone, type: 17 })
      for (let step = 1; step <= 5; step++) expect(await enter(phone, wrong(code, step))).toBe(704)
      await letPass('61 seconds')
    }
    const code = await codeFor({ phone, type: 17 })
    expect(await enter(phone, code)).toBe(704)
    await letPass('61 minutes')
    expect(await enter(phone, await codeFor({ phone, type: 17 }))).toBe(200)
  })

  test('dies with the next one', async () => {
    const phone = newPhone()
    const first = await codeFor({ phone, type: 17 })
    await letPass('61 seconds')
    const second = await codeFor({ phone, type: 17 })
    if (first !== second) expect(await enter(phone, first)).toBe(704)
    expect(await enter(phone, second)).toBe(200)
  })

  test('is good for one use', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    expect(await enter(phone, code)).toBe(200)
    expect(await enter(phone, code)).toBe(704)
  })

  test('is good for one of ten who use it at once on two nodes', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 17 })
    const nodes = [node.current, await node.current.otherNode()]
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => enter(phone, code, nodes[index % 2])),
    )
    expect(codes.filter((one) => one === 200)).toHaveLength(1)
    expect(codes.filter((one) => one === 704)).toHaveLength(9)
  })

  test('belongs to its type: signing in, reset and registration do not take each other’s', async () => {
    const phone = newPhone()
    const forLogin = await codeFor({ phone, type: 17 })
    expect(await reset(phone, forLogin)).toBe(704)
    const forReset = await codeFor({ phone, type: 25 })
    const forRegister = await codeFor({ phone, type: 27 })
    if (forLogin !== forReset) expect(await enter(phone, forReset)).toBe(704)
    if (forRegister !== forReset) expect(await reset(phone, forRegister)).toBe(704)
    expect(await enter(phone, forLogin)).toBe(200)
    expect(await reset(phone, forReset)).toBe(200)
  })

  test('belongs to its phone', async () => {
    const [mine, theirs] = [newPhone(), newPhone()]
    const [myCode, theirCode] = [
      await codeFor({ phone: mine, type: 17 }),
      await codeFor({ phone: theirs, type: 17 }),
    ]
    if (myCode !== theirCode) expect(await enter(theirs, myCode)).toBe(704)
    expect(await enter(theirs, theirCode)).toBe(200)
  })

  test('for a new phone belongs to the user who asked', async () => {
    const phone = '13955556666'
    const [one, other] = await Promise.all(
      ['region01', 'city01'].map((account) => node.current.login(account)),
    )
    const smsCode = await codeFor({ phone, type: 26 }, node.current.as(String(one)))
    const input = { phone, smsCode, password: 'Demo@2026' }
    expect((await node.current.as(String(other)).call(changePhone, input)).code).toBe(704)
    expect(await verify(phone, smsCode, 26)).toBe(704)
    expect((await node.current.as(String(one)).call(changePhone, input)).success).toBe(true)
  })
})

describe('a code that was verified', () => {
  test('stays good for the second step, however often it is verified', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 25 })
    for (let time = 0; time < 7; time++) expect(await verify(phone, code)).toBe(200)
    expect(await reset(phone, code)).toBe(200)
    expect(await verify(phone, code)).toBe(704)
  })

  test('is over ten minutes after it was sent', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 25 })
    await letPass('4 minutes')
    expect(await verify(phone, code)).toBe(200)
    await letPass('4 minutes')
    expect(await verify(phone, code)).toBe(200)
    await letPass('2 minutes 1 second')
    expect(await reset(phone, code)).toBe(703)
  })

  test('opens nothing by itself: the second step needs it again', async () => {
    const phone = newPhone()
    const code = await codeFor({ phone, type: 25 })
    expect(await verify(phone, code)).toBe(200)
    expect(await reset(phone, wrong(code))).toBe(704)
  })
})

test('a node whose clock is days off changes neither the gap nor the life of a code', async () => {
  const phone = newPhone()
  const code = await codeFor({ phone, type: 17 })
  for (const days of [3, -3]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    expect((await node.current.call(sendSms, { phone, type: 17 })).code).toBe(REFUSALS.smsTooSoon)
    expect(await enter(phone, wrong(code))).toBe(704)
    vi.useRealTimers()
  }
  expect(await enter(phone, code)).toBe(200)
})
