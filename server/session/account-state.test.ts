import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS, demoPhone } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'

const node = useApp()
const { login, loginBySms, sendSms, userInfo, menuList, logout, changePassword, userDataRange } =
  sessionEndpoints
const { accountPageList, editAccount, setAccountEnabled } = authorityEndpoints

const schools = DEMO_USERS.filter(({ account }) => account.startsWith('school0') && account !== 'school01')
const phoneOf = (account: string) => demoPhone(DEMO_USERS.findIndex((user) => user.account === account) + 1)
/** A school with its administrator and its class teacher, used by no other test of this file. */
async function newSchool() {
  const admin = schools.shift()
  const teacher = DEMO_USERS.find(({ org, roleType }) => org === admin?.org && roleType === 45)
  const { orgId } = await node.current.db
    .selectFrom('appUser')
    .select('orgId')
    .where('account', '=', String(admin?.account))
    .executeTakeFirstOrThrow()
  return { orgId, admin: String(admin?.account), teacher: String(teacher?.account) }
}
const codeOfLogin = async (account: string) =>
  (await node.current.call(login, { account, password: 'Demo@2026' })).code

async function callAs(token: string, { method, path }: Endpoint): Promise<number> {
  const headers = { authorization: token }
  const request = method === 'GET' ? { method } : { method, payload: {} }
  return (await node.current.app.inject({ ...request, url: path, headers })).json().code
}

describe('the state of the organisation', () => {
  const YESTERDAY = "(now() at time zone 'Asia/Shanghai')::date - 1"
  const TODAY = "(now() at time zone 'Asia/Shanghai')::date"

  test.each([
    ['is still pending', 'status = 0', 671],
    ['was rejected', 'status = 2', 671],
    ['has no expiry date', 'expires_on = null', 670],
    ['expired yesterday', `expires_on = ${YESTERDAY}`, 669],
  ])('that %s refuses signing in and ends work in a live session', async (_, change, code) => {
    const { orgId, admin, teacher } = await newSchool()
    const live = node.current.as(await node.current.login(teacher))
    await node.current.sql(`update org set ${change} where id = ${orgId}`)
    expect(await codeOfLogin(teacher)).toBe(code)
    expect(await codeOfLogin(admin)).toBe(code)
    expect((await live.call(userInfo, {})).code).toBe(code)
    expect((await live.call(userDataRange, {})).code).toBe(code)
    expect((await live.call(logout, {})).success).toBe(true)
  })

  test('is checked on the way in by SMS too, and nobody without the code learns of it', async () => {
    const { orgId, teacher } = await newSchool()
    const phone = phoneOf(teacher)
    await node.current.sql(`update org set status = 0 where id = ${orgId}`)
    await node.current.call(sendSms, { phone, type: 17 })
    expect((await node.current.call(loginBySms, { phone, smsCode: '000' })).code).toBe(704)
    const smsCode = String(node.current.sent.at(-1)?.code)
    expect((await node.current.call(loginBySms, { phone, smsCode })).code).toBe(671)
    const wrong = await node.current.call(login, { account: teacher, password: 'wrong' })
    expect(wrong.code).toBe(603)
  })

  test('lets people work on the last valid day', async () => {
    const { orgId, teacher } = await newSchool()
    await node.current.sql(`update org set expires_on = ${TODAY} where id = ${orgId}`)
    expect(await codeOfLogin(teacher)).toBe(200)
  })

  test('without an enabled administrator is 659 for everybody else, until one is back', async () => {
    const { admin, teacher } = await newSchool()
    const live = node.current.as(await node.current.login(teacher))
    const enable = (enabled: boolean) =>
      node.current.sql(`update app_user set enabled = ${enabled} where account = '${admin}'`)
    await enable(false)
    expect(await codeOfLogin(teacher)).toBe(659)
    expect((await live.call(userInfo, {})).code).toBe(659)
    await enable(true)
    expect(await codeOfLogin(teacher)).toBe(200)
    expect((await live.call(userInfo, {})).success).toBe(true)
  })

  test('is mended on the next request once the organisation is approved again', async () => {
    const { orgId, teacher } = await newSchool()
    const live = node.current.as(await node.current.login(teacher))
    await node.current.sql(`update org set status = 0 where id = ${orgId}`)
    expect((await live.call(userInfo, {})).code).toBe(671)
    await node.current.sql(`update org set status = 1 where id = ${orgId}`)
    expect((await live.call(userInfo, {})).success).toBe(true)
  })
})

describe('an account that is bound to no organisation', () => {
  let token = ''
  const open = new Set(['userInfo', 'menuList', 'logout', 'changePassword', 'passwordRemainingDays'])
  const closed = ALL_ENDPOINTS.filter(
    ({ name, definition }) => definition.access !== 'public' && !open.has(name),
  )
  beforeAll(async () => {
    token = await node.current.login('nobound01')
  })

  test('can sign in, see who it is and that it may do nothing', async () => {
    const me = node.current.as(token)
    expect((await me.call(userInfo, {})).data).toMatchObject({ account: 'nobound01', orgId: null })
    expect((await me.call(menuList, {})).data).toEqual([])
  })

  test.each(closed)('gets 613 from $name', async ({ definition }) => {
    expect(await callAs(token, definition)).toBe(613)
  })

  test('can change its password', async () => {
    const me = node.current.as(token)
    const input = { oldPassword: 'Demo@2026', newPassword: 'new_pass_1' }
    expect((await me.call(changePassword, input)).success).toBe(true)
    expect((await me.call(userInfo, {})).code).toBe(601)
    const again = await node.current.login('nobound01', 'new_pass_1')
    expect((await node.current.as(again).call(logout, {})).success).toBe(true)
  })
})

describe('what an administrator does to an account', () => {
  async function target(account: string) {
    const boss = node.current.as(await node.current.login('province01'))
    const { data } = await boss.call(accountPageList, { keyword: account })
    const row = data.list.find((one) => one.account === account)
    if (!row) throw new Error(account)
    return { boss, row }
  }

  test('disabling ends its sessions at once with 605, on every node', async () => {
    const { teacher } = await newSchool()
    const other = await node.current.otherNode()
    const token = await node.current.login(teacher)
    const { boss, row } = await target(teacher)
    await boss.call(setAccountEnabled, { userId: row.userId, enabled: false })
    expect((await node.current.as(token).call(userInfo, {})).code).toBe(605)
    expect((await other.as(token).call(userInfo, {})).code).toBe(605)
    expect(await codeOfLogin(teacher)).toBe(605)
    await boss.call(setAccountEnabled, { userId: row.userId, enabled: true })
    expect((await node.current.as(token).call(userInfo, {})).code).toBe(605)
    expect(await codeOfLogin(teacher)).toBe(200)
  })

  test('an account switched off in the database itself is out on the next request', async () => {
    const { teacher } = await newSchool()
    const token = await node.current.login(teacher)
    await node.current.sql(`update app_user set enabled = false where account = '${teacher}'`)
    expect((await node.current.as(token).call(userInfo, {})).code).toBe(605)
  })

  test('another role ends its sessions with 612', async () => {
    const { teacher } = await newSchool()
    const token = await node.current.login(teacher)
    const { boss, row } = await target(teacher)
    const { userId, version, realName } = row
    const change = { userId, version, realName, roleType: 40, dataRangeType: 4 } as const
    expect((await boss.call(editAccount, change)).success).toBe(true)
    expect((await node.current.as(token).call(userInfo, {})).code).toBe(612)
    const again = node.current.as(await node.current.login(teacher))
    expect((await again.call(userInfo, {})).data.roleType).toBe(40)
  })
})
