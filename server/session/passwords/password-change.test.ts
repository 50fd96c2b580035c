import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { ALL_ENDPOINTS } from '#contract/features.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { DEMO_USERS } from '../../seed/demo-world.ts'
import { useApp } from '../../testing/app.ts'

const node = useApp()
const { login, logout, userInfo, menuList, changePassword, passwordRemainingDays } = sessionEndpoints

const users = DEMO_USERS.filter(({ account }) => account.startsWith('teacher0')).map((user) => user.account)
const newAccount = () => String(users.pop())
const OLD = 'Demo@2026'
const signIn = async (account: string, password = OLD) =>
  (await node.current.call(login, { account, password })).code

async function change(account: string, input: Partial<InputOf<typeof changePassword>>) {
  const headers = { authorization: await node.current.login(account) }
  const request = { method: 'POST', url: changePassword.path, payload: input, headers } as const
  return (await node.current.app.inject(request)).json()
}

describe('changing the own password', () => {
  test('works with the old one, which is worthless from then on', async () => {
    const account = newAccount()
    expect((await change(account, { oldPassword: OLD, newPassword: 'new_pass_1' })).success).toBe(true)
    expect(await signIn(account)).toBe(603)
    expect(await signIn(account, 'new_pass_1')).toBe(200)
  })

  test('is refused with 607 for a wrong old one, at its field, and changes nothing', async () => {
    const account = newAccount()
    const answer = await change(account, { oldPassword: 'Demo@2027', newPassword: 'new_pass_1' })
    expect(answer).toMatchObject({
      code: 607,
      message: '原密码错误',
      data: { issues: [{ path: ['oldPassword'], message: '原密码错误' }] },
    })
    expect(await signIn(account)).toBe(200)
  })

  test('checks the old one before it says anything about the new one', async () => {
    expect((await change(newAccount(), { oldPassword: 'wrong', newPassword: '!' })).code).toBe(607)
  })

  test.each([
    [{ newPassword: 'new_pass_1' }, 650, '请输入初始密码'],
    [{ oldPassword: ' ', newPassword: 'new_pass_1' }, 650, '请输入初始密码'],
    [{ oldPassword: OLD }, 650, '请输入新密码'],
    [{ oldPassword: OLD, newPassword: '' }, 650, '请输入新密码'],
    [{ oldPassword: OLD, newPassword: 'abc12' }, 622, '密码只能包含字母、数字、下划线，且长度为6~16'],
    [{ oldPassword: OLD, newPassword: 'a'.repeat(17) }, 622, '密码只能包含字母、数字、下划线，且长度为6~16'],
    [{ oldPassword: OLD, newPassword: 'new-pass-1' }, 622, '密码只能包含字母、数字、下划线，且长度为6~16'],
    [{ oldPassword: OLD, newPassword: 'new pass1' }, 622, '密码只能包含字母、数字、下划线，且长度为6~16'],
    [{ oldPassword: OLD, newPassword: 'ｎｅｗpass1' }, 622, '密码只能包含字母、数字、下划线，且长度为6~16'],
  ])('of %j is refused with %i %s', async (input, code, message) => {
    expect(await change('region01', input)).toMatchObject({ code, message })
  })

  test('trims what is typed, as the dialog does', async () => {
    const account = newAccount()
    expect((await change(account, { oldPassword: OLD, newPassword: '  new_pass_1 ' })).success).toBe(true)
    expect(await signIn(account, 'new_pass_1')).toBe(200)
  })

  test('to the same password is refused with 622', async () => {
    const account = newAccount()
    await change(account, { oldPassword: OLD, newPassword: 'same_pass_1' })
    const headers = { authorization: await node.current.login(account, 'same_pass_1') }
    const payload = { oldPassword: 'same_pass_1', newPassword: ' same_pass_1' }
    const request = { method: 'POST', url: changePassword.path, payload, headers } as const
    const answer = (await node.current.app.inject(request)).json()
    expect(answer).toMatchObject({ code: 622, message: '新密码不能与原密码相同' })
  })

  test('ends every session, this one and those on the other node too', async () => {
    const account = newAccount()
    const other = await node.current.otherNode()
    const tokens = [await node.current.login(account), await other.login(account)]
    const input = { oldPassword: OLD, newPassword: 'new_pass_1' }
    expect((await node.current.as(String(tokens[0])).call(changePassword, input)).success).toBe(true)
    for (const on of [node.current, other]) {
      for (const token of tokens) expect((await on.as(token).call(userInfo, {})).code).toBe(601)
    }
  })

  test('needs a session', async () => {
    expect(
      (await node.current.call(changePassword, { oldPassword: OLD, newPassword: 'new_pass_1' })).code,
    ).toBe(601)
  })
})

describe('the days a password has left', () => {
  test.each([
    ['0 seconds', 90],
    ['1 day', 89],
    ['80 days', 10],
    ['89 days 23 hours', 1],
    ['90 days', 0],
    ['95 days 1 hour', -5],
  ])('%s after it was set are %i', async (age, left) => {
    await node.current.sql(`update app_user set password_changed_at = now() - interval '${age}'
      where account = 'city01'`)
    const me = node.current.as(await node.current.login('city01'))
    expect((await me.call(passwordRemainingDays, { source: 10 })).data).toBe(left)
    expect((await me.call(userInfo, {})).data.mustChangePassword).toBe(left <= 0)
  })
})

describe('a session whose password has expired', () => {
  const open = new Set(['userInfo', 'menuList', 'logout', 'changePassword', 'passwordRemainingDays'])
  const closed = ALL_ENDPOINTS.filter(
    ({ name, definition }) => definition.access !== 'public' && !open.has(name),
  )
  const expire = (account: string) =>
    node.current.sql(`update app_user set password_changed_at = now() - interval '91 days'
      where account = '${account}'`)

  test.each(closed)('is refused by $name', async ({ definition: { method, path } }) => {
    await expire('province01')
    const headers = { authorization: await token('province01') }
    const request = method === 'GET' ? { method } : { method, payload: {} }
    const answer = (await node.current.app.inject({ ...request, url: path, headers })).json()
    expect(answer).toMatchObject({ code: 602, message: '密码已过期，请先修改密码' })
  })

  const tokens = new Map<string, string>()
  async function token(account: string): Promise<string> {
    const known = tokens.get(account) ?? (await node.current.login(account))
    tokens.set(account, known)
    return known
  }

  test('is offered nothing in the menu, and gets the reason', async () => {
    const account = newAccount()
    const me = node.current.as(await node.current.login(account))
    expect((await me.call(menuList, {})).data.length).toBeGreaterThan(0)
    await expire(account)
    expect((await me.call(menuList, {})).data).toEqual([])
    expect((await me.call(userInfo, {})).data.mustChangePassword).toBe(true)
    expect((await me.call(passwordRemainingDays, {})).data).toBe(-1)
    expect((await me.call(logout, {})).success).toBe(true)
  })

  test('does everything again after the change', async () => {
    const account = newAccount()
    await expire(account)
    expect((await change(account, { oldPassword: OLD, newPassword: 'new_pass_1' })).success).toBe(true)
    const me = node.current.as(await node.current.login(account, 'new_pass_1'))
    expect((await me.call(menuList, {})).data.length).toBeGreaterThan(0)
    expect((await me.call(passwordRemainingDays, {})).data).toBe(90)
  })

  test('is like one with a one-time password, which is over with the change', async () => {
    const account = newAccount()
    await node.current.sql(`update app_user set must_change_password = true,
      one_time_until = now() + interval '1 hour' where account = '${account}'`)
    const me = node.current.as(await node.current.login(account))
    expect((await me.call(menuList, {})).data).toEqual([])
    expect((await me.call(passwordRemainingDays, {})).data).toBe(0)
    expect((await change(account, { oldPassword: OLD, newPassword: 'new_pass_1' })).success).toBe(true)
    const again = node.current.as(await node.current.login(account, 'new_pass_1'))
    expect((await again.call(userInfo, {})).data.mustChangePassword).toBe(false)
  })
})
