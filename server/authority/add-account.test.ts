// A new account: its one-time password, its fields, its account and phone once in the whole product.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { demoPhone } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'
import type { By } from '../testing/people.ts'

const node = useApp()
const { addAccount, accountPageList } = authorityEndpoints
const { login, userInfo, menuList, changePassword } = sessionEndpoints
const { homeSummary } = homeEndpoints

let school: By
let orgId: number
beforeAll(async () => {
  school = node.current.as(await node.current.login('school01'))
  orgId = (await school.call(userInfo, {})).data.orgId ?? 0
})

let made = 0
function draft(change: object = {}) {
  const number = String(++made).padStart(4, '0')
  return {
    orgId,
    account: `maker${number}`,
    realName: '赵敏',
    phone: `1380000${number}`,
    roleType: 45 as const,
    dataRangeType: 4 as const,
    ...change,
  }
}
const rowsNamed = async (account: string) =>
  (await school.call(accountPageList, { keyword: account })).data.list

describe('the one-time password', () => {
  test('signs in, allows nothing but choosing another, and is dead afterwards', async () => {
    const input = draft()
    const added = await school.call(addAccount, input)
    expect(added).toMatchObject({ success: true, data: { validHours: 24 } })
    const { password } = added.data

    const token = await node.current.login(input.account, password)
    const me = node.current.as(token)
    expect((await me.call(userInfo, {})).data).toMatchObject({
      mustChangePassword: true,
      orgId,
      roleType: 45,
    })
    expect((await me.call(menuList, {})).data).toEqual([])
    expect(await me.call(homeSummary, {})).toMatchObject({ code: 602, message: '密码已过期，请先修改密码' })

    const changed = await me.call(changePassword, { oldPassword: password, newPassword: 'Own_pass_1' })
    expect(changed).toMatchObject({ success: true })
    expect((await me.call(userInfo, {})).code).toBe(601)
    expect((await node.current.call(login, { account: input.account, password })).code).toBe(603)
    const own = node.current.as(await node.current.login(input.account, 'Own_pass_1'))
    expect((await own.call(userInfo, {})).data.mustChangePassword).toBe(false)
    expect((await own.call(homeSummary, {})).success).toBe(true)
  })

  test('is worth nothing after its hours', async () => {
    const input = draft()
    const { password, userId } = (await school.call(addAccount, input)).data
    await node.current.sql(
      `update app_user set one_time_until = now() - interval '1 second' where id = ${userId}`,
    )
    expect((await node.current.call(login, { account: input.account, password })).code).toBe(603)
  })

  test('differs each time, and is in no table in plain', async () => {
    const first = (await school.call(addAccount, draft())).data
    const second = (await school.call(addAccount, draft())).data
    expect(first.password).not.toBe(second.password)
    const rows = await node.current.db
      .selectFrom('appUser')
      .selectAll()
      .where('id', 'in', [first.userId, second.userId])
      .execute()
    const trail = await node.current.db.selectFrom('auditLog').selectAll().execute()
    for (const { password } of [first, second]) expect(JSON.stringify([rows, trail])).not.toContain(password)
  })
})

describe('each field is checked, with the literal message, its code and its place', () => {
  test.each([
    ['account', undefined, 650, '请输入用户名'],
    ['account', 'ab1', 624, '用户名由6-16位字母和数字组成，且至少包含一个字母'],
    ['account', '12345678', 624, '用户名由6-16位字母和数字组成，且至少包含一个字母'],
    ['account', 'abc_1234', 624, '用户名由6-16位字母和数字组成，且至少包含一个字母'],
    ['realName', '', 650, '请输入姓名'],
    ['realName', '赵', 623, '请输入2-15个中文或英文字符'],
    ['realName', '赵敏1', 623, '请输入2-15个中文或英文字符'],
    ['realName', '赵'.repeat(16), 623, '请输入2-15个中文或英文字符'],
    ['realName', '<b>赵敏</b>', 623, '请输入2-15个中文或英文字符'],
    ['phone', '  ', 650, '请输入手机号码'],
    ['phone', '12800001111', 620, '手机号码格式有误'],
    ['phone', '138000011112', 620, '手机号码格式有误'],
  ])('%s = %j', async (field, value, code, message) => {
    const answer = await school.call(addAccount, draft({ [field]: value }))
    expect(answer).toMatchObject({ success: false, code, message })
    expect(answer.data).toEqual({ issues: [{ path: [field], message }] })
  })

  test.each([
    ['roleType', 10],
    ['roleType', '45'],
    ['dataRangeType', 0],
    ['dataRangeType', 5],
    ['orgId', 0],
    ['orgId', 'x'],
    ['isSuper', 'true'],
  ])('%s = %j is no value a form sends', async (field, value) => {
    const answer = await school.call(addAccount, draft({ [field]: value }))
    expect(answer).toMatchObject({ status: 400, code: 400, message: '请求错误' })
    expect(answer.data).toEqual({ issues: [{ path: [field], message: '参数不正确' }] })
  })
})

describe('account and phone', () => {
  test.each(['teacher01', 'TEACHER01', 'Teacher01'])('account %s is taken', async (account) => {
    const answer = await school.call(addAccount, draft({ account }))
    expect(answer).toMatchObject({ code: 653, data: { issues: [{ path: ['account'] }] } })
  })

  test.each(['', '0', '86', '+86'])(
    'a phone of somebody else is taken, with the prefix %j too',
    async (prefix) => {
      const answer = await school.call(addAccount, draft({ phone: `${prefix}${demoPhone(1)}` }))
      expect(answer).toMatchObject({ code: 654, data: { issues: [{ path: ['phone'] }] } })
    },
  )

  test('the phone is stored sealed and shown masked', async () => {
    const input = draft({ phone: '13912345678' })
    const { userId } = (await school.call(addAccount, input)).data
    const [row] = await rowsNamed(input.account)
    expect(row?.phone).toBe('139****5678')
    const { phoneEnc } = await node.current.db
      .selectFrom('appUser')
      .select('phoneEnc')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(phoneEnc?.toString('latin1')).not.toContain('13912345678')
  })

  test('twenty identical calls at once on two nodes make one account', async () => {
    const other = await node.current.otherNode()
    const token = await node.current.login('school01')
    const input = draft()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? other : node.current).as(token).call(addAccount, input),
      ),
    )
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code !== 200 && code !== 653 && code !== 654)).toEqual([])
    expect(await rowsNamed(input.account)).toHaveLength(1)
  })

  test('ten accounts at once with one phone: one gets it', async () => {
    const inputs = Array.from({ length: 10 }, () => draft({ phone: '13700001234' }))
    const answers = await Promise.all(inputs.map((input) => school.call(addAccount, input)))
    const codes = answers.map(({ code }) => code)
    expect(codes.sort()).toEqual([200, ...Array(9).fill(654)])
  })
})

describe('what a body says beyond the form', () => {
  test('is not taken: no state, no id, no permissions, no password of one’s own', async () => {
    const input = draft({
      userId: 1,
      id: 1,
      enabled: false,
      password: 'Chosen_1',
      passwordHash: 'x',
      mustChangePassword: false,
      permissionIds: [1255],
      version: 99,
      dataRangeProvinceId: null,
      createdAt: '2000-01-01',
    })
    const added = await school.call(addAccount, input)
    expect(added.success).toBe(true)
    const row = await node.current.db
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', added.data.userId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ orgId, enabled: true, mustChangePassword: true, version: 1, isSuper: false })
    expect((await node.current.call(login, { account: input.account, password: 'Chosen_1' })).code).toBe(603)
    const overrides = await node.current.db
      .selectFrom('userPermissionOverride')
      .selectAll()
      .where('userId', '=', row.id)
      .execute()
    expect(overrides).toEqual([])
  })
})
