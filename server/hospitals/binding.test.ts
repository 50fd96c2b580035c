// Which schools a hospital serves: seen in range, bound all or none, binding twice changes nothing.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import { DEMO_ORGS } from '../seed/demo-world.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'

const node = useApp()
const { bindingPageList, bindSchools } = hospitalEndpoints

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
beforeAll(async () => {
  orgIds = await orgIdsByName(node.current)
  for (const account of ['city01', 'region01', 'school01', 'hospital01', 'social01'])
    tokens.set(account, await node.current.login(account))
})
beforeEach(() => node.current.sql('delete from org_binding'))

const as = (account: string, each: TestApp = node.current) => each.as(tokens.get(account) ?? '')
const org = (name: string) => orgIds.get(name) ?? 0
const HOSPITAL = '西湖人民医院'
const SOCIAL = '杭州明眸视力筛查中心'
const [ONE, TWO, FOREIGN] = ['西湖实验小学', '西湖高级中学', '萧山实验小学'] as const

type Query = Omit<InputOf<typeof bindingPageList>, 'orgId'>
const listed = async (account: string, query: Query = {}, name = HOSPITAL) =>
  (await as(account).call(bindingPageList, { orgId: org(name), pageSize: 50, ...query })).data
const namesOf = async (...asked: Parameters<typeof listed>) =>
  (await listed(...asked)).list.map(({ schoolName }) => schoolName)
const bind = (account: string, schools: string[], bound = true, name = HOSPITAL, each?: TestApp) =>
  as(account, each).call(bindSchools, { orgId: org(name), schoolIds: schools.map(org), bound })
const bindings = async () =>
  (await node.current.db.selectFrom('orgBinding').select('schoolOrgId').orderBy('schoolOrgId').execute()).map(
    ({ schoolOrgId }) => schoolOrgId,
  )

const approvedSchools = DEMO_ORGS.filter(({ orgType, status }) => orgType === 10 && status !== 0)
const inDistrict = approvedSchools.filter(({ regionId }) => regionId === '330106').length
const inCity = approvedSchools.filter(({ cityId }) => cityId === '330100').length

describe('the list', () => {
  test('shows a government the approved schools of its range, bound ones first', async () => {
    await bind('region01', [TWO])
    const { list, total } = await listed('region01')
    expect(total).toBe(inDistrict)
    expect(list[0]).toMatchObject({
      schoolId: org(TWO),
      schoolName: TWO,
      areaName: '浙江省-杭州市-西湖区',
      stages: [4],
      bound: true,
    })
    expect(list.filter(({ bound }) => bound)).toHaveLength(1)
    expect(list.map(({ schoolName }) => schoolName)).not.toContain('西湖新城外国语学校')
    expect((await listed('city01')).total).toBe(inCity)
  })

  test('narrows to bound, unbound and by name', async () => {
    await bind('region01', [ONE])
    expect(await namesOf('region01', { bound: '1' })).toEqual([ONE])
    expect(await namesOf('region01', { bound: '0' })).not.toContain(ONE)
    expect((await listed('region01', { bound: '0' })).total).toBe(inDistrict - 1)
    expect(await namesOf('region01', { keyword: TWO })).toEqual([TWO])
  })

  test('shows the hospital the schools it serves, wherever they are, and no others', async () => {
    await bind('city01', [ONE, FOREIGN])
    expect((await namesOf('hospital01')).sort()).toEqual([ONE, FOREIGN].sort())
    expect(await namesOf('hospital01', { bound: '0' })).toEqual([])
    // The district does not see the school of the next one.
    expect(await namesOf('region01', { bound: '1' })).toEqual([ONE])
  })

  test('counts the students', async () => {
    await node.current.sql(`delete from school_stage where org_id = ${org(ONE)};
      insert into school_stage (org_id, stage, class_count, student_count) values
      (${org(ONE)}, 2, 3, 120), (${org(ONE)}, 3, 1, 30)`)
    expect((await listed('region01', { keyword: ONE })).list[0]?.studentCount).toBe(150)
  })

  test.each([
    ['region01', '萧山人民医院', 616],
    ['hospital01', '萧山人民医院', 616],
    ['hospital01', SOCIAL, 616],
    ['region01', '西湖实验小学', 651],
    ['region01', '', 616],
    ['social01', SOCIAL, 200],
    ['school01', HOSPITAL, 602],
  ])('asked by %s about %s answers %i', async (account, name, code) => {
    const answer = await as(account).call(bindingPageList, { orgId: org(name) || 999_999 })
    expect(answer.code).toBe(code)
  })
})

describe('binding', () => {
  test('and letting go count what changed; done twice nothing changes', async () => {
    expect((await bind('region01', [ONE, TWO, ONE])).data).toEqual({ changed: 2 })
    expect((await bind('region01', [ONE, TWO])).data).toEqual({ changed: 0 })
    expect(await bindings()).toEqual([org(ONE), org(TWO)])
    expect((await bind('region01', [ONE, '西湖中心幼儿园'], false)).data).toEqual({ changed: 1 })
    expect((await bind('region01', [ONE], false)).data).toEqual({ changed: 0 })
    expect(await bindings()).toEqual([org(TWO)])
  })

  test('remembers who, and leaves a trail', async () => {
    await bind('region01', [ONE])
    const { db } = node.current
    const me = db.selectFrom('appUser').select('id').where('account', '=', 'region01')
    const [row] = await db.selectFrom('orgBinding').selectAll().execute()
    expect(row?.boundBy).toBe((await me.executeTakeFirst())?.id)
    const trail = await db.selectFrom('auditLog').selectAll().where('action', '=', 'hospital.bind').execute()
    expect(trail.at(-1)).toMatchObject({
      objectId: String(org(HOSPITAL)),
      detail: { bound: true, schoolIds: [org(ONE)], changed: 1 },
    })
  })

  test.each([
    ['a school outside the range', [ONE, FOREIGN], 616],
    ['a school that does not exist', [ONE, '不存在'], 616],
    ['a hospital among the schools', [ONE, HOSPITAL], 651],
  ])('with %s is refused as a whole', async (_, schools, code) => {
    const schoolIds = schools.map((name) => org(name) || 999_999)
    const answer = await as('region01').call(bindSchools, { orgId: org(HOSPITAL), schoolIds, bound: true })
    expect(answer.code).toBe(code)
    expect(await bindings()).toEqual([])
  })

  test('to an organisation outside the range, of another kind or missing is refused', async () => {
    expect((await bind('region01', [ONE], true, '萧山人民医院')).code).toBe(616)
    expect((await bind('region01', [ONE], true, TWO)).code).toBe(651)
    expect((await bind('region01', [ONE], true, '不存在')).code).toBe(400)
    expect(
      (await as('region01').call(bindSchools, { orgId: 999_999, schoolIds: [1], bound: true })).code,
    ).toBe(616)
  })

  test('needs the permission of the type', async () => {
    expect((await bind('hospital01', [ONE])).code).toBe(602)
    const { id } = await node.current.db
      .selectFrom('appUser')
      .select('id')
      .where('account', '=', 'region01')
      .executeTakeFirstOrThrow()
    await node.current.sql(`insert into user_permission_override values (${id}, 2019, false)`)
    expect((await bind('region01', [ONE])).code).toBe(602)
    expect((await bind('region01', [ONE], true, SOCIAL)).success).toBe(true)
    await node.current.sql(`delete from user_permission_override where user_id = ${id}`)
  })

  test('at once on two nodes, in any order, binds each school once', async () => {
    const other = await node.current.otherNode()
    const schools = [ONE, TWO, '西湖中心幼儿园', '西湖第一初级中学']
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        bind(
          'region01',
          index % 3 ? schools : schools.toReversed(),
          true,
          HOSPITAL,
          index % 2 ? other : undefined,
        ),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(200))
    expect(answers.reduce((sum, { data }) => sum + data.changed, 0)).toBe(4)
    expect(await bindings()).toHaveLength(4)
  })
})
