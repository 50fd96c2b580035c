// Which role where (spec §6), and no data range wider than the giver's or the organisation's place.
import { beforeAll, describe, expect, test } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'
import { setSecondStepRules } from '../testing/second-step.ts'

const node = useApp()
const { addAccount, accountQuota, editAccount, accountPageList } = authorityEndpoints

const ORGS = {
  province: '浙江省教育厅',
  city: '杭州市教育局',
  otherCity: '宁波市教育局',
  district: '西湖区教育局',
  otherDistrict: '萧山区教育局',
  school: '西湖实验小学',
  hospital: '西湖人民医院',
  social: '杭州明眸视力筛查中心',
} as const
type Org = keyof typeof ORGS

let orgIds: Map<string, number>
const tokens = new Map<string, string>()
beforeAll(async () => {
  await setSecondStepRules(node.current, [])
  orgIds = await orgIdsByName(node.current)
  for (const account of ['province01', 'phealth01', 'city01', 'region01', 'school01', 'hospital01'])
    tokens.set(account, await node.current.login(account))
})
const as = (account: string) => node.current.as(tokens.get(account) ?? '')
/** Who looks after the accounts there, for the whole province. */
const above = (org: string) => as(['hospital', 'social'].includes(org) ? 'phealth01' : 'province01')
const orgId = (org: Org) => orgIds.get(ORGS[org]) ?? 0

let made = 0
function draft(org: Org, change: object) {
  const number = String(++made).padStart(4, '0')
  return {
    orgId: orgId(org),
    account: `role${number}`,
    realName: '钱进',
    phone: `1370000${number}`,
    roleType: 20 as const,
    dataRangeType: 4 as const,
    ...change,
  }
}

describe('the role must fit the organisation', () => {
  const ASSIGNABLE: Record<string, number[]> = {
    school: [20, 30, 40, 45],
    hospital: [20, 30],
    district: [20],
    social: [20, 30],
  }
  const combinations = (['school', 'hospital', 'district', 'social'] as const).flatMap((org) =>
    ([20, 30, 40, 45] as const).map((roleType) => ({
      org,
      roleType,
      allowed: ASSIGNABLE[org]?.includes(roleType) ?? false,
    })),
  )

  test.each(combinations)('role $roleType in a $org: $allowed', async ({ org, roleType, allowed }) => {
    const answer = await above(org).call(addAccount, draft(org, { roleType }))
    if (allowed) expect(answer.success).toBe(true)
    else
      expect(answer).toMatchObject({
        code: 700,
        message: '该类型的机构不能使用这个角色',
        data: { issues: [{ path: ['roleType'] }] },
      })
  })

  test.each(Object.entries(ASSIGNABLE))('the screen of a %s is offered exactly %j', async (org, roles) => {
    const { data } = await above(org).call(accountQuota, { orgId: orgId(org as Org) })
    expect(data.roles).toEqual(roles)
  })

  test('a role that does not fit cannot be edited in either', async () => {
    const hospital = as('hospital01')
    const input = draft('hospital', { roleType: 30 })
    const { userId } = (await hospital.call(addAccount, input)).data
    for (const roleType of [40, 45] as const) {
      const change = { userId, version: 1, realName: '钱进', roleType, dataRangeType: 4 as const }
      expect((await hospital.call(editAccount, change)).code).toBe(700)
    }
  })

  test.each([30, 40, 45] as const)('only an admin can be super: not role %i', async (roleType) => {
    const answer = await as('province01').call(addAccount, draft('school', { roleType, isSuper: true }))
    expect(answer).toMatchObject({ code: 700, data: { issues: [{ path: ['roleType'] }] } })
  })
})

const province = (id: string) => ({ dataRangeType: 1, dataRangeProvinceId: id })
const city = (id: string, provinceId = `${id.slice(0, 2)}0000`) => ({
  dataRangeType: 2,
  dataRangeProvinceId: provinceId,
  dataRangeCityId: id,
})
const region = (id: string, cityId = `${id.slice(0, 4)}00`, provinceId = `${id.slice(0, 2)}0000`) => ({
  dataRangeType: 3,
  dataRangeProvinceId: provinceId,
  dataRangeCityId: cityId,
  dataRangeRegionId: id,
})
const own = { dataRangeType: 4 }

describe('the range must lie inside the giver’s range and the organisation’s area', () => {
  type Row = { by: string; org: Org; range: object; given: boolean; why: string }
  const rows: Row[] = [
    { by: 'province01', org: 'province', range: province('330000'), given: true, why: 'its own province' },
    { by: 'province01', org: 'province', range: city('330200'), given: true, why: 'a part of its province' },
    { by: 'province01', org: 'province', range: province('320000'), given: false, why: 'another province' },
    { by: 'province01', org: 'province', range: city('320100'), given: false, why: 'a city elsewhere' },
    { by: 'province01', org: 'province', range: region('320102'), given: false, why: 'a district elsewhere' },
    { by: 'province01', org: 'city', range: city('330100'), given: true, why: 'the city it stands in' },
    { by: 'province01', org: 'city', range: region('330109'), given: true, why: 'a district of its city' },
    { by: 'province01', org: 'city', range: province('330000'), given: false, why: 'above the city' },
    { by: 'province01', org: 'city', range: city('330200'), given: false, why: 'the neighbour city' },
    { by: 'province01', org: 'city', range: region('330203'), given: false, why: 'a district next door' },
    { by: 'province01', org: 'district', range: region('330106'), given: true, why: 'its own district' },
    { by: 'province01', org: 'district', range: own, given: true, why: 'less than its district' },
    { by: 'province01', org: 'district', range: region('330109'), given: false, why: 'the next district' },
    { by: 'province01', org: 'district', range: city('330100'), given: false, why: 'above the district' },
    { by: 'province01', org: 'district', range: province('330000'), given: false, why: 'far above it' },
    { by: 'city01', org: 'city', range: city('330100'), given: true, why: 'its own city' },
    { by: 'city01', org: 'city', range: province('330000'), given: false, why: 'more than the giver has' },
    { by: 'city01', org: 'district', range: region('330106'), given: true, why: 'inside the giver’s city' },
    { by: 'region01', org: 'district', range: region('330106'), given: true, why: 'its own district' },
    { by: 'region01', org: 'district', range: city('330100'), given: false, why: 'more than the giver has' },
    { by: 'province01', org: 'school', range: own, given: true, why: 'a school sees itself' },
    { by: 'province01', org: 'school', range: region('330106'), given: false, why: 'a school has no area' },
    { by: 'phealth01', org: 'hospital', range: city('330100'), given: false, why: 'a hospital has no area' },
    { by: 'phealth01', org: 'social', range: province('330000'), given: false, why: 'nor has a social one' },
    { by: 'school01', org: 'school', range: region('330106'), given: false, why: 'nor by itself' },
  ]

  test.each(rows)('$by, $org: $range.dataRangeType — $why: $given', async ({ by, org, range, given }) => {
    const input = draft(org, range)
    const answer = await as(by).call(addAccount, input)
    if (given) {
      expect(answer.success).toBe(true)
      const { list } = (await as(by).call(accountPageList, { keyword: input.account })).data
      expect(list).toHaveLength(1)
      expect(list[0]).toMatchObject(range)
    } else {
      expect(answer).toMatchObject({ code: 700, data: { issues: [{ path: ['dataRangeType'] }] } })
    }
  })

  test('a giver with less than the organisation’s area gives no more than that', async () => {
    await node.current.sql(
      `update app_user set data_range_type = 3, data_range_region_id = '330106' where account = 'city01'`,
    )
    const input = draft('district', city('330100'))
    expect((await as('city01').call(addAccount, input)).code).toBe(700)
    expect((await as('city01').call(addAccount, draft('district', region('330106')))).success).toBe(true)
    expect((await as('city01').call(addAccount, draft('otherDistrict', own))).code).toBe(616)
    // In the own organisation, which stands above the range, no more than the range either.
    expect((await as('city01').call(addAccount, draft('city', city('330100')))).code).toBe(700)
    expect((await as('city01').call(addAccount, draft('city', region('330106')))).success).toBe(true)
    await node.current.sql(
      `update app_user set data_range_type = 2, data_range_region_id = null where account = 'city01'`,
    )
  })

  test.each<[string, Org, object]>([
    ['a province without id', 'province', { dataRangeType: 1 }],
    ['a city without id', 'city', { dataRangeType: 2, dataRangeProvinceId: '330000' }],
    ['a city without province', 'city', { dataRangeType: 2, dataRangeCityId: '330100' }],
    ['a district without id', 'district', { ...city('330100'), dataRangeType: 3 }],
    ['a district without city', 'district', { ...region('330106'), dataRangeCityId: null }],
    ['a district under the wrong city', 'province', region('330106', '330200')],
    ['a city called a province', 'province', province('330100')],
    ['a district called a city', 'province', city('330106')],
    ['a city called a district', 'province', region('330100', '330100')],
    ['a place that does not exist', 'province', region('330199')],
  ])('%s is no range', async (_, org, range) => {
    const answer = await as('province01').call(addAccount, draft(org, range))
    expect(answer.success).toBe(false)
    expect([650, 700]).toContain(answer.code)
  })

  test('ids beyond the type of the range are not stored', async () => {
    const smuggled = { ...city('330100'), dataRangeRegionId: '330106' }
    const { userId } = (await as('province01').call(addAccount, draft('city', smuggled))).data
    const row = await node.current.db
      .selectFrom('appUser')
      .select(['dataRangeProvinceId', 'dataRangeCityId', 'dataRangeRegionId'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ dataRangeProvinceId: '330000', dataRangeCityId: '330100', dataRangeRegionId: null })
  })

  test('editing obeys the same limits', async () => {
    const input = draft('district', region('330106'))
    const { userId } = (await as('city01').call(addAccount, input)).data
    const base = { userId, version: 1, realName: '钱进', roleType: 20 as const }
    const edit = (range: object) =>
      as('city01').call(editAccount, { ...base, ...own, ...range } as typeof base & { dataRangeType: 4 })
    for (const range of [province('330000'), city('330100'), region('330109')])
      expect(await edit(range)).toMatchObject({ code: 700, data: { issues: [{ path: ['dataRangeType'] }] } })
    expect((await edit(own)).data).toEqual({ version: 2 })
  })
})

describe('an organisation outside the range', () => {
  test.each<[string, Org]>([
    ['city01', 'otherCity'],
    ['city01', 'province'],
    ['region01', 'city'],
    ['school01', 'hospital'],
    ['school01', 'district'],
  ])('%s makes no account in the %s', async (by, org) => {
    expect((await as(by).call(addAccount, draft(org, {}))).code).toBe(616)
    expect((await as(by).call(accountQuota, { orgId: orgId(org) })).code).toBe(616)
  })

  test('one that does not exist is out of range', async () => {
    const draftElsewhere = { ...draft('school', {}), orgId: 999_999 }
    expect((await as('province01').call(addAccount, draftElsewhere)).code).toBe(616)
  })
})
