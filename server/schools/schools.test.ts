// The list of schools, finding one, and adding one.
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { DEMO_ORGS } from '../seed/demo-world.ts'
import { useApp } from '../testing/app.ts'
import { demoUsers, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { schoolPageList, searchSchool, addSchool, orgCityList } = schoolEndpoints

const as = demoUsers(app)

type Query = InputOf<typeof schoolPageList>
async function all(account: string, query: Query = {}) {
  const rows = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { list, total } = await must(as(account).call(schoolPageList, { ...query, pageNum, pageSize: 50 }))
    rows.push(...list)
    if (rows.length >= total) return { rows, names: rows.map(({ orgName }) => orgName), total }
  }
}
const DEMO = DEMO_ORGS.filter(({ orgType }) => orgType === 10)
const demo = (fits: (org: (typeof DEMO)[number]) => boolean) => DEMO.filter(fits).map(({ name }) => name)
const XIHU = { provinceId: '330000', cityId: '330100', regionId: '330106' }

describe('the list', () => {
  test('is what lies in range', async () => {
    expect((await all('province01')).names).toEqual(demo(() => true))
    expect((await all('city01')).names).toEqual(demo(({ cityId }) => cityId === '330100'))
    expect((await all('region01')).names).toEqual(demo(({ regionId }) => regionId === '330106'))
    for (const account of ['school01', 'teacher01'])
      expect((await all(account)).names).toEqual(['西湖实验小学'])
    expect((await as('hospital01').call(schoolPageList, {})).code).toBe(602)
  })

  test('is narrowed by area, stage, type, status and words of the name', async () => {
    expect((await all('province01', { cityId: '330200' })).names).toEqual(
      demo(({ cityId }) => cityId === '330200'),
    )
    expect((await all('province01', XIHU)).names).toEqual(demo(({ regionId }) => regionId === '330106'))
    expect((await all('city01', { regionId: '330109' })).names).toEqual(
      demo(({ regionId }) => regionId === '330109'),
    )
    expect((await all('province01', { stage: 3 })).names).toEqual(
      demo(({ stages }) => stages?.includes(3) ?? false),
    )
    expect((await all('province01', { schoolType: 35 })).names).toEqual(
      demo(({ schoolType }) => schoolType === 35),
    )
    expect((await all('province01', { status: 0 })).names).toEqual(demo(({ status }) => status === 0))
    expect((await all('province01', { keyword: ' 实验小学 ' })).names).toEqual(
      demo(({ name }) => name.includes('实验小学')),
    )
    for (const keyword of ['%', '_', '西湖%小学', "'", '\\'])
      expect((await all('province01', { keyword })).total).toBe(0)
    expect((await all('region01', { stage: 1, keyword: '幼儿园', regionId: '330106' })).total).toBe(1)
  })

  test.each([
    ['region01', { regionId: '330109' }],
    ['region01', { ...XIHU, regionId: '330109' }],
    ['region01', { cityId: '330200' }],
    ['region01', { provinceId: '320000' }],
    ['city01', { cityId: '330200' }],
    ['city01', { regionId: '330203' }],
    ['province01', { provinceId: '320000' }],
    ['province01', { cityId: '320100' }],
    ['province01', { regionId: '110101' }],
    ['school01', { regionId: '330109' }],
  ])('for %s naming %j is refused: 616', async (account, query) => {
    for (const endpoint of [schoolPageList, schoolEndpoints.orgDataStatistics])
      expect((await as(account).call(endpoint, query)).code).toBe(616)
  })

  test('may name an area that is wider than the range', async () => {
    const wider = { provinceId: '330000', cityId: '330100' }
    expect((await all('region01', wider)).names).toEqual(demo(({ regionId }) => regionId === '330106'))
  })

  test('is sorted as asked, and pages meet without gaps', async () => {
    const byStudents = (await all('province01', { sort: 'students' })).rows.map((row) => row.studentCount)
    expect(byStudents).toEqual(byStudents.toSorted((a, b) => b - a))
    const newest = (await all('province01', { sort: 'newest' })).rows.map((row) => row.orgId)
    expect(newest).toEqual(newest.toSorted((a, b) => b - a))
    for (const sort of ['name', 'students', 'newest', undefined] as const) {
      const ids: number[] = []
      for (let pageNum = 1; pageNum <= 8; pageNum += 1) {
        const { list } = await must(as('province01').call(schoolPageList, { sort, pageNum, pageSize: 7 }))
        ids.push(...list.map(({ orgId }) => orgId))
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBe(DEMO.length)
    }
    const beyond = await must(as('province01').call(schoolPageList, { pageNum: 1_000 }))
    expect(beyond).toMatchObject({ list: [], total: DEMO.length })
  })

  test('counts classes and students, and shows no phone in full', async () => {
    const { rows } = await all('province01')
    const counted = await rowsOf<{ id: number; classes: number; students: number }>(
      app.current,
      `select org_id as id, count(*) filter (where closed_on is null)::int as classes,
         (select count(*)::int from student where class_id is not null and org_id = class.org_id) as students
       from class group by org_id`,
    )
    for (const { orgId, classCount, studentCount } of rows) {
      const own = counted.find(({ id }) => id === orgId)
      expect({ orgId, classCount, studentCount }).toEqual({
        orgId,
        classCount: own?.classes ?? 0,
        studentCount: own?.students ?? 0,
      })
    }
    expect(JSON.stringify(rows)).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
  })
})

describe('finding a school', () => {
  const find = async (account: string, query: InputOf<typeof searchSchool>) =>
    (await must(as(account).call(searchSchool, query))).list.map(({ orgName }) => orgName)

  test('gives ten approved ones of the range, by words and by area', async () => {
    expect(await find('province01', {})).toHaveLength(10)
    expect(await find('province01', { keyword: '九年', id: '330300' })).toEqual([
      '鹿城九年一贯制学校',
      '龙湾九年一贯制学校',
    ])
    expect(await find('province01', { id: '330000', pageSize: 50 })).not.toContain('西湖新城外国语学校')
    expect(await find('region01', { keyword: '外国语' })).toEqual([])
    expect(await find('region01', { id: '330106', keyword: '高级中学' })).toEqual([
      '西湖高级中学',
      '西湖职业高级中学',
    ])
    expect(await find('region01', { keyword: '%' })).toEqual([])
  })

  test.each([
    ['region01', '330109'],
    ['region01', '330200'],
    ['city01', '330203'],
    ['province01', '320000'],
  ])('%s does not look in %s: 616', async (account, id) => {
    expect((await as(account).call(searchSchool, { id })).code).toBe(616)
  })

  test('tells in which cities there are any', async () => {
    const cities = await must(as('province01').call(orgCityList, { orgType: 10 }))
    expect(cities.map(({ cityId, orgCount }) => [cityId, orgCount])).toEqual(
      ['330100', '330200', '330300'].map((id) => [id, demo(({ cityId }) => cityId === id).length]),
    )
    expect(await must(as('region01').call(orgCityList, { orgType: 20 }))).toMatchObject([{ orgCount: 1 }])
  })
})

describe('adding a school', () => {
  const form = {
    orgName: '西湖新办小学',
    ...XIHU,
    address: '文二路1号',
    contactName: '赵老师',
    contactPhone: '13911112222',
    stages: [2],
    schoolType: 10,
    schoolLevel: 10,
  } as const
  type Form = InputOf<typeof addSchool>
  const add = (fields: Partial<Form> = {}, account = 'region01') =>
    as(account).call(addSchool, { ...form, ...fields } as Form)

  test('makes one that waits: nobody enters it, and the list says so', async () => {
    const { orgId } = await must(add({ orgName: '西湖待审小学' }))
    const { rows } = await all('region01', { keyword: '西湖待审小学' })
    expect(rows).toMatchObject([
      { orgId, status: 0, stages: [2], areaName: expect.stringContaining('西湖区') },
    ])
    const { account } = await newUser(app.current, orgId, 20)
    await expect(app.current.login(account)).rejects.toThrow('671')
    const [approval] = await rowsOf(
      app.current,
      'select status, kind, region_id from approval where org_id = $1',
      [orgId],
    )
    expect(approval).toEqual({ status: 0, kind: 'org', region_id: '330106' })
    const [stored] = await rowsOf<{ contact_phone_enc: Buffer }>(
      app.current,
      'select contact_phone_enc from org where id = $1',
      [orgId],
    )
    expect(stored?.contact_phone_enc.toString('latin1')).not.toContain('13911112222')
  })

  test('takes a name once in a district, also from twenty at once', async () => {
    expect(await add({ orgName: '西湖实验小学' })).toMatchObject({
      code: 700,
      message: '所在区域已有同名机构，请核对机构全称',
      data: { issues: [{ path: ['orgName'] }] },
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ orgName: '西湖并发小学' })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 700]))
    await must(add({ orgName: '西湖实验小学', regionId: '330109' }, 'city01'))
  })

  test.each<[string, Partial<Form>, number]>([
    ['region01', { regionId: '330109' }, 616],
    ['region01', { cityId: '330200', regionId: '330203' }, 616],
    ['city01', { cityId: '330200', regionId: '330203' }, 616],
    ['province01', { provinceId: '320000', cityId: '320100', regionId: '320102' }, 616],
    ['school01', {}, 602],
    ['hospital01', {}, 602],
  ])('by %s at %j is refused: %i', async (account, area, code) => {
    expect((await add({ orgName: '越界新办小学', ...area }, account)).code).toBe(code)
  })

  test.each<[string, Partial<Form>]>([
    ['city01', { regionId: '330203' }],
    ['province01', { cityId: '330200', regionId: '330106' }],
    ['province01', { cityId: '330100', regionId: null }],
    ['province01', { cityId: null, regionId: null }],
    ['province01', { cityId: '330100', regionId: '330199' }],
  ])('by %s in a place that is none (%j) is refused', async (account, area) => {
    const answer = await add({ orgName: '错位新办小学', ...area }, account)
    expect(answer.success).toBe(false)
    expect(answer.status).toBeLessThan(500)
    expect((await all('province01', { keyword: '错位新办小学' })).total).toBe(0)
  })

  test.each([
    [{ orgName: '' }, 650],
    [{ orgName: '三个字' }, 700],
    [{ orgName: '长'.repeat(51) }, 700],
    [{ address: '' }, 650],
    [{ address: '长'.repeat(51) }, 700],
    [{ contactName: '赵' }, 623],
    [{ contactPhone: '123' }, 620],
    [{ stages: [] }, 650],
    [{ stages: [9] }, 400],
    [{ schoolType: 11 }, 400],
    [{ orgProperty: 50 }, 400],
  ])('with %j is refused: %i', async (fields, code) => {
    expect((await add(fields as never)).code).toBe(code)
  })

  test('shows it to the school when it is approved, with its own detail', async () => {
    const orgId = await newSchool(app.current, as('region01'), { name: '西湖通过小学', stages: [3, 2, 2] })
    const { account } = await newUser(app.current, orgId, 20)
    const by = await signedIn(app.current, account)
    expect(await must(by.call(orgEndpoints.schoolDetail, { orgId }))).toMatchObject({
      stages: [2, 3],
      status: 1,
    })
    const { classIds } = await newGrade(by, orgId, 2, 1)
    await newStudent(by, classIds[0] ?? 0)
    expect((await must(by.call(schoolPageList, {}))).list).toMatchObject([{ classCount: 1, studentCount: 1 }])
  })
})
