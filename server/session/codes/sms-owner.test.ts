// Strangers who ask for codes or guess them do not keep the owner of an account out.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { useApp } from '../../testing/app.ts'
import { setSecondStepRules } from '../../testing/second-step.ts'

const node = useApp()
const { login, loginBySms, sendSms, resetPassword, changePassword, userInfo } = sessionEndpoints
const PASSWORD = 'Demo@2026'
const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)

let account = ''
let phone = ''
beforeAll(() => setSecondStepRules(node.current, [{}]))
beforeEach(() => {
  account = String(users.pop())
  phone = phoneOf(account)
})

const send = (input: InputOf<typeof sendSms>) => node.current.call(sendSms, input)
const ask = async (who = account) => (await send({ account: who, type: 17 })).code
const enter = (smsCode?: string, password = PASSWORD) =>
  node.current.call(login, { account, password, smsCode })
const givePassword = async () => expect((await enter()).data).toMatchObject({ token: null, isSendSms: true })
const sentTo = (to = phone) => node.current.sent.filter((sms) => sms.phone === to)
const newestCode = () => String(sentTo().at(-1)?.code)
const wrong = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const letPass = (time = '61 seconds') =>
  node.current.sql(`update sms_code set sent_at = sent_at - interval '${time}'`)
async function askAgainAndAgain(times: number, who = account) {
  const codes: number[] = []
  for (let time = 0; time < times; time++) {
    codes.push(await ask(who))
    await letPass()
  }
  return codes
}

describe('who asks for an account’s code without its password', () => {
  test('has three sent a day, and is answered like about an account that does not exist', async () => {
    const known = await askAgainAndAgain(12)
    const unknown = await askAgainAndAgain(12, `nobody${account}`)
    expect(known).toEqual(unknown)
    expect(known).toEqual([...Array(10).fill(200), 702, 702])
    expect(sentTo()).toHaveLength(3)
    const { headers: _, ...answer } = await send({ account, type: 17 })
    const { headers: __, ...other } = await send({ account: `nobody${account}`, type: 17 })
    expect(answer).toEqual(other)
    await letPass('1 day')
    expect(await ask()).toBe(200)
    expect(sentTo()).toHaveLength(4)
  })

  test('has three sent at most when asking on two nodes at once', async () => {
    const other = await node.current.otherNode()
    for (let round = 0; round < 5; round++) {
      await Promise.all([node.current, other].map((on) => on.call(sendSms, { account, type: 17 })))
      await letPass()
    }
    expect(sentTo().length + other.sent.filter((sms) => sms.phone === phone).length).toBe(3)
  })

  test('leaves the owner every SMS of the day, and no wait', async () => {
    await askAgainAndAgain(12)
    await givePassword()
    for (let count = 0; count < 10; count++) {
      expect(await ask()).toBe(200)
      await letPass()
    }
    expect(await ask()).toBe(702)
    expect(sentTo()).toHaveLength(13)
    expect((await enter(newestCode())).data.token).not.toBeNull()
  })

  test('does not make the owner wait: sixty seconds lie between the owner’s own', async () => {
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(REFUSALS.smsTooSoon)
    await givePassword()
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(REFUSALS.smsTooSoon)
    expect((await enter(newestCode())).success).toBe(true)
  })

  test('takes nothing from the ways in by phone number, nor these from the owner', async () => {
    await askAgainAndAgain(10)
    for (let count = 0; count < 10; count++) {
      expect((await send({ phone, type: 25 })).code).toBe(200)
      await letPass()
    }
    expect((await send({ phone, type: 17 })).code).toBe(702)
    await givePassword()
    expect(await ask()).toBe(200)
    expect((await enter(newestCode())).success).toBe(true)
  })

  test('does not void the owner’s code, whether theirs is sent or not', async () => {
    await givePassword()
    await ask()
    const own = newestCode()
    await node.current.sql(`update app_user set second_step_until = null where account = '${account}'`)
    await askAgainAndAgain(5)
    expect(sentTo()).toHaveLength(4)
    expect((await enter(own)).success).toBe(true)
    expect((await enter(own)).code).toBe(704)
  })

  test('does not void the last one that was sent by those that are not', async () => {
    await askAgainAndAgain(3)
    const last = newestCode()
    await askAgainAndAgain(2)
    expect(sentTo()).toHaveLength(3)
    expect((await enter(last)).success).toBe(true)
  })

  test('has a code sent that serves the owner too, until the owner asks for another', async () => {
    await ask()
    const first = newestCode()
    expect((await enter(first)).success).toBe(true)
    await letPass()
    await ask()
    const second = newestCode()
    await givePassword()
    await ask()
    const own = newestCode()
    if (second !== own) expect((await enter(second)).code).toBe(704)
    expect((await enter(own)).success).toBe(true)
  })

  test('without the password a code opens nothing', async () => {
    await ask()
    expect((await enter(newestCode(), 'wrong')).code).toBe(603)
    expect((await node.current.call(loginBySms, { phone, smsCode: newestCode() })).code).toBe(704)
  })
})

describe('the owner is known', () => {
  const askedBy = async () => {
    const hash = node.current.services.secrets.lookupHash('phone', phone)
    const rows = await node.current.db
      .selectFrom('smsCode')
      .select('askedBy')
      .where('phoneHash', '=', hash)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.askedBy)
  }

  test('for ten minutes after the password, by the clock of the database', async () => {
    await givePassword()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 })
    await ask()
    vi.useRealTimers()
    await letPass()
    const pass = (time: string) =>
      node.current.sql(`update app_user set second_step_until = second_step_until - interval '${time}'
        where account = '${account}'`)
    await pass('9 minutes')
    await ask()
    await letPass()
    await pass('1 minute 1 second')
    await ask()
    expect(await askedBy()).toEqual(['owner', 'owner', 'account'])
  })

  test('until signed in', async () => {
    await givePassword()
    await ask()
    const token = String((await enter(newestCode())).data.token)
    expect((await node.current.as(token).call(userInfo, {})).success).toBe(true)
    await letPass()
    await ask()
    expect(await askedBy()).toEqual(['owner', 'account'])
  })

  test('until the password is another', async () => {
    await givePassword()
    await ask()
    const me = node.current.as(String((await enter(newestCode())).data.token))
    await givePassword()
    const input = { oldPassword: PASSWORD, newPassword: 'another_1' }
    expect((await me.call(changePassword, input)).success).toBe(true)
    await letPass()
    await ask()
    expect(await askedBy()).toEqual(['owner', 'account'])
  })

  test('not by a wrong password', async () => {
    expect((await enter(undefined, 'wrong')).code).toBe(603)
    await ask()
    expect(await askedBy()).toEqual(['account'])
  })
})

test('wrong codes of strangers at the other doors do not close the second step', async () => {
  for (let round = 0; round < 3; round++) {
    for (const type of [17, 25] as const) {
      expect((await send({ phone, type })).code).toBe(200)
      const code = newestCode()
      for (let step = 1; step <= 5; step++) {
        const smsCode = wrong(code, step)
        const guess =
          type === 17
            ? node.current.call(loginBySms, { phone, smsCode })
            : node.current.call(resetPassword, { phone, smsCode, newPassword: 'Other@2026' })
        expect((await guess).code).toBe(704)
      }
    }
    await letPass()
  }
  await givePassword()
  await ask()
  const code = newestCode()
  expect((await enter(wrong(code))).code).toBe(704)
  expect((await enter(code)).success).toBe(true)
})

test('wrong codes in the second step itself are limited: five for a code, ten an hour', async () => {
  for (let round = 0; round < 2; round++) {
    await givePassword()
    await ask()
    const code = newestCode()
    for (let step = 1; step <= 5; step++) expect((await enter(wrong(code, step))).code).toBe(704)
    expect((await enter(code)).code).toBe(704)
    await letPass()
  }
  await ask()
  expect((await enter(newestCode())).code).toBe(704)
  await letPass('1 hour')
  await ask()
  expect((await enter(newestCode())).success).toBe(true)
})
