// Editing an account: no lost update, a new sign-in after a new role, nothing beyond the form.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type TestApp, useApp } from '../testing/app.ts'

const node = useApp()
let other: TestApp
let token = ''
const { editAccount, grantPermissions, accountPageList, setAccountEnabled } = authorityEndpoints
const { userInfo, menuList } = sessionEndpoints

beforeAll(async () => {
  other = await node.current.otherNode()
  token = await node.current.login('school01')
})
const school = (each: TestApp = node.current) => each.as(token)
const rowOf = (account: string) =>
  node.current.db.selectFrom('appUser').selectAll().where('account', '=', account).executeTakeFirstOrThrow()

type Change = { realName?: string; roleType?: 20 | 30 | 40 | 45; version?: number }
async function changeOf(account: string, change: Change & Record<string, unknown>) {
  const { id: userId, version, realName, roleType } = await rowOf(account)
  return { userId, version, realName, roleType, dataRangeType: 4 as const, ...change }
}

describe('two versions', () => {
  test('a stale one is refused and loses nothing', async () => {
    const first = await changeOf('grade01', { realName: '吴一' })
    expect((await school().call(editAccount, first)).data).toEqual({ version: first.version + 1 })
    const stale = await school().call(editAccount, { ...first, realName: '吴二' })
    expect(stale).toMatchObject({
      code: REFUSALS.changedMeanwhile,
      message: '数据已被他人修改，请刷新后重试',
    })
    expect(await rowOf('grade01')).toMatchObject({ realName: '吴一', version: first.version + 1 })
  })

  test('a version from the future is refused as well', async () => {
    const change = await changeOf('grade01', {})
    for (const version of [change.version + 1, 0, -1])
      expect((await school().call(editAccount, { ...change, version })).code).toBe(REFUSALS.changedMeanwhile)
    expect((await school().call(editAccount, { ...change, version: 99_999_999_999 })).code).toBe(400)
  })

  test('of ten who save at once on two nodes, one wins and the row is theirs', async () => {
    const base = await changeOf('grade01', {})
    const names = [...'甲乙丙丁戊己庚辛壬癸'].map((sign) => `吴${sign}`)
    const answers = await Promise.all(
      names.map((realName, index) =>
        school(index % 2 ? other : node.current).call(editAccount, { ...base, realName }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(REFUSALS.changedMeanwhile)])
    const row = await rowOf('grade01')
    expect(row.version).toBe(base.version + 1)
    expect(row.realName).toBe(names[answers.findIndex(({ success }) => success)])
  })

  test('an edit, a grant and a disabling at once: the losers are refused, the version counts the winners', async () => {
    const base = await changeOf('grade01', { realName: '吴国' })
    const { userId, version } = base
    const answers = await Promise.all([
      school().call(editAccount, base),
      school(other).call(grantPermissions, { userId, version, permissionIds: [1110] }),
      school().call(setAccountEnabled, { userId, enabled: false }),
    ])
    const won = answers.filter(({ success }) => success).length
    expect(won).toBeGreaterThan(0)
    for (const { success, code } of answers) expect(success ? 200 : REFUSALS.changedMeanwhile).toBe(code)
    expect((await rowOf('grade01')).version).toBe(version + won)
    await node.current.sql(`update app_user set enabled = true where id = ${userId}`)
  })
})

describe('a new role', () => {
  test('ends the sessions with 612 on both nodes; the next one has the new menu', async () => {
    const theirs = await node.current.login('teacher01')
    const before = (await node.current.as(theirs).call(menuList, {})).data.map(({ id }) => id)
    const change = await changeOf('teacher01', { roleType: 30 })
    expect((await school().call(editAccount, change)).success).toBe(true)
    for (const each of [node.current, other])
      expect((await each.as(theirs).call(userInfo, {})).code).toBe(612)
    const again = node.current.as(await node.current.login('teacher01'))
    expect((await again.call(userInfo, {})).data).toMatchObject({ roleType: 30, roleTypeName: '筛查员' })
    expect((await again.call(menuList, {})).data.map(({ id }) => id)).not.toEqual(before)
  })

  test('a new range ends the sessions with 612 too', async () => {
    const city = node.current.as(await node.current.login('city01'))
    const theirs = await node.current.login('region01')
    const { id: userId, version, realName } = await rowOf('region01')
    const own = { userId, version, realName, roleType: 20 as const, isSuper: true, dataRangeType: 4 as const }
    expect((await city.call(editAccount, own)).success).toBe(true)
    expect((await other.as(theirs).call(userInfo, {})).code).toBe(612)
    const region = {
      dataRangeType: 3 as const,
      dataRangeProvinceId: '330000',
      dataRangeCityId: '330100',
      dataRangeRegionId: '330106',
    }
    expect((await city.call(editAccount, { ...own, ...region, version: version + 1 })).success).toBe(true)
  })

  test('a new name alone leaves the sessions alive, and the page learns of it', async () => {
    const theirs = await node.current.login('sscreen01')
    const before = await node.current.as(theirs).call(userInfo, {})
    expect(
      (await school().call(editAccount, await changeOf('sscreen01', { realName: '孙丽丽' }))).success,
    ).toBe(true)
    const after = await other.as(theirs).call(userInfo, {})
    expect(after.data.realName).toBe('孙丽丽')
    expect(after.headers['x-permissions-version']).not.toBe(before.headers['x-permissions-version'])
  })
})

describe('what a body says beyond the form', () => {
  test('is not taken', async () => {
    const before = await rowOf('sscreen01')
    const smuggled = await changeOf('sscreen01', {
      realName: '孙丽',
      orgId: 1,
      account: 'province99',
      phone: '13812345678',
      enabled: false,
      password: 'Chosen_1',
      passwordHash: 'x',
      permissionIds: [1255],
      mustChangePassword: true,
      dataRangeProvinceId: '330000',
      dataRangeCityId: '330100',
      dataRangeRegionId: '330106',
    })
    expect((await school().call(editAccount, smuggled)).success).toBe(true)
    expect(await rowOf('sscreen01')).toEqual({ ...before, realName: '孙丽', version: before.version + 1 })
  })

  test('lifts nobody: isSuper in one’s own account or without the right to give it is refused', async () => {
    const own = await changeOf('school01', { isSuper: true, roleType: 20 })
    expect((await school().call(editAccount, own)).code).toBe(700)
    const before = await rowOf('sscreen01')
    expect((await school().call(editAccount, await changeOf('sscreen01', { isSuper: true }))).code).toBe(700)
    const admin = await changeOf('sscreen01', { isSuper: true, roleType: 20 })
    expect((await school().call(editAccount, admin)).code).toBe(700)
    expect(await rowOf('sscreen01')).toEqual(before)
  })
})

describe('the fields', () => {
  test.each([
    [{ realName: '' }, 650, '请输入姓名', 'realName'],
    [{ realName: '孙1' }, 623, '请输入2-15个中文或英文字符', 'realName'],
    [{ realName: '孙'.repeat(16) }, 623, '请输入2-15个中文或英文字符', 'realName'],
  ])('%j', async (change, code, message, field) => {
    const answer = await school().call(editAccount, await changeOf('grade01', change))
    expect(answer).toMatchObject({ code, message, data: { issues: [{ path: [field], message }] } })
  })

  test.each([{ version: 1.5 }, { version: '1' }, { version: null }, { roleType: 99 }, { userId: -1 }])(
    '%j is no value a form sends',
    async (change) => {
      const input = { ...(await changeOf('grade01', {})), ...change } as never
      expect((await school().call(editAccount, input)).status).toBe(400)
    },
  )

  test('an id that is nobody is 652', async () => {
    const input = await changeOf('grade01', {})
    expect((await school().call(editAccount, { ...input, userId: 999_999 })).code).toBe(652)
  })
})

describe('the list', () => {
  const keywords = async (keyword: string) =>
    (await school().call(accountPageList, { keyword })).data.list.map(({ account }) => account)

  test('finds by account in any case, and by name', async () => {
    expect(await keywords('TEACHER01')).toEqual(['teacher01'])
    expect(await keywords('周静')).toEqual(['school01'])
    expect(await keywords('  周静 ')).toEqual(['school01'])
  })

  test('takes wildcards and quotes literally', async () => {
    for (const keyword of ['%', '_', 'teacher_1', 'teacher%', '\\', "'", "' or 1=1 --", '周_'])
      expect(await keywords(keyword)).toEqual([])
  })

  test('filters by role and pages without gaps', async () => {
    const all = (await school().call(accountPageList, {})).data
    const ids: number[] = []
    for (let pageNum = 1; pageNum <= all.total; pageNum++) {
      const { list, total } = (await school().call(accountPageList, { pageNum, pageSize: 1 })).data
      expect(total).toBe(all.total)
      ids.push(...list.map(({ userId }) => userId))
    }
    expect(ids).toEqual(all.list.map(({ userId }) => userId))
    const beyond = await school().call(accountPageList, { pageNum: 1_000_000 })
    expect(beyond.data).toMatchObject({ list: [], total: all.total })
    const admins = (await school().call(accountPageList, { roleType: 20 })).data.list
    expect(admins.map(({ account }) => account)).toEqual(['school01'])
  })

  test('shows no phone in full and nothing of a password', async () => {
    const { list } = (await school().call(accountPageList, {})).data
    for (const row of list) {
      expect(row.phone).toMatch(/^\d{3}\*{4}\d{4}$/)
      expect(Object.keys(row).filter((key) => /password|hash|enc|key/i.test(key))).toEqual([])
    }
  })
})
