import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { insertCaptcha } from './code-queries.ts'

const node = useApp()
const tight = useApp({ SMS_DAILY_PER_ADDRESS: '4', SMS_CAPTCHA_AFTER: '2' })
const { sendSms, loginBySms, userInfo } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
/** The phone of an account that no other test of this file uses. */
const newPhone = () => phoneOf(String(users.pop()))

type Request = InputOf<typeof sendSms>
const send = async (input: Request, on: TestApp = node.current) => on.call(sendSms, input)
const sentTo = (phone: string, on: TestApp = node.current) => on.sent.filter((sms) => sms.phone === phone)
const rowsOf = (phone: string) =>
  node.current.db
    .selectFrom('smsCode')
    .selectAll()
    .where('phoneHash', '=', node.current.services.secrets.lookupHash('phone', phone))
    .execute()
const letPass = (time: string, on: TestApp = node.current) =>
  on.sql(`update sms_code set sent_at = sent_at - interval '${time}'`)

describe('a code', () => {
  test('has six digits, is stored only as a keyed hash, and lives five minutes', async () => {
    const phone = newPhone()
    await send({ phone, type: 25 })
    const [sms] = sentTo(phone)
    expect(sms?.code).toMatch(/^\d{6}$/)
    const [row] = await rowsOf(phone)
    expect(
      JSON.stringify(Object.values({ ...row, codeHash: row?.codeHash.toString('latin1') })),
    ).not.toContain(sms?.code)
    expect(row?.codeHash).toHaveLength(32)
    expect((row?.expiresAt.getTime() ?? 0) - (row?.sentAt.getTime() ?? 0)).toBe(300_000)
  })

  test('goes to the eleven digits, whatever prefix was typed, and all prefixes count as one phone', async () => {
    const phone = newPhone()
    expect((await send({ phone: `+86${phone}`, type: 25 })).success).toBe(true)
    expect((await send({ phone: `0${phone}`, type: 25 })).code).toBe(REFUSALS.smsTooSoon)
    expect(sentTo(phone)).toHaveLength(1)
  })
})

describe('between two codes for one phone', () => {
  test('lie sixty seconds', async () => {
    const phone = newPhone()
    expect((await send({ phone, type: 17 })).success).toBe(true)
    const soon = await send({ phone, type: 17 })
    expect(soon.code).toBe(REFUSALS.smsTooSoon)
    expect(soon.message).toMatch(/^验证码已发送，请([1-9]|[1-5]\d|60)秒后再试$/)
    await letPass('30 seconds')
    expect((await send({ phone, type: 17 })).code).toBe(REFUSALS.smsTooSoon)
    await letPass('31 seconds')
    expect((await send({ phone, type: 17 })).success).toBe(true)
    expect(sentTo(phone)).toHaveLength(2)
  })

  test('twenty requests at once send one SMS', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ phone, type: 17 })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === REFUSALS.smsTooSoon)).toHaveLength(19)
    expect(sentTo(phone)).toHaveLength(1)
  })

  test('two nodes count as one', async () => {
    const phone = newPhone()
    const other = await node.current.otherNode()
    const nodes = [node.current, other]
    await Promise.all(Array.from({ length: 10 }, (_, index) => send({ phone, type: 25 }, nodes[index % 2])))
    expect(sentTo(phone).length + sentTo(phone, other).length).toBe(1)
  })

  test('the second step and the way in by phone share the gap: both are one type', async () => {
    const account = String(users.pop())
    expect((await send({ account, type: 17 })).success).toBe(true)
    expect((await send({ phone: phoneOf(account), type: 17 })).code).toBe(REFUSALS.smsTooSoon)
  })
})

describe('the daily cap', () => {
  test('is ten for one phone over all types, holds on every node, and is over after a day', async () => {
    const phone = newPhone()
    const types = [17, 25, 27] as const
    for (let count = 0; count < 10; count++) {
      const type = types[count % 3] as (typeof types)[number]
      expect((await send({ phone, type })).success).toBe(true)
      await letPass('61 seconds')
    }
    expect(await send({ phone, type: 17 })).toMatchObject({ code: 702, message: '今日短信发送次数已达上限' })
    expect((await send({ phone, type: 25 }, await node.current.otherNode())).code).toBe(702)
    expect(sentTo(phone)).toHaveLength(10)
    await letPass('1 day')
    expect((await send({ phone, type: 17 })).success).toBe(true)
  })

  test('cannot be passed by asking for everything at once', async () => {
    const phone = newPhone()
    for (let count = 0; count < 9; count++) {
      expect((await send({ phone, type: 25 })).success).toBe(true)
      await letPass('61 seconds')
    }
    const codes = await Promise.all(([17, 25, 27, 17, 25, 27] as const).map((type) => send({ phone, type })))
    expect(codes.filter(({ success }) => success)).toHaveLength(1)
    expect(sentTo(phone)).toHaveLength(10)
  })

  test('holds for an address too, and a captcha is asked for before that', async () => {
    const ask = (extra: Partial<Request> = {}) =>
      send({ phone: newPhone(), type: 17, ...extra }, tight.current)
    const solved = async () => {
      const captchaId = randomUUID()
      const { db, secrets } = tight.current.services
      await insertCaptcha(db, captchaId, secrets.codeHash(captchaId, 'AC23'))
      return { captchaId, captchaCode: 'ac23' }
    }
    expect((await ask()).success).toBe(true)
    expect((await ask()).success).toBe(true)
    expect(await ask()).toMatchObject({ code: 650, message: '请输入图形验证码' })
    expect((await ask({ captchaId: randomUUID(), captchaCode: 'AC23' })).code).toBe(611)
    expect((await ask({ ...(await solved()), captchaCode: 'AC24' })).code).toBe(610)
    expect((await ask(await solved())).success).toBe(true)
    expect((await ask(await solved())).success).toBe(true)
    expect((await ask(await solved())).code).toBe(702)
    await letPass('1 day', tight.current)
    expect((await ask()).success).toBe(true)
  })
})

describe('who is not there', () => {
  test.each([17, 25] as const)('gets the answer of who is, and no SMS (type %i)', async (type) => {
    const [known, unknown] = [newPhone(), `1380013${type}00`]
    const { headers: _, ...knownAnswer } = await send({ phone: known, type })
    const { headers: __, ...unknownAnswer } = await send({ phone: unknown, type })
    expect(unknownAnswer).toEqual(knownAnswer)
    expect(sentTo(unknown)).toHaveLength(0)
    expect((await send({ phone: unknown, type })).code).toBe(REFUSALS.smsTooSoon)
  })

  test('meets the same daily cap', async () => {
    const phone = '13800138111'
    for (let count = 0; count < 10; count++) {
      expect((await send({ phone, type: 25 })).success).toBe(true)
      await letPass('61 seconds')
    }
    expect((await send({ phone, type: 25 })).code).toBe(702)
  })

  test('can be an account: the answer is the same, spelled any way', async () => {
    const before = node.current.sent.length
    expect((await send({ account: 'nobody55', type: 17 })).success).toBe(true)
    expect((await send({ account: 'NOBODY 55', type: 17 })).code).toBe(REFUSALS.smsTooSoon)
    expect(node.current.sent).toHaveLength(before)
  })

  test('is refused a guessed code like anybody', async () => {
    const phone = '13800138222'
    await send({ phone, type: 17 })
    expect((await node.current.call(loginBySms, { phone, smsCode: '123456' })).code).toBe(704)
  })
})

describe('a provider that is down', () => {
  test('is 701, costs nothing of gap and cap, and leaves no code behind', async () => {
    const phone = newPhone()
    node.current.smsFails = true
    for (let count = 0; count < 12; count++) {
      expect(await send({ phone, type: 25 })).toMatchObject({ code: 701, message: '短信发送失败' })
    }
    node.current.smsFails = false
    expect(await rowsOf(phone)).toHaveLength(0)
    expect((await send({ phone, type: 25 })).success).toBe(true)
    expect(sentTo(phone)).toHaveLength(1)
  })

  test('that hangs delays nobody else, and takes no connection to the database', async () => {
    const { services } = node.current
    const working = services.sms
    const held: ((error: Error) => void)[] = []
    services.sms = { send: () => new Promise((_, reject) => held.push(reject)) }
    const many = services.config.DATABASE_POOL + 5
    const answers = Array.from({ length: many }, () => send({ phone: newPhone(), type: 25 }))
    await vi.waitFor(() => expect(held).toHaveLength(many), { timeout: 60_000 })
    services.sms = working
    const me = node.current.as(await node.current.login('city01'))
    expect((await me.call(userInfo, {})).success).toBe(true)
    for (const reject of held) reject(new Error('no answer in time'))
    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual(Array(many).fill(701))
  })
})

describe('a request', () => {
  test('for changing the phone needs a session', async () => {
    expect((await send({ phone: '13911112222', type: 26 })).code).toBe(601)
    expect(
      (await node.current.as('x'.repeat(43)).call(sendSms, { phone: '13911112222', type: 26 })).code,
    ).toBe(601)
    expect(sentTo('13911112222')).toHaveLength(0)
  })

  test('for changing to a phone that is in use is refused with 654', async () => {
    const me = node.current.as(await node.current.login('city01'))
    expect((await me.call(sendSms, { phone: phoneOf('region01'), type: 26 })).code).toBe(654)
  })

  test('that names another user is refused with 616, and on record', async () => {
    const { id } = await node.current.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', 'region01')
      .executeTakeFirstOrThrow()
    const me = node.current.as(await node.current.login('region01'))
    const phone = newPhone()
    expect((await me.call(sendSms, { phone, type: 25, userId: id + 1 })).code).toBe(616)
    expect(sentTo(phone)).toHaveLength(0)
    const rows = await node.current.db
      .selectFrom('auditLog')
      .select(['action', 'code', 'userId', 'objectId'])
      .where('code', '=', 616)
      .execute()
    expect(rows).toEqual([{ action: 'access.denied', code: 616, userId: id, objectId: sendSms.path }])
    expect((await me.call(sendSms, { phone, type: 25, userId: id })).success).toBe(true)
  })

  test.each([
    [{ type: 25 }, 650],
    [{ type: 17 }, 650],
    [{ account: 'region01', type: 25 }, 650],
    [{ phone: '12345678901', type: 25 }, 620],
    [{ phone: '1990000000', type: 25 }, 620],
    [{ phone: ['19900000001'], type: 25 }, 650],
    [{ phone: '19900000001', type: 99 }, 400],
    [{ phone: '19900000001' }, 400],
  ])('of the shape %j is refused and sends nothing', async (payload, code) => {
    const before = node.current.sent.length
    const response = await node.current.app.inject({ method: 'POST', url: sendSms.path, payload })
    expect(response.json().code).toBe(code)
    expect(node.current.sent).toHaveLength(before)
  })
})
