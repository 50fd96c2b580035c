// Hospitals and social organisations: who sees which, and how one is added.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import { DEMO_ORGS } from '../seed/demo-world.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'

const node = useApp()
const { hospitalPageList, addHospital } = hospitalEndpoints
type Form = InputOf<typeof addHospital>

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
beforeAll(async () => {
  await node.current.sql('delete from org_binding; delete from task; delete from plan')
  orgIds = await orgIdsByName(node.current)
  for (const account of ['province01', 'city01', 'region01', 'school01', 'hospital01', 'social01'])
    tokens.set(account, await node.current.login(account))
})
const as = (account: string, each: TestApp = node.current) => each.as(tokens.get(account) ?? '')
const org = (name: string) => orgIds.get(name) ?? 0
const HOSPITAL = '西湖人民医院'

type Query = InputOf<typeof hospitalPageList>
const namesFor = async (account: string, query: Query = {}) =>
  (await as(account).call(hospitalPageList, { pageSize: 50, ...query })).data.list.map(
    ({ orgName }) => orgName,
  )

describe('the list', () => {
  const demoNames = (orgType: number, place: object) =>
    DEMO_ORGS.filter(
      (each) =>
        each.orgType === orgType &&
        Object.entries(place).every(([key, value]) => each[key as keyof typeof each] === value),
    ).map(({ name }) => name)

  test.each([
    ['province01', {}],
    ['city01', { cityId: '330100' }],
    ['region01', { regionId: '330106' }],
  ])('shows %s exactly those in range, of the type asked for', async (account, place) => {
    expect(await namesFor(account)).toEqual(demoNames(20, place))
    expect(await namesFor(account, { orgType: 40 })).toEqual(demoNames(40, place))
  })

  test('shows a hospital and a social organisation their own row', async () => {
    expect(await namesFor('hospital01')).toEqual([HOSPITAL])
    expect(await namesFor('social01', { orgType: 40 })).toEqual(['杭州明眸视力筛查中心'])
  })

  test('opens by each permission its own type only: 602', async () => {
    expect((await as('hospital01').call(hospitalPageList, { orgType: 40 })).code).toBe(602)
    expect((await as('social01').call(hospitalPageList, { orgType: 20 })).code).toBe(602)
    expect((await as('social01').call(hospitalPageList, {})).data.list).toHaveLength(1)
    expect((await as('school01').call(hospitalPageList, {})).code).toBe(602)
  })

  test('narrows by area, and answers 616 for one outside the range', async () => {
    const xihu = { provinceId: '330000', cityId: '330100', regionId: '330106' }
    expect(await namesFor('province01', xihu)).toEqual([HOSPITAL])
    expect(await namesFor('city01', { regionId: '330106' })).toEqual([HOSPITAL])
    expect(await namesFor('region01', xihu)).toEqual([HOSPITAL])
    for (const [account, query] of [
      ['city01', { cityId: '330200' }],
      ['city01', { regionId: '330203' }],
      ['region01', { regionId: '330109' }],
      ['province01', { provinceId: '320000' }],
      ['hospital01', { regionId: '330109' }],
    ] as const)
      expect((await as(account).call(hospitalPageList, query)).code).toBe(616)
  })

  test('narrows by type, level, ownership, state and name', async () => {
    await node.current.sql(`update hospital set hospital_type = 10, hospital_level = 39, ownership = 15
      where org_id = ${org('萧山人民医院')}`)
    for (const query of [{ hospitalType: 10 }, { hospitalLevel: 39 }, { ownership: 15 }] as const)
      expect(await namesFor('city01', query)).toEqual(['萧山人民医院'])
    expect(await namesFor('city01', { keyword: '余杭' })).toEqual(['余杭人民医院'])
    expect(await namesFor('city01', { keyword: '%' })).toEqual([])
    expect(await namesFor('city01', { status: 0 })).toEqual([])
  })

  test('carries the figures of the row and a masked phone', async () => {
    const [one, other] = [org('西湖实验小学'), org('萧山实验小学')]
    await node.current.sql(`insert into org_binding (org_id, school_org_id) values
      (${org(HOSPITAL)}, ${one}), (${org(HOSPITAL)}, ${other})`)
    await node.current.sql(`with p as (insert into plan (name, owner_org_id, starts_on, ends_on)
        values ('春季筛查', ${org('西湖区教育局')}, '2026-03-01', '2026-06-30') returning id)
      insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id)
      select id, ${one}, ${org(HOSPITAL)}, status, '2026-03-01', '2026-06-30', '330000' from p cross join (values (0), (1), (2), (2)) as t(status)`)
    const row = async (account: string) =>
      (await as(account).call(hospitalPageList, { keyword: HOSPITAL })).data.list[0]
    expect(await row('city01')).toMatchObject({
      orgId: org(HOSPITAL),
      orgType: 20,
      orgProperty: 30,
      areaName: '浙江省-杭州市-西湖区',
      hospitalType: 15,
      hospitalLevel: 26,
      ownership: 10,
      schoolCount: 2,
      tasksDone: 2,
      contactName: '办公室',
      contactPhone: expect.stringMatching(/^199\*{4}\d{4}$/),
      status: 1,
      version: 1,
    })
    // As many as the list of its schools shows: a district those of the district, the hospital all.
    expect((await row('region01'))?.schoolCount).toBe(1)
    expect((await row('hospital01'))?.schoolCount).toBe(2)
  })
})

describe('adding', () => {
  let number = 0
  const form = (change: Partial<Form> = {}): Form => ({
    orgName: `西湖第${++number}眼科医院`,
    orgType: 20,
    provinceId: '330000',
    cityId: '330100',
    regionId: '330106',
    address: '文三路1号',
    contactName: '张三',
    contactPhone: '13812345678',
    hospitalType: 10,
    hospitalLevel: 39,
    ownership: 15,
    ...change,
  })
  const add = (account: string, input: Form, each?: TestApp) => as(account, each).call(addHospital, input)
  const orgOf = (id: number) =>
    node.current.db.selectFrom('org').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const countOrgs = async () => (await node.current.db.selectFrom('org').select('id').execute()).length

  test('makes a pending one with its application, in the name of who added it', async () => {
    const input = form()
    const { data } = await add('region01', input)
    expect(await orgOf(data.orgId)).toMatchObject({
      name: input.orgName,
      orgType: 20,
      property: 30,
      status: 0,
      expiresOn: null,
      regionId: '330106',
    })
    const { db } = node.current
    const profile = db.selectFrom('hospital').selectAll().where('orgId', '=', data.orgId)
    expect(await profile.executeTakeFirst()).toMatchObject({ hospitalType: 10, hospitalLevel: 39 })
    const applications = await db.selectFrom('approval').selectAll().where('orgId', '=', data.orgId).execute()
    const me = await db
      .selectFrom('appUser')
      .select(['id', 'orgId'])
      .where('account', '=', 'region01')
      .execute()
    expect(applications).toMatchObject([
      {
        kind: 'org',
        status: 0,
        provinceId: '330000',
        cityId: '330100',
        regionId: '330106',
        applicantUserId: me[0]?.id,
        applicantOrgId: me[0]?.orgId,
      },
    ])
    const trail = await db.selectFrom('auditLog').selectAll().where('action', '=', 'hospital.add').execute()
    expect(trail.at(-1)).toMatchObject({ objectType: 'org', objectId: String(data.orgId), success: true })
    expect(await namesFor('region01', { status: 0 })).toContain(input.orgName)
  })

  test('of a social organisation takes its property, given or not', async () => {
    const plain = await add('city01', form({ orgType: 40 }))
    expect((await orgOf(plain.data.orgId)).property).toBe(45)
    const group = await add('city01', form({ orgType: 40, orgProperty: 46 }))
    expect((await orgOf(group.data.orgId)).property).toBe(46)
  })

  test('with a property of another type is refused at its field', async () => {
    const answer = await add('region01', form({ orgProperty: 45 }))
    expect(answer).toMatchObject({ code: 700, data: { issues: [{ path: ['orgProperty'] }] } })
    expect((await add('region01', form({ orgType: 40, orgProperty: 50 }))).code).toBe(700)
  })

  test('needs the permission of the type', async () => {
    expect((await add('hospital01', form())).code).toBe(602)
    const { id } = await node.current.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', 'city01')
      .executeTakeFirstOrThrow()
    await node.current.sql(`insert into user_permission_override values (${id}, 2020, false)`)
    expect((await add('city01', form({ orgType: 40 }))).code).toBe(602)
    expect((await add('city01', form())).success).toBe(true)
    await node.current.sql(`delete from user_permission_override where user_id = ${id}`)
  })

  test.each([
    ['region01', { regionId: '330109' }, 616],
    ['region01', { regionId: null }, 616],
    ['city01', { cityId: '330200', regionId: '330203' }, 616],
    ['province01', { provinceId: '320000', cityId: '320100', regionId: '320102' }, 616],
    // Inside the range by one part, but no place: a district of another city, a city where a district is needed.
    ['city01', { regionId: '330203' }, 650],
    ['region01', { cityId: '330200' }, 650],
    ['city01', { regionId: null }, 650],
    ['province01', { cityId: null, regionId: null }, 650],
  ] as const)('by %s at %j is refused: %i', async (account, place, code) => {
    const before = await countOrgs()
    expect((await add(account, form(place))).code).toBe(code)
    expect(await countOrgs()).toBe(before)
  })

  test('under a name that is taken is refused, also of two at once', async () => {
    const taken = await add('region01', form({ orgName: HOSPITAL }))
    expect(taken).toMatchObject({ code: 700, data: { issues: [{ path: ['orgName'] }] } })
    const other = await node.current.otherNode()
    const input = form()
    const before = await countOrgs()
    const answers = await Promise.all(
      [0, 1, 2, 3].map((no) => add('region01', input, no % 2 ? other : undefined)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 700, 700, 700])
    expect(await countOrgs()).toBe(before + 1)
  })

  test.each([
    ['orgName', '短名', 700],
    ['address', '', 650],
    ['contactName', '1', 623],
    ['contactPhone', '123', 620],
    ['orgType', 10, 400],
    ['hospitalType', 11, 400],
  ])('checks %s = %j', async (field, value, code) => {
    expect((await add('region01', form({ [field]: value }))).code).toBe(code)
  })
})
