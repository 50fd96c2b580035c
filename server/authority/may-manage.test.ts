// Nobody changes oneself, an equal or a superior.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const node = useApp()
const { accountPageList, accountPermissions, accountQuota, grantPermissions } = authorityEndpoints
const { addAccount, editAccount, resetAccountPassword, setAccountEnabled, unlockAccount } = authorityEndpoints

const tokens = new Map<string, string>()
async function as(account: string) {
  const token = tokens.get(account) ?? (await node.current.login(account))
  tokens.set(account, token)
  return node.current.as(token)
}
const rowOf = (account: string) =>
  node.current.db.selectFrom('appUser').selectAll().where('account', '=', account).executeTakeFirstOrThrow()

/** In addition to the demo: a second and a third admin of the school and of the city, who are not super. */
beforeAll(async () => {
  await setSecondStepRules(node.current, [])
  let number = 0
  const copies = { school01: ['sadmin1', 'sadmin2'], city01: ['cadmin1', 'cadmin2'] }
  for (const [account, names] of Object.entries(copies))
    for (const name of names)
      await node.current.sql(`insert into app_user (account, account_key, real_name, phone_enc, phone_hash,
        password_hash, org_id, role_type, is_super, data_range_type, data_range_province_id, data_range_city_id)
        select '${name}', '${name}', '孙立', phone_enc, '\\x0${++number}', password_hash, org_id, role_type, false,
        data_range_type, data_range_province_id, data_range_city_id from app_user where account = '${account}'`)
})

/** The six ways to change an account; each gives its answer. */
async function tryEverything(by: string, account: string) {
  const caller = await as(by)
  const target = await rowOf(account)
  const { id: userId, version } = target
  const same = {
    userId,
    version,
    realName: '改名',
    roleType: target.roleType,
    isSuper: target.isSuper,
    dataRangeType: target.dataRangeType,
    dataRangeProvinceId: target.dataRangeProvinceId,
    dataRangeCityId: target.dataRangeCityId,
    dataRangeRegionId: target.dataRangeRegionId,
  }
  return Promise.all([
    caller.call(editAccount, same),
    caller.call(editAccount, { ...same, roleType: 20, isSuper: true }),
    caller.call(setAccountEnabled, { userId, enabled: false }),
    caller.call(unlockAccount, { userId }),
    caller.call(resetAccountPassword, { userId }),
    caller.call(grantPermissions, { userId, version, permissionIds: [] }),
  ])
}

describe('refused in every way, and nothing changes', () => {
  const REFUSED: [string, string, string][] = [
    ['school01', 'school01', 'oneself'],
    ['sadmin1', 'sadmin1', 'oneself'],
    ['province01', 'province01', 'oneself'],
    ['sadmin1', 'sadmin2', 'an equal'],
    ['sadmin1', 'school01', 'the super admin'],
    ['cadmin1', 'cadmin2', 'an equal in a government'],
    ['cadmin1', 'city01', 'the super admin of a government'],
  ]

  test.each(REFUSED)('%s on %s: %s', async (by, account) => {
    await as(by)
    const before = await rowOf(account)
    const answers = await tryEverything(by, account)
    expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(700))
    for (const { message } of answers) expect(message).toMatch(/^不能管理该账号/)
    expect(await rowOf(account)).toEqual(before)
    const { list } = (await (await as(by)).call(accountPageList, { keyword: account })).data
    expect(list.map((row) => [row.account, row.manageable])).toEqual([[account, false]])
    const { permissions } = (await (await as(by)).call(accountPermissions, { userId: before.id })).data
    expect(permissions.filter(({ changeable }) => changeable)).toEqual([])
  })

  test('a city and the bureaus of its districts: same level refused, lower allowed', async () => {
    const rows = await node.current.db
      .selectFrom('appUser as u')
      .innerJoin('org', 'org.id', 'u.orgId')
      .select(['u.account', 'org.regionId', 'org.name'])
      .where('org.cityId', '=', '330100')
      .where('org.orgType', '=', 30)
      // The other line of command is out of sight.
      .where('org.property', '=', 50)
      .execute()
    const { list } = (await (await as('city01')).call(accountPageList, { orgType: 30, pageSize: 50 })).data
    const manageable = list.filter((row) => row.manageable).map(({ account }) => account)
    const lower = rows.filter(({ regionId }) => regionId).map(({ account }) => account)
    // In the own organisation the super admin manages the other admins.
    expect(manageable.sort()).toEqual([...lower, 'cadmin1', 'cadmin2'].sort())
    expect(list.map(({ account }) => account).sort()).toEqual(rows.map(({ account }) => account).sort())
  })
})

describe('out of sight', () => {
  test.each([
    ['region01', 'city01', 'a superior'],
    ['city01', 'province01', 'a superior'],
    ['school01', 'region01', 'the district above'],
    ['school01', 'hospital01', 'a hospital next door'],
    ['hospital01', 'hscreen01x', 'nobody'],
    ['province01', 'nobound01', 'one without an organisation'],
    ['province01', 'phealth01', 'a body of the other line'],
    ['phealth01', 'province01', 'a body of the other line'],
    ['region01', 'hospital01', 'a hospital, which health looks after'],
    ['city01', 'social01', 'a social organisation, which health looks after'],
    ['phealth01', 'school01', 'a school, which education looks after'],
    ['phealth01', 'region01', 'a bureau below, of the other line'],
  ])('%s on %s (%s): exactly as if missing', async (by, account) => {
    const caller = await as(by)
    const row = await node.current.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', account)
      .executeTakeFirst()
    const missing = await caller.call(accountPermissions, { userId: 999_999 })
    const foreign = await caller.call(accountPermissions, { userId: row?.id ?? 888_888 })
    expect(missing.code).toBe(652)
    const { headers: _, ...body } = foreign
    const { headers: __, ...missingBody } = missing
    expect(body).toEqual(missingBody)
    if (row) {
      const answers = await tryEverything(by, account)
      expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(652))
    }
  })
})

describe('allowed', () => {
  test.each([
    ['sadmin1', 'teacher01', 'those below, in the own organisation'],
    ['school01', 'sadmin2', 'the super admin changes admins'],
    ['region01', 'school01', 'a government changes a school’s super admin'],
    ['province01', 'city01', 'a government changes one further down'],
    ['phealth01', 'hospital01', 'a health commission changes a hospital’s super admin'],
    ['phealth01', 'social01', 'and that of a social organisation'],
    ['cadmin1', 'region01', 'an admin of the city changes the district’s super admin'],
  ])('%s on %s: %s', async (by, account) => {
    const caller = await as(by)
    const { id: userId } = await rowOf(account)
    expect((await caller.call(unlockAccount, { userId })).success).toBe(true)
    const { list } = (await caller.call(accountPageList, { keyword: account })).data
    expect(list.find((row) => row.userId === userId)?.manageable).toBe(true)
  })
})

describe('handing out', () => {
  let made = 0
  const draft = (orgId: number, change: object) => ({
    orgId,
    account: `given${String(++made).padStart(3, '0')}`,
    realName: '周全',
    phone: `1360000${String(made).padStart(4, '0')}`,
    roleType: 20 as const,
    dataRangeType: 4 as const,
    ...change,
  })

  test.each([
    ['sadmin1', 'school01', { roleType: 20 }, '不能授予与自己相同或更高的角色'],
    ['sadmin1', 'school01', { roleType: 20, isSuper: true }, '不能授予与自己相同或更高的角色'],
    ['school01', 'school01', { roleType: 20, isSuper: true }, '不能授予与自己相同或更高的角色'],
    ['cadmin1', 'city01', { roleType: 20 }, '不能授予与自己相同或更高的角色'],
  ])('%s in the organisation of %s: %j is refused', async (by, account, role, message) => {
    const { orgId } = await rowOf(account)
    const answer = await (await as(by)).call(addAccount, draft(orgId ?? 0, role))
    expect(answer).toMatchObject({ code: 700, message, data: { issues: [{ path: ['roleType'] }] } })
  })

  test.each([
    ['sadmin1', 'school01', [30, 40, 45], false],
    ['school01', 'school01', [20, 30, 40, 45], false],
    ['region01', 'school01', [20, 30, 40, 45], true],
    ['phealth01', 'hospital01', [20, 30], true],
  ])(
    'the screen offers %s in the organisation of %s: %j, super %s',
    async (by, account, roles, mayGiveSuper) => {
      const { orgId } = await rowOf(account)
      const { data } = await (await as(by)).call(accountQuota, { orgId: orgId ?? 0 })
      expect({ roles: data.roles, mayGiveSuper: data.mayGiveSuper }).toEqual({ roles, mayGiveSuper })
    },
  )

  test('nobody is lifted to one’s own height by an edit', async () => {
    const target = await rowOf('teacher01')
    const edit = {
      userId: target.id,
      version: target.version,
      realName: target.realName,
      roleType: 20 as const,
      dataRangeType: 4 as const,
    }
    expect((await (await as('sadmin1')).call(editAccount, edit)).code).toBe(700)
    expect((await (await as('school01')).call(editAccount, { ...edit, isSuper: true })).code).toBe(700)
    expect(await rowOf('teacher01')).toEqual(target)
  })

  test('an account that is no admin manages nobody, whatever permissions it was given', async () => {
    const ids = Object.values({ authority: 1103, add: 2001, edit: 2002, reset: 2005 })
    const { id } = await rowOf('sscreen01')
    for (const permission of ids)
      await node.current.sql(`insert into user_permission_override values (${id}, ${permission}, true)`)
    const caller = await as('sscreen01')
    const { orgId } = await rowOf('school01')
    expect((await caller.call(addAccount, draft(orgId ?? 0, { roleType: 45 }))).code).toBe(700)
    expect((await caller.call(resetAccountPassword, { userId: (await rowOf('teacher01')).id })).code).toBe(
      700,
    )
  })
})
