import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'
import { setSecondStepRules } from '../testing/second-step.ts'
import { insertCaptcha } from './codes/code-queries.ts'

const node = useApp()
const {
  login,
  loginBySms,
  logout,
  sendSms,
  verifySms,
  resetPassword,
  changePassword,
  changePhone,
  register,
} = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
const PASSWORD = 'Demo@2026'

/** An account of its own, and what the trail says about it since. */
async function subject() {
  const account = String(users.pop())
  const { id } = await node.current.db
    .selectFrom('appUser')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  const trail = async () => {
    const rows = await node.current.db
      .selectFrom('auditLog')
      .select(['action', 'success', 'code', 'account', 'detail'])
      .where('userId', '=', id)
      .orderBy('id')
      .execute()
    expect(rows.every((row) => row.account === account)).toBe(true)
    return rows.map(({ action, code, success }) => `${action} ${success ? 'ok' : 'refused'} ${code}`)
  }
  return { account, id, phone: phoneOf(account), trail }
}
const signIn = (account: string, password = PASSWORD) => node.current.call(login, { account, password })
async function codeFor(phone: string, type: 17 | 25): Promise<string> {
  await node.current.call(sendSms, { phone, type })
  return String(node.current.sent.at(-1)?.code)
}

describe('the trail has', () => {
  test('every sign-in, right and wrong, and every sign-out', async () => {
    const { account, trail } = await subject()
    await signIn(account, 'wrong')
    const token = (await signIn(account)).data.token
    await node.current.as(String(token)).call(logout, {})
    expect(await trail()).toEqual([
      'session.login refused 603',
      'session.login ok 200',
      'session.logout ok 200',
    ])
  })

  test('the failure that locks, and who knocks while it is locked', async () => {
    const { account, id, trail } = await subject()
    for (let time = 0; time < 5; time++) await signIn(account, 'wrong')
    await signIn(account)
    expect(await trail()).toEqual([
      ...Array(5).fill('session.login refused 603'),
      'session.login refused 605',
    ])
    const locking = await node.current.db
      .selectFrom('auditLog')
      .select('detail')
      .where('userId', '=', id)
      .orderBy('id')
      .execute()
    expect(locking.map(({ detail }) => detail)).toEqual([null, null, null, null, { locked: true }, null])
  })

  test('an attempt at an account that does not exist, without what was typed', async () => {
    const typed = `Secret${randomUUID()}`
    await signIn(typed, 'x')
    const { rows } = await node.current.data.work.pool.query('select a::text as text from audit_log a')
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(typed.toLowerCase())
    const last = node.current.db.selectFrom('auditLog').selectAll().orderBy('id', 'desc')
    expect(await last.executeTakeFirst()).toMatchObject({
      action: 'session.login',
      code: 603,
      account: null,
      userId: null,
    })
  })

  test('codes sent, refused and verified, and the reset that follows', async () => {
    const { phone, trail } = await subject()
    const smsCode = await codeFor(phone, 25)
    await node.current.call(sendSms, { phone, type: 25 })
    await node.current.call(verifySms, { phone, smsCode: 'x12345', type: 25 })
    await node.current.call(verifySms, { phone, smsCode, type: 25 })
    await node.current.call(resetPassword, { phone, smsCode: 'x12345', newPassword: 'Other#2026' })
    await node.current.call(resetPassword, { phone, smsCode, newPassword: 'short' })
    await node.current.call(resetPassword, { phone, smsCode, newPassword: 'Other#2026' })
    expect(await trail()).toEqual([
      'sms.send ok 200',
      `sms.send refused ${REFUSALS.smsTooSoon}`,
      'sms.verify refused 704',
      'sms.verify ok 200',
      'password.reset refused 704',
      'password.reset refused 622',
      'password.reset ok 200',
    ])
  })

  test('a code that was asked for, and that the provider did not take it', async () => {
    const { phone, trail } = await subject()
    node.current.smsFails = true
    await node.current.call(sendSms, { phone, type: 17 })
    node.current.smsFails = false
    expect(await trail()).toEqual(['sms.send ok 200', 'sms.send refused 701'])
  })

  test('a right password that still waits for its code', async () => {
    const { account, trail } = await subject()
    await setSecondStepRules(node.current, [{ account }])
    await signIn(account)
    await node.current.call(sendSms, { account, type: 17 })
    const smsCode = String(node.current.sent.at(-1)?.code)
    await node.current.call(login, { account, password: PASSWORD, smsCode: 'x12345' })
    await node.current.call(login, { account, password: PASSWORD, smsCode })
    await setSecondStepRules(node.current, [])
    expect(await trail()).toEqual([
      'session.secondStep ok 200',
      'sms.send ok 200',
      'session.login refused 704',
      'session.login ok 200',
    ])
  })

  test('the way in by phone, right and wrong', async () => {
    const { phone, trail } = await subject()
    const smsCode = await codeFor(phone, 17)
    await node.current.call(loginBySms, { phone, smsCode: 'x12345' })
    await node.current.call(loginBySms, { phone, smsCode })
    expect(await trail()).toEqual([
      'sms.send ok 200',
      'session.loginBySms refused 704',
      'session.loginBySms ok 200',
    ])
  })

  test('changes of password and phone, done and refused', async () => {
    const { account, trail } = await subject()
    const me = node.current.as(String((await signIn(account)).data.token))
    const newPassword = 'new_pass_1'
    await me.call(changePassword, { oldPassword: 'wrong', newPassword })
    await me.call(changePassword, { oldPassword: PASSWORD, newPassword: '!!' })
    const phone = '13612345678'
    await me.call(changePhone, { phone, smsCode: 'x12345', password: PASSWORD })
    await me.call(sendSms, { phone, type: 26 })
    const smsCode = String(node.current.sent.at(-1)?.code)
    await me.call(changePhone, { phone, smsCode, password: PASSWORD })
    await me.call(changePassword, { oldPassword: PASSWORD, newPassword })
    expect(await trail()).toEqual([
      'session.login ok 200',
      'password.change refused 607',
      'password.change refused 622',
      'account.changePhone refused 704',
      'sms.send ok 200',
      'account.changePhone ok 200',
      'password.change ok 200',
    ])
  })

  test('a registration, under the new account', async () => {
    const phone = '13612345679'
    await node.current.call(sendSms, { phone, type: 27 })
    const captchaId = randomUUID()
    const { db, secrets } = node.current.services
    await insertCaptcha(db, captchaId, secrets.codeHash(captchaId, 'AC23'))
    const answer = await node.current.call(register, {
      captchaId,
      captchaCode: 'AC23',
      orgName: '西湖审计学校',
      orgType: 10,
      orgProperty: 10,
      provinceId: '330000',
      cityId: '330100',
      regionId: '330106',
      address: '文三路1号',
      account: 'audited1',
      password: 'Abcd#2026x',
      realName: '张三',
      phone,
      smsCode: String(node.current.sent.at(-1)?.code),
    })
    const row = db.selectFrom('auditLog').selectAll().where('action', '=', 'org.register')
    expect(await row.executeTakeFirst()).toMatchObject({
      account: 'audited1',
      objectType: 'org',
      objectId: String(answer.data.orgId),
      success: true,
    })
  })

  test('when, from where and which request', async () => {
    const { account, id } = await subject()
    const request = { method: 'POST', url: login.path, payload: { account, password: PASSWORD } } as const
    const response = await node.current.app.inject({ ...request, remoteAddress: '10.9.8.7' })
    const query = node.current.db.selectFrom('auditLog').selectAll().where('userId', '=', id)
    expect(await query.executeTakeFirst()).toMatchObject({
      ip: '10.9.8.7',
      at: expect.any(Date),
      requestId: response.headers['x-request-id'],
    })
  })
})

describe('nobody can alter the trail:', () => {
  const statements = [
    "update audit_log set account = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_log where false',
  ]
  const roles = ['DATABASE_URL', 'DATABASE_MIGRATE_URL'] as const

  test.each(roles.flatMap((role) => statements.map((statement) => [role, statement] as const)))(
    'the role behind %s may not %s',
    async (role, statement) => {
      await signIn('city01')
      const client = new pg.Client({ connectionString: node.current.services.config[role] })
      await client.connect()
      try {
        await expect(client.query(statement)).rejects.toThrow(/permission denied|append-only/)
        const { rows } = await client.query<{ count: number }>('select count(*)::int as count from audit_log')
        expect(rows[0]?.count).toBeGreaterThan(0)
      } finally {
        await client.end()
      }
    },
  )

  test('the role that runs the product cannot disarm what protects it', async () => {
    const { pool } = node.current.data.requests
    for (const statement of [
      'alter table audit_log disable trigger all',
      'drop trigger audit_log_append_only on audit_log',
      'drop table audit_log',
      'create table mine (id int)',
      'create or replace function refuse_change() returns trigger language sql as $$select null$$',
    ]) {
      await expect(pool.query(statement), statement).rejects.toThrow(/must be owner|permission denied/)
    }
    // Granting what one does not hold is only warned about, and changes nothing.
    await pool.query('grant update, delete on audit_log to vision_app')
    await expect(pool.query("update audit_log set account = 'x'")).rejects.toThrow(/permission denied/)
  })
})

describe('what cannot be put on record does not happen:', () => {
  /** While nothing can be written to the trail. */
  async function unrecorded<T>(work: () => Promise<T>): Promise<T> {
    await node.current.sql('revoke insert on audit_log from vision_app')
    try {
      return await work()
    } finally {
      await node.current.sql('grant insert on audit_log to vision_app')
    }
  }
  const codesOf = (phone: string) =>
    node.current.db
      .selectFrom('smsCode')
      .selectAll()
      .where('phoneHash', '=', node.current.services.secrets.lookupHash('phone', phone))
      .execute()

  test('a sign-in', async () => {
    const { account, id } = await subject()
    expect(await unrecorded(() => signIn(account))).toMatchObject({ success: false, data: null })
    const sessions = node.current.db.selectFrom('session').select('ip').where('userId', '=', id)
    expect(await sessions.execute()).toEqual([])
  })

  test('a sign-in by code, which leaves the code good', async () => {
    const { phone } = await subject()
    const smsCode = await codeFor(phone, 17)
    const enter = () => node.current.call(loginBySms, { phone, smsCode })
    expect((await unrecorded(enter)).success).toBe(false)
    expect((await enter()).success).toBe(true)
  })

  test('the wait for a code', async () => {
    const { account, id } = await subject()
    await setSecondStepRules(node.current, [{ account }])
    expect((await unrecorded(() => signIn(account))).success).toBe(false)
    await setSecondStepRules(node.current, [])
    const user = node.current.db.selectFrom('appUser').select('secondStepUntil').where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({ secondStepUntil: null })
  })

  test('a code: nothing is sent, and nothing counted', async () => {
    const { phone } = await subject()
    const before = node.current.sent.length
    const ask = () => node.current.call(sendSms, { phone, type: 25 })
    expect((await unrecorded(ask)).success).toBe(false)
    expect(node.current.sent).toHaveLength(before)
    expect(await codesOf(phone)).toEqual([])
    expect((await ask()).success).toBe(true)
  })

  test('that a code was verified', async () => {
    const { phone } = await subject()
    const smsCode = await codeFor(phone, 25)
    const verify = () => node.current.call(verifySms, { phone, smsCode, type: 25 })
    expect((await unrecorded(verify)).success).toBe(false)
    expect(await codesOf(phone)).toMatchObject([{ verifiedAt: null, tries: 0 }])
    expect((await verify()).success).toBe(true)
  })

  test('a reset and a change of phone, which leave the code good', async () => {
    const { account, phone } = await subject()
    const smsCode = await codeFor(phone, 25)
    const reset = () => node.current.call(resetPassword, { phone, smsCode, newPassword: 'Other#2026' })
    expect((await unrecorded(reset)).success).toBe(false)
    expect((await reset()).success).toBe(true)
    const me = node.current.as(String((await signIn(account, 'Other#2026')).data.token))
    await me.call(sendSms, { phone: '13612345670', type: 26 })
    const moving = { phone: '13612345670', smsCode: String(node.current.sent.at(-1)?.code) }
    const move = () => me.call(changePhone, { ...moving, password: 'Other#2026' })
    expect((await unrecorded(move)).success).toBe(false)
    expect((await move()).success).toBe(true)
  })
})
