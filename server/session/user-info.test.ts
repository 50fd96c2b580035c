import { describe, expect, test } from 'vitest'
import { defaultPermissionIds, type Profile } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { must } from '../testing/people.ts'

const node = useApp()
const { userInfo, menuList, loginModels } = sessionEndpoints
const as = async (account: string) => node.current.as(await node.current.login(account))

describe('the menu', () => {
  test.each([
    ['province01', 'GP'],
    ['city01', 'GC'],
    ['region01', 'GD'],
    ['school01', 'SA'],
    ['sscreen01', 'SS'],
    ['grade01', 'SG'],
    ['teacher01', 'ST'],
    ['hospital01', 'HA'],
    ['hscreen01', 'HS'],
    ['social01', 'OA'],
    ['oscreen01', 'OS'],
  ] as [string, Profile][])('of %s is what the profile %s holds', async (account, profile) => {
    const { data } = await (await as(account)).call(menuList, {})
    expect(data.map(({ id }) => id).sort()).toEqual(defaultPermissionIds(profile).sort())
    for (const entry of data) expect(Object.keys(entry).sort()).toEqual(['id', 'kind', 'name', 'parentId'])
  })

  test('loses an entry that was taken from the account, on the next call', async () => {
    const me = await as('teacher01')
    const { userId } = (await me.call(userInfo, {})).data
    const [first] = (await me.call(menuList, {})).data
    await node.current.sql(`insert into user_permission_override values (${userId}, ${first?.id}, false)`)
    expect((await me.call(menuList, {})).data.map(({ id }) => id)).not.toContain(first?.id)
  })
})

describe('who one is', () => {
  test('is answered in the fields of the specification, the phone masked', async () => {
    const { data } = await (await as('region01')).call(userInfo, { t: '1' })
    expect(data).toEqual({
      userId: expect.any(Number),
      account: 'region01',
      realName: '李雪梅',
      phone: '199****0004',
      roleType: 20,
      roleTypeName: '管理员',
      orgId: expect.any(Number),
      orgType: 30,
      orgName: '西湖区教育局',
      orgProperty: 50,
      provinceId: '330000',
      cityId: '330100',
      regionId: '330106',
      dataRangeType: 3,
      dataRangeProvinceId: '330000',
      dataRangeCityId: '330100',
      dataRangeRegionId: '330106',
      mustChangePassword: false,
      mustEnrol: false,
      oneTimePassword: false,
    })
  })

  test('says why the password must be changed: it is too old, or was set by somebody else', async () => {
    const me = await as('teacher01')
    const state = async () => {
      const { mustChangePassword, oneTimePassword } = (await me.call(userInfo, {})).data
      return { mustChangePassword, oneTimePassword }
    }
    const change = (columns: string) =>
      node.current.sql(`update app_user set ${columns} where account = 'teacher01'`)
    await change("password_changed_at = now() - interval '91 days'")
    expect(await state()).toEqual({ mustChangePassword: true, oneTimePassword: false })
    await change('password_changed_at = now(), must_change_password = true')
    expect(await state()).toEqual({ mustChangePassword: true, oneTimePassword: true })
    await change('must_change_password = false')
    expect(await state()).toEqual({ mustChangePassword: false, oneTimePassword: false })
  })

  test('is disclosed to nobody without a session', async () => {
    for (const endpoint of [userInfo, menuList]) {
      expect((await node.current.call(endpoint, {})).code).toBe(601)
    }
  })
})

describe('the ways to sign in', () => {
  const codes = async (on: TestApp) =>
    (await must(on.call(loginModels, { platformType: 10 }))).map(({ code }) => code)
  const keys = { SMS_ACCESS_ID: 'a', SMS_ACCESS_SECRET: 'b', SMS_SIGN_NAME: 'c', SMS_TEMPLATE: 'd' }

  test('are public, and only those that work: without a provider no code can be sent', async () => {
    expect(await codes(node.current)).toEqual(['account'])
    const provided = await node.current.otherNode({ SMS_PROVIDER: 'aliyun', ...keys })
    expect(await codes(provided)).toEqual(['account', 'sms'])
  })
})
