// Every way in with a second step: the authenticator's code, recovery codes, and nobody who must have one is locked out.
import { describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../../seed/demo-world.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { codeShown, enrolTotp, forgetUsedCodes, setSecondStepRules } from '../../testing/second-step.ts'

const node = useApp()
const { login, loginBySms, sendSms, startTotp, confirmTotp, userInfo, menuList } = sessionEndpoints
const PASSWORD = 'Demo@2026'
const { wrongTotpCode } = REFUSALS

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const nextUser = () => String(users.pop())
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
async function enrolled() {
  const account = nextUser()
  const me = node.current.as(await node.current.login(account))
  return { account, me, ...(await enrolTotp(node.current, me)) }
}
const enter = (account: string, totpCode?: string, on: TestApp = node.current) =>
  on.call(login, { account, password: PASSWORD, totpCode })
const codeOf = async (account: string, totpCode?: string, on?: TestApp) =>
  (await enter(account, totpCode, on)).code
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeShown(secret, steps))
  return (
    ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ?? ''
  )
}
async function smsCodeFor(phone: string) {
  await node.current.sql("update sms_code set sent_at = sent_at - interval '2 days'")
  await node.current.call(sendSms, { phone, type: 17 })
  return String(node.current.sent.at(-1)?.code)
}

describe('with an authenticator', () => {
  test('the password alone opens nothing and says what is asked for', async () => {
    const { account } = await enrolled()
    expect((await enter(account)).data).toMatchObject({ token: null, isSendSms: false, secondStep: 'totp' })
    expect((await enter(account, wrongCode((await enrolled()).secret))).code).toBe(wrongTotpCode)
  })

  test('a code opens a session, once', async () => {
    const { account, secret } = await enrolled()
    const totpCode = codeShown(secret)
    const { data } = await enter(account, totpCode)
    expect((await node.current.as(String(data.token)).call(userInfo, {})).success).toBe(true)
    expect(await codeOf(account, totpCode)).toBe(wrongTotpCode)
  })

  test('no code before the one that was used is taken afterwards', async () => {
    const { account, secret } = await enrolled()
    const earlier = codeShown(secret)
    expect(await codeOf(account, codeShown(secret, 1))).toBe(200)
    expect(await codeOf(account, earlier)).toBe(wrongTotpCode)
  })

  test('one code opens one session, however many ask at once, on whichever nodes', async () => {
    const { account, secret } = await enrolled()
    const other = await node.current.otherNode()
    const totpCode = codeShown(secret)
    const nodes = [node.current, other, node.current, other]
    const codes = await Promise.all(nodes.map((on) => codeOf(account, totpCode, on)))
    expect(codes.sort()).toEqual([200, wrongTotpCode, wrongTotpCode, wrongTotpCode])
  })

  test('the code of one account opens no other', async () => {
    const [one, two] = [await enrolled(), await enrolled()]
    expect(await codeOf(one.account, codeShown(two.secret))).toBe(wrongTotpCode)
    expect(await codeOf(one.account, two.recoveryCodes[0])).toBe(wrongTotpCode)
  })

  test('signing in by phone asks for it too', async () => {
    const { account, secret } = await enrolled()
    const phone = phoneOf(account)
    const smsCode = await smsCodeFor(phone)
    const first = await node.current.call(loginBySms, { phone, smsCode })
    expect(first.data).toMatchObject({ token: null, secondStep: 'totp' })
    await node.current.sql("update sms_code set expires_at = expires_at - interval '6 minutes'")
    const wrong = await node.current.call(loginBySms, { phone, smsCode, totpCode: wrongCode(secret) })
    expect(wrong.code).toBe(wrongTotpCode)
    const right = { phone, smsCode, totpCode: codeShown(secret) }
    expect((await node.current.call(loginBySms, right)).data.token).toBeTruthy()
    await forgetUsedCodes(node.current)
    expect((await node.current.call(loginBySms, right)).code).toBe(704)
  })
})

describe('a recovery code', () => {
  test('takes the place of a code once, however it is typed, and its owner learns of it', async () => {
    const { account, recoveryCodes } = await enrolled()
    const typed = ` ${String(recoveryCodes[0]).toUpperCase().replace('-', ' ')}`
    const { data } = await enter(account, typed)
    const me = node.current.as(String(data.token))
    const own = await me.call(accountEndpoints.ownAccount, {})
    expect(own.data.secondStep.recoveryCodesLeft).toBe(9)
    const inbox = await me.call(messageEndpoints.inbox, {})
    expect(inbox.data.list[0]).toMatchObject({ title: '您的账号使用了一个恢复码' })
    expect(await codeOf(account, typed)).toBe(wrongTotpCode)
  })

  test('opens one session, however many ask at once', async () => {
    const { account, recoveryCodes } = await enrolled()
    const asked = [1, 2, 3, 4].map(() => codeOf(account, recoveryCodes[1]))
    expect((await Promise.all(asked)).sort()).toEqual([200, wrongTotpCode, wrongTotpCode, wrongTotpCode])
  })
})

describe('five wrong codes', () => {
  async function fail(account: string, secret: string, times = 5) {
    for (let time = 0; time < times; time++)
      expect(await codeOf(account, wrongCode(secret))).toBe(wrongTotpCode)
  }

  test('lock the second step on every node, recovery codes included', async () => {
    const { account, secret, recoveryCodes } = await enrolled()
    const other = await node.current.otherNode()
    await fail(account, secret)
    expect(await codeOf(account, codeShown(secret))).toBe(605)
    expect(await codeOf(account, codeShown(secret), other)).toBe(605)
    expect(await codeOf(account, recoveryCodes[0])).toBe(605)
  })

  test('are not forgotten for the right password in between, only for signing in', async () => {
    const { account, secret } = await enrolled()
    await fail(account, secret, 4)
    expect((await enter(account)).data.secondStep).toBe('totp')
    await fail(account, secret, 1)
    expect(await codeOf(account, codeShown(secret))).toBe(605)
  })

  test('are shown to the administrator, who can unlock', async () => {
    const { account, secret, me } = await enrolled()
    const { userId } = (await me.call(userInfo, {})).data
    await fail(account, secret)
    const admin = node.current.as(await node.current.login('province01'))
    const page = { keyword: account, pageNum: 1, pageSize: 15 } as const
    const rows = (await admin.call(authorityEndpoints.accountPageList, page)).data.list
    expect(rows).toMatchObject([{ account, locked: true }])
    expect((await admin.call(authorityEndpoints.unlockAccount, { userId })).success).toBe(true)
    expect(await codeOf(account, codeShown(secret))).toBe(200)
  })

  test('of a stranger who guesses passwords keep nobody out who comes by phone', async () => {
    const { account, secret } = await enrolled()
    for (let time = 0; time < 5; time++) await node.current.call(login, { account, password: 'guess' })
    expect(await codeOf(account, codeShown(secret))).toBe(605)
    const phone = phoneOf(account)
    const smsCode = await smsCodeFor(phone)
    const answer = await node.current.call(loginBySms, { phone, smsCode, totpCode: codeShown(secret) })
    expect(answer.data.token).toBeTruthy()
  })
})

describe('by phone, where the policy demands a second step and there is no authenticator', () => {
  test('the password is asked for: a second code to the same phone would prove nothing', async () => {
    const account = nextUser()
    await setSecondStepRules(node.current, [{ account }])
    const phone = phoneOf(account)
    const smsCode = await smsCodeFor(phone)
    const first = await node.current.call(loginBySms, { phone, smsCode })
    expect(first.data).toMatchObject({ token: null, isSendSms: false, secondStep: 'password' })
    const wrong = await node.current.call(loginBySms, { phone, smsCode, password: 'wrong' })
    expect(wrong).toMatchObject({ code: 603, data: { issues: [{ path: ['password'] }] } })
    const right = await node.current.call(loginBySms, { phone, smsCode, password: PASSWORD })
    expect((await node.current.as(String(right.data.token)).call(userInfo, {})).success).toBe(true)
    await setSecondStepRules(node.current, [])
  })
})

describe('who must have a second step and has none', () => {
  /** Signed in on a node that can send no SMS. */
  async function restricted(account: string) {
    const { services } = node.current
    const working = services.sms
    services.sms = { ...working, unavailable: true }
    const { data } = await enter(account)
    services.sms = working
    return node.current.as(String(data.token))
  }

  test('is let in only to set one up, and then is in', async () => {
    const account = nextUser()
    await setSecondStepRules(node.current, [{ account }])
    const me = await restricted(account)
    expect((await me.call(userInfo, {})).data.mustEnrol).toBe(true)
    expect((await me.call(menuList, {})).data).toEqual([])
    for (const endpoint of [accountEndpoints.ownAccount, messageEndpoints.unreadCount])
      expect((await me.call(endpoint, {})).code).toBe(602)
    const change = { oldPassword: PASSWORD, newPassword: 'Other_2026' }
    expect((await me.call(sessionEndpoints.changePassword, change)).code).toBe(602)
    const { secret } = (await me.call(startTotp, {})).data
    expect((await me.call(confirmTotp, { totpCode: codeShown(secret) })).success).toBe(true)
    expect((await me.call(userInfo, {})).data.mustEnrol).toBe(false)
    expect((await me.call(menuList, {})).data.length).toBeGreaterThan(0)
    expect((await enter(account)).data).toMatchObject({ token: null, secondStep: 'totp' })
    await setSecondStepRules(node.current, [])
  })

  test('is refused by every call that does not serve this', async () => {
    const account = 'province01'
    await setSecondStepRules(node.current, [{ account }])
    const me = await restricted(account)
    const closed = ALL_ENDPOINTS.filter(
      ({ definition }) => definition.access !== 'public' && !definition.evenIf?.includes('mustEnrol'),
    )
    const served: string[] = []
    for (const { name, definition } of closed)
      if ((await me.call(definition, {})).code !== 602) served.push(name)
    expect(served).toEqual([])
    expect(closed.length).toBeGreaterThan(150)
    await setSecondStepRules(node.current, [])
  })

  test('sets it up without belonging to an organisation, too', async () => {
    await setSecondStepRules(node.current, [{}])
    const me = await restricted('nobound01')
    const { secret } = (await me.call(startTotp, {})).data
    expect((await me.call(confirmTotp, { totpCode: codeShown(secret) })).success).toBe(true)
    expect((await me.call(startTotp, {})).code).toBe(613)
    await setSecondStepRules(node.current, [])
  })

  test('sets it up before a password that has expired is changed', async () => {
    const account = nextUser()
    await setSecondStepRules(node.current, [{ account }])
    await node.current.sql(`update app_user set must_change_password = true where account = '${account}'`)
    const me = await restricted(account)
    const { secret } = (await me.call(startTotp, {})).data
    expect((await me.call(confirmTotp, { totpCode: codeShown(secret) })).success).toBe(true)
    expect((await me.call(userInfo, {})).data).toMatchObject({ mustEnrol: false, mustChangePassword: true })
    expect((await me.call(accountEndpoints.ownAccount, {})).code).toBe(602)
    const change = { oldPassword: PASSWORD, newPassword: 'Other_2026' }
    expect((await me.call(sessionEndpoints.changePassword, change)).success).toBe(true)
    await setSecondStepRules(node.current, [])
  })

  test('cannot put another device in the place of one that was set up meanwhile', async () => {
    const account = nextUser()
    await setSecondStepRules(node.current, [{ account }])
    const [owner, stranger] = [await restricted(account), await restricted(account)]
    const { secret } = (await owner.call(startTotp, {})).data
    await owner.call(confirmTotp, { totpCode: codeShown(secret) })
    expect((await stranger.call(startTotp, {})).code).toBe(601)
    await node.current.sql('update session set revoked_code = null')
    expect((await stranger.call(startTotp, {})).code).toBe(650)
    await node.current.sql(`insert into totp_enrolment
      select user_id, secret_enc, now() + interval '1 hour' from totp order by since desc limit 1`)
    expect((await stranger.call(confirmTotp, { totpCode: codeShown(secret) })).code).toBe(612)
    await setSecondStepRules(node.current, [])
  })
})
