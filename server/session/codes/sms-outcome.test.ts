// Neither the time nor the outcome of a code asked for tells who has an account.
import { afterEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { SmsSender } from '../../core/sms/sender.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { useApp } from '../../testing/app.ts'

const node = useApp()
const { sendSms } = sessionEndpoints
const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)

let strangers = 0
type Request = InputOf<typeof sendSms>
/** The same of somebody and of nobody. */
const REQUESTS: Record<string, () => [Request, Request]> = {
  'a phone': () => [
    { phone: phoneOf(String(users.pop())), type: 17 },
    { phone: `138001390${String(++strangers).padStart(2, '0')}`, type: 17 },
  ],
  'a phone for the reset': () => [
    { phone: phoneOf(String(users.pop())), type: 25 },
    { phone: `138001390${String(++strangers).padStart(2, '0')}`, type: 25 },
  ],
  'an account': () => [
    { account: String(users.pop()), type: 17 },
    { account: `nobody${++strangers}`, type: 17 },
  ],
}

const working = () => node.current.services.sms
let restore = () => {}
function provide(sender: SmsSender) {
  const before = working()
  node.current.services.sms = sender
  restore = () => {
    node.current.services.sms = before
  }
}
afterEach(() => restore())

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
async function timed(request: Request) {
  const started = performance.now()
  const { headers: _, ...answer } = await node.current.call(sendSms, request)
  return { answer, ms: performance.now() - started }
}

describe.each(Object.entries(REQUESTS))('%s nobody has', (_, requests) => {
  test('takes as long as one that somebody has, with a slow provider', async () => {
    provide({ send: () => wait(400) })
    const [known, unknown] = requests()
    const [first, second] = [await timed(known), await timed(unknown)]
    expect(first.answer).toMatchObject({ success: true })
    expect(second.answer).toEqual(first.answer)
    expect(Math.min(first.ms, second.ms)).toBeGreaterThanOrEqual(390)
  })

  test('fails like one that somebody has, as late, and costs no wait either', async () => {
    provide({ send: () => wait(300).then(() => Promise.reject(new Error('down'))) })
    const [known, unknown] = requests()
    for (let time = 0; time < 2; time++) {
      const [first, second] = [await timed(known), await timed(unknown)]
      expect(first.answer).toMatchObject({ code: 701, message: '短信发送失败' })
      expect(second.answer).toEqual(first.answer)
      expect(Math.min(first.ms, second.ms)).toBeGreaterThanOrEqual(290)
    }
    const rows = await node.current.db.selectFrom('smsCode').select('id').orderBy('id', 'desc').execute()
    restore()
    const after = [await timed(known), await timed(unknown)]
    expect(after.map(({ answer }) => answer.code)).toEqual([200, 200])
    const more = await node.current.db.selectFrom('smsCode').select('id').execute()
    expect(more).toHaveLength(rows.length + 2)
  })
})

test('a provider nothing was sent by yet is reckoned with its usual time', async () => {
  provide({ send: () => wait(250), usualMs: 250 })
  const { answer, ms } = await timed({ phone: '13800139099', type: 17 })
  expect(answer).toMatchObject({ success: true })
  expect(ms).toBeGreaterThanOrEqual(240)
})

test('beyond what strangers can have sent, an account still takes its time', async () => {
  provide({ send: () => wait(200) })
  const account = String(users.pop())
  for (let time = 0; time < 5; time++) {
    const { answer, ms } = await timed({ account, type: 17 })
    expect(answer).toMatchObject({ success: true })
    expect(ms).toBeGreaterThanOrEqual(190)
    await node.current.sql("update sms_code set sent_at = sent_at - interval '61 seconds'")
  }
})
