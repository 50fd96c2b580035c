import { describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const node = useApp()
const { ownAccount, signOutOthers } = accountEndpoints
const { login, userInfo, userDataRange } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const nextUser = () => String(users.pop())
async function signInFrom(account: string, remoteAddress: string, device: string, password = 'Demo@2026') {
  const payload = { account, password }
  const headers = { 'user-agent': device }
  const request = { method: 'POST', url: login.path, payload, headers, remoteAddress } as const
  return (await node.current.app.inject(request)).json().data?.token as string | undefined
}

describe('the own account', () => {
  test('says who one is, with the phone masked and nothing secret', async () => {
    const me = node.current.as(await node.current.login('city01'))
    const { data } = await me.call(ownAccount, {})
    expect(data).toMatchObject({
      account: 'city01',
      realName: '王志远',
      phone: '199****0003',
      roleType: 20,
      roleTypeName: '管理员',
      orgName: '杭州市教育局',
      dataRangeName: '浙江省-杭州市（全市）',
      passwordRemainingDays: 90,
      secondStep: { asks: null, demanded: false, totpSince: null, recoveryCodesLeft: 0 },
    })
    const text = JSON.stringify(data)
    expect(text).not.toMatch(/argon2|hash|Enc|1\d{10}/i)
  })

  test('says 本机构 for the range of one’s own organisation', async () => {
    const me = node.current.as(await node.current.login(nextUser()))
    expect((await me.call(ownAccount, {})).data.dataRangeName).toBe('本机构')
  })

  test('says whether signing in asks for a code', async () => {
    await setSecondStepRules(node.current, [{ account: 'region01' }])
    const answer = await node.current.call(login, { account: 'region01', password: 'Demo@2026' })
    expect(answer.data.isSendSms).toBe(true)
    await node.current.call(sessionEndpoints.sendSms, { account: 'region01', type: 17 })
    const smsCode = node.current.sent.at(-1)?.code
    const entered = await node.current.call(login, { account: 'region01', password: 'Demo@2026', smsCode })
    const me = node.current.as(String(entered.data.token))
    expect((await me.call(ownAccount, {})).data.secondStep).toMatchObject({ asks: 'sms', demanded: true })
  })

  test('lists the live sessions with place and device, and marks this one', async () => {
    const account = nextUser()
    const here = await signInFrom(account, '10.1.1.1', 'Firefox')
    await signInFrom(account, '10.1.1.2', 'Chrome')
    const { data } = await node.current.as(String(here)).call(ownAccount, {})
    const sessions = data.sessions.map(({ address, device, current }) => ({ address, device, current }))
    expect(sessions).toHaveLength(2)
    expect(sessions).toContainEqual({ address: '10.1.1.1', device: 'Firefox', current: true })
    expect(sessions).toContainEqual({ address: '10.1.1.2', device: 'Chrome', current: false })
  })

  test('does not list sessions that are over: idle, expired, ended', async () => {
    const account = nextUser()
    for (const device of ['idle', 'expired', 'ended']) await signInFrom(account, '10.1.1.3', device)
    await node.current.sql(`
      update session set last_seen_at = now() - interval '31 minutes' where device = 'idle';
      update session set expires_at = now() where device = 'expired';
      update session set revoked_code = 601 where device = 'ended'`)
    const here = await signInFrom(account, '10.1.1.3', 'here')
    const { data } = await node.current.as(String(here)).call(ownAccount, {})
    expect(data.sessions.map(({ device }) => device)).toEqual(['here'])
  })

  test('lists the last ten sign-ins, also the refused ones, newest first', async () => {
    const account = nextUser()
    for (let time = 0; time < 8; time++) await signInFrom(account, '10.1.1.4', 'x')
    for (let time = 0; time < 3; time++) await signInFrom(account, '10.6.6.6', 'x', 'wrong')
    const here = await signInFrom(account, '10.1.1.4', 'x')
    const { data } = await node.current.as(String(here)).call(ownAccount, {})
    expect(data.signIns.map(({ success }) => success)).toEqual([
      true,
      ...Array(3).fill(false),
      ...Array(6).fill(true),
    ])
    expect(data.signIns[1]).toMatchObject({ action: 'session.login', address: '10.6.6.6' })
  })

  test('shows nothing of anybody else', async () => {
    const [mine, other] = [nextUser(), nextUser()]
    await signInFrom(other, '10.5.5.5', 'Other')
    await signInFrom(other, '10.5.5.5', 'Other', 'wrong')
    const here = await signInFrom(mine, '10.1.1.5', 'Mine')
    const { data } = await node.current.as(String(here)).call(ownAccount, {})
    expect(JSON.stringify(data)).not.toContain('10.5.5.5')
  })

  test('needs a session', async () => {
    expect((await node.current.call(ownAccount, {})).code).toBe(601)
    expect((await node.current.call(signOutOthers, {})).code).toBe(601)
  })
})

describe('signing out elsewhere', () => {
  test('ends the other sessions of oneself and of nobody else, and is on record', async () => {
    const [mine, other] = [nextUser(), nextUser()]
    const here = String(await signInFrom(mine, '10.2.2.1', 'here'))
    const there = String(await signInFrom(mine, '10.2.2.2', 'there'))
    const theirs = String(await signInFrom(other, '10.2.2.3', 'theirs'))
    expect((await node.current.as(here).call(signOutOthers, {})).data).toEqual({ ended: 1 })
    expect((await node.current.as(there).call(userInfo, {})).code).toBe(601)
    expect((await node.current.as(here).call(userInfo, {})).success).toBe(true)
    expect((await node.current.as(theirs).call(userInfo, {})).success).toBe(true)
    const row = node.current.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'session.signOutOthers')
    expect(await row.executeTakeFirst()).toMatchObject({ account: mine, success: true, detail: { ended: 1 } })
    expect((await node.current.as(here).call(signOutOthers, {})).data).toEqual({ ended: 0 })
  })
})

describe('the data range of a session', () => {
  test.each([
    ['province01', { dataRangeType: 1, areaIds: '330000', areaName: '浙江省', cityId: null }],
    ['city01', { dataRangeType: 2, areaIds: '330000-330100', areaName: '浙江省-杭州市', regionId: null }],
    ['school01', { dataRangeType: 4, areaIds: '330000-330100-330106', regionId: '330106' }],
  ])('of %s is the triple, or the own area where it is the own organisation', async (account, expected) => {
    const me = node.current.as(await node.current.login(account))
    expect((await me.call(userDataRange, {})).data).toMatchObject(expected)
  })
})
