// Setting up an authenticator, putting another in its place, turning it off.
import { describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS } from '../../seed/demo-world.ts'
import { useApp } from '../../testing/app.ts'
import { codeShown, enrolTotp, forgetUsedCodes, setSecondStepRules } from '../../testing/second-step.ts'

const node = useApp()
const { login, startTotp, confirmTotp, disableTotp, renewRecoveryCodes, userInfo } = sessionEndpoints
const { ownAccount } = accountEndpoints
const PASSWORD = 'Demo@2026'

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
async function newcomer() {
  const account = String(users.pop())
  const token = await node.current.login(account)
  const me = node.current.as(token)
  const { data } = await me.call(userInfo, {})
  return { account, me, token, userId: data.userId }
}
const stepOf = async (me: Awaited<ReturnType<typeof newcomer>>['me']) =>
  (await me.call(ownAccount, {})).data.secondStep
const trailOf = async (userId: number) => {
  const rows = await node.current.db
    .selectFrom('auditLog')
    .select(['action', 'success', 'code'])
    .where('userId', '=', userId)
    .where('action', 'like', 'secondStep.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action, success, code }) => `${action} ${success ? 'ok' : code}`)
}

describe('setting up an authenticator', () => {
  test('asks for the password, shows a secret, and counts once a code of it was typed', async () => {
    const { me, userId, account } = await newcomer()
    expect(await me.call(startTotp, {})).toMatchObject({
      code: 650,
      data: { issues: [{ path: ['password'] }] },
    })
    expect((await me.call(startTotp, { password: 'wrong' })).code).toBe(607)
    const { secret } = (await me.call(startTotp, { password: PASSWORD })).data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await stepOf(me)).toMatchObject({ asks: null, totpSince: null })
    expect(await node.current.login(account)).toBeTruthy()
    expect((await me.call(confirmTotp, { totpCode: codeShown(secret, 5) })).code).toBe(REFUSALS.wrongTotpCode)
    const { data } = await me.call(confirmTotp, { totpCode: codeShown(secret) })
    expect(new Set(data.recoveryCodes).size).toBe(10)
    for (const code of data.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect(await stepOf(me)).toMatchObject({ asks: 'totp', demanded: false, recoveryCodesLeft: 10 })
    expect(await trailOf(userId)).toEqual([
      'secondStep.start 650',
      'secondStep.start 607',
      'secondStep.start ok',
      `secondStep.enrol ${REFUSALS.wrongTotpCode}`,
      'secondStep.enrol ok',
    ])
  })

  test('stores nothing that a copy of the database could be used with', async () => {
    const { me, userId } = await newcomer()
    const { secret, recoveryCodes } = await enrolTotp(node.current, me)
    const { rows } = await node.current.data.work.pool.query(`
      select t::text as text from totp t union all select t::text from recovery_code t
      union all select t::text from audit_log t union all select t::text from message t`)
    const text = JSON.stringify(rows).toLowerCase()
    const hex = (value: string) => Buffer.from(value).toString('hex')
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(text).not.toContain(plain.toLowerCase())
      expect(text).not.toContain(hex(plain))
    }
    const totp = await node.current.db
      .selectFrom('totp')
      .select('secretEnc')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    expect(node.current.services.secrets.decryptBytes(totp.secretEnc)).toHaveLength(20)
  })

  test('ends other sessions, leaves this one, and tells the owner', async () => {
    const { me, account } = await newcomer()
    const other = node.current.as(await node.current.login(account))
    await enrolTotp(node.current, me)
    expect((await other.call(userInfo, {})).code).toBe(601)
    const inbox = await me.call(messageEndpoints.inbox, {})
    expect(inbox.data.list[0]).toMatchObject({ title: '您的账号已启用身份验证器' })
  })

  test('takes too long: the secret that was shown is worth nothing', async () => {
    const { me, userId } = await newcomer()
    const { secret } = (await me.call(startTotp, { password: PASSWORD })).data
    await node.current.sql(`update totp_enrolment set expires_at = now() where user_id = ${userId}`)
    expect((await me.call(confirmTotp, { totpCode: codeShown(secret) })).code).toBe(REFUSALS.notInThisState)
  })

  test('anew makes the secret that was shown before worthless', async () => {
    const { me } = await newcomer()
    const first = (await me.call(startTotp, { password: PASSWORD })).data.secret
    const second = (await me.call(startTotp, { password: PASSWORD })).data.secret
    expect((await me.call(confirmTotp, { totpCode: codeShown(first) })).code).toBe(REFUSALS.wrongTotpCode)
    expect((await me.call(confirmTotp, { totpCode: codeShown(second) })).success).toBe(true)
  })
})

describe('another device', () => {
  test('asks for password and a code, and takes the place of the first once it is confirmed', async () => {
    const { me, account } = await newcomer()
    const old = await enrolTotp(node.current, me)
    expect(await me.call(startTotp, { password: PASSWORD })).toMatchObject({
      code: 650,
      data: { issues: [{ path: ['totpCode'] }] },
    })
    const wrong = await me.call(startTotp, { password: PASSWORD, totpCode: codeShown(old.secret, 5) })
    expect(wrong.code).toBe(REFUSALS.wrongTotpCode)
    const right = { password: PASSWORD, totpCode: codeShown(old.secret) }
    const { secret } = (await me.call(startTotp, right)).data
    await forgetUsedCodes(node.current)
    const enter = async (totpCode: string) =>
      (await node.current.call(login, { account, password: PASSWORD, totpCode })).code
    expect(await enter(codeShown(secret))).toBe(REFUSALS.wrongTotpCode)
    expect(await enter(codeShown(old.secret))).toBe(200)
    const { data } = await me.call(confirmTotp, { totpCode: codeShown(secret) })
    await forgetUsedCodes(node.current)
    expect(await enter(codeShown(old.secret))).toBe(REFUSALS.wrongTotpCode)
    expect(await enter(String(old.recoveryCodes[0]))).toBe(REFUSALS.wrongTotpCode)
    expect(await enter(codeShown(secret))).toBe(200)
    expect(await enter(String(data.recoveryCodes[0]))).toBe(200)
  })

  test('can be had with a recovery code where the first is lost', async () => {
    const { me } = await newcomer()
    const { recoveryCodes } = await enrolTotp(node.current, me)
    const proof = { password: PASSWORD, totpCode: String(recoveryCodes[3]) }
    expect((await me.call(startTotp, proof)).success).toBe(true)
    expect((await me.call(startTotp, proof)).code).toBe(REFUSALS.wrongTotpCode)
  })
})

describe('new recovery codes', () => {
  test('need password and code, and make the old ones worthless', async () => {
    const { me, account } = await newcomer()
    const { secret, recoveryCodes } = await enrolTotp(node.current, me)
    const refused = await me.call(renewRecoveryCodes, { password: 'wrong', totpCode: codeShown(secret) })
    expect(refused.code).toBe(607)
    const proof = { password: PASSWORD, totpCode: codeShown(secret) }
    const { data } = await me.call(renewRecoveryCodes, proof)
    expect((await me.call(renewRecoveryCodes, proof)).code).toBe(REFUSALS.wrongTotpCode)
    const enter = async (totpCode = '') =>
      (await node.current.call(login, { account, password: PASSWORD, totpCode })).code
    expect(await enter(recoveryCodes[0])).toBe(REFUSALS.wrongTotpCode)
    expect(await enter(data.recoveryCodes[0])).toBe(200)
  })
})

describe('turning it off', () => {
  test('needs password and code; then signing in asks for nothing more', async () => {
    const { me, account } = await newcomer()
    const { secret } = await enrolTotp(node.current, me)
    const wrong = { password: PASSWORD, totpCode: '000000' === codeShown(secret) ? '000001' : '000000' }
    expect((await me.call(disableTotp, wrong)).code).toBe(REFUSALS.wrongTotpCode)
    const proof = { password: PASSWORD, totpCode: codeShown(secret) }
    expect((await me.call(disableTotp, proof)).success).toBe(true)
    expect(await stepOf(me)).toEqual({ asks: null, demanded: false, totpSince: null, recoveryCodesLeft: 0 })
    expect(await node.current.login(account)).toBeTruthy()
    expect((await me.call(disableTotp, proof)).code).toBe(REFUSALS.notInThisState)
  })

  test('is refused where a second step is demanded and no SMS could take its place', async () => {
    const { me, account } = await newcomer()
    const { secret } = await enrolTotp(node.current, me)
    await setSecondStepRules(node.current, [{ account }])
    const { services } = node.current
    const working = services.sms
    services.sms = { ...working, unavailable: true }
    const proof = () => ({ password: PASSWORD, totpCode: codeShown(secret) })
    expect((await me.call(disableTotp, proof())).code).toBe(REFUSALS.notInThisState)
    services.sms = working
    expect((await me.call(disableTotp, proof())).success).toBe(true)
    expect(await stepOf(me)).toMatchObject({ asks: 'sms', demanded: true })
    await setSecondStepRules(node.current, [])
  })
})
