import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { insertCaptcha } from './codes/code-queries.ts'

const node = useApp()
const { login, sendSms, userInfo } = sessionEndpoints

async function countAll() {
  const { db } = node.current
  const tables = ['session', 'captcha', 'smsCode', 'loginFailure', 'loginLock', 'auditLog'] as const
  const counts = tables.map(async (table) => [
    table,
    (await db.selectFrom(table).selectAll().execute()).length,
  ])
  return Object.fromEntries(await Promise.all(counts)) as Record<(typeof tables)[number], number>
}
async function cleanUp() {
  const { db, enqueue } = node.current.services
  await enqueue(db, 'housekeeping', {})
  await node.current.worker.runDue()
}

test('cleaning up takes what is over, leaves what still counts, and never touches the trail', async () => {
  const token = await node.current.login('region01')
  const { db, secrets } = node.current.services
  const captchaId = randomUUID()
  await insertCaptcha(db, captchaId, secrets.codeHash(captchaId, 'AC23'))
  await node.current.call(sendSms, { account: 'city01', type: 17 })
  for (let time = 0; time < 5; time++) await node.current.call(login, { account: 'nobody33', password: 'x' })
  const before = await countAll()
  await cleanUp()
  expect(await countAll()).toEqual(before)

  await node.current.sql(`
    update session set expires_at = expires_at - interval '8 days 1 minute';
    update captcha set expires_at = expires_at - interval '6 minutes';
    update sms_code set sent_at = sent_at - interval '2 days 1 minute';
    update login_failure set at = at - interval '1 day 1 minute';
    update login_lock set locked_until = locked_until - interval '16 minutes'`)
  await cleanUp()
  expect(await countAll()).toEqual({
    session: 0,
    captcha: 0,
    smsCode: 0,
    loginFailure: 0,
    loginLock: 0,
    auditLog: before.auditLog,
  })
  expect((await node.current.as(token).call(userInfo, {})).code).toBe(601)
})
