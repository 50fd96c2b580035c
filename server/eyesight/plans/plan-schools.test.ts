// Which schools a plan reaches, and who could screen them.
import { describe, expect, test } from 'vitest'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type By, demoUser, must, schoolAdmin, signedIn } from '../../testing/people.ts'
import { newSchool } from '../../testing/roster.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { newPlan, newRoster, newTask } from '../../testing/screening.ts'

const app = useApp()
const { planPreview, planSchools, executorOptions } = planEndpoints
const region = demoUser(app, 'region01')
const city = demoUser(app, 'city01')
const province = demoUser(app, 'province01')

const preview = (by: By, areaIds: string[], stages: (1 | 2 | 3 | 4)[] = [2, 3], includeDirect: 0 | 1 = 1) =>
  by.call(planPreview, { areaIds, stages, includeDirect })

describe('the preview', () => {
  test('counts schools, classes and students by stage and area', async () => {
    const [counted] = await rowsOf(
      app.current,
      `select count(distinct org.id)::int as schools, sum(class_count)::int as classes, sum(student_count)::int as students
       from org join school_stage s on s.org_id = org.id where org.status = 1 and region_id = '330106' and stage in (2, 3)`,
    )
    const previewed = await must(preview(region, ['330106']))
    expect(previewed).toMatchObject(counted ?? {})
    expect(previewed.byStage.map(({ stage }) => stage)).toEqual([2, 3])
    expect(previewed.byStage.reduce((sum, { students }) => sum + students, 0)).toBe(previewed.students)
    expect(previewed.byArea).toEqual([
      expect.objectContaining({ areaId: '330106', schools: previewed.schools, students: previewed.students }),
    ])
    const wide = await must(preview(city, ['330100']))
    expect(wide.byArea.map(({ areaId }) => areaId)).toEqual(['330106', '330109', '330110'])
    expect((await must(preview(province, ['330000']))).byArea.map(({ areaId }) => areaId)).toEqual([
      '330100',
      '330200',
      '330300',
    ])
    const two = await must(preview(province, ['330106', '330200']))
    expect(two.byArea.map(({ areaId }) => areaId)).toEqual(['330106', '330200'])
    expect(two.byArea[0]?.students).toBe(previewed.students)
  })

  test('leaves direct schools out where it is asked to', async () => {
    const before = (await must(preview(city, ['330100'], [2], 0))).schools
    const direct = await newSchool(app.current, city, {
      area: { provinceId: '330000', cityId: '330100', regionId: '330110' },
    })
    await app.current.sql(`update org set region_id = null where id = ${direct}`)
    expect((await must(preview(city, ['330100'], [2], 0))).schools).toBe(before)
    const all = await must(preview(city, ['330100'], [2], 1))
    expect(all.schools).toBe(before + 1)
    expect(all.byArea).toContainEqual(expect.objectContaining({ areaId: '330100', schools: 1 }))
  })

  test('is for areas in the own range and for who may', async () => {
    expect((await preview(region, ['330109'])).code).toBe(616)
    expect((await preview(region, ['330106', '330100'])).code).toBe(616)
    expect((await preview(await signedIn(app.current, 'school01'), ['330106'])).code).toBe(602)
    expect(await must(preview(province, ['330400']))).toEqual({
      schools: 0,
      classes: 0,
      students: 0,
      byStage: [],
      byArea: [],
    })
  })
})

describe('the schools of a plan', () => {
  test('are those it reaches in the own range, with and without a task', async () => {
    const planId = await newPlan(city, { areaIds: ['330100'] })
    const { schoolOrgId } = await newRoster(app.current, region)
    const hospitalId = await orgIdOf(app.current, '330106-hospital')
    await app.current.sql(
      `insert into org_binding (org_id, school_org_id) values (${hospitalId}, ${schoolOrgId})`,
    )
    await newTask(city, planId, schoolOrgId)
    const list = async (query: object, by = region) =>
      (await must(by.call(planSchools, { planId, pageSize: 50, ...query }))).list
    const [found] = await list({ hasTask: 'yes' })
    expect(found).toMatchObject({
      orgId: schoolOrgId,
      students: 4,
      taskCount: 1,
      stages: [2],
      areaName: '浙江省-杭州市-西湖区',
      boundOrgNames: ['西湖人民医院'],
    })
    const without = await list({ hasTask: 'no' })
    expect(without.map(({ orgId }) => orgId)).not.toContain(schoolOrgId)
    expect(without.every(({ stages }) => stages.includes(2))).toBe(true)
    expect((await list({})).length).toBe(without.length + 1)
    const more = await list({}, city)
    expect(new Set(more.map(({ areaName }) => areaName)).size).toBeGreaterThan(1)
    expect(
      (await list({ areaId: '330109' }, city)).every(({ areaName }) => areaName.endsWith('萧山区')),
    ).toBe(true)
    expect((await region.call(planSchools, { planId, areaId: '330109' })).code).toBe(616)
    expect((await region.call(planSchools, { planId: 999_999 })).code).toBe(650)
    const admin = await schoolAdmin(app.current, schoolOrgId)
    expect((await must(admin.call(planSchools, { planId }))).list.map(({ orgId }) => orgId)).toEqual([
      schoolOrgId,
    ])
  })
})

describe('who could screen', () => {
  test('is in range or bound to the school, and the school itself', async () => {
    const schoolOrgId = await newSchool(app.current, region)
    const [near, far] = [
      await orgIdOf(app.current, '330106-hospital'),
      await orgIdOf(app.current, '330203-hospital'),
    ]
    await app.current.sql(`insert into org_binding (org_id, school_org_id) values (${far}, ${schoolOrgId})`)
    const options = async (query: object, by = region) => must(by.call(executorOptions, query))
    const [own, bound, ...others] = await options({ schoolOrgId })
    expect(own).toMatchObject({ orgId: schoolOrgId, orgType: 10, bound: false })
    expect(bound).toMatchObject({ orgId: far, bound: true })
    expect(others.map(({ orgId }) => orgId)).toContain(near)
    expect((await options({})).map(({ orgId }) => orgId)).not.toContain(far)
    expect((await options({ keyword: '西湖人民' })).map(({ orgId }) => orgId)).toEqual([near])
    const admin = await schoolAdmin(app.current, schoolOrgId)
    expect((await options({}, admin)).map(({ orgId }) => orgId)).toEqual([schoolOrgId, far])
    await app.current.sql(`update org set status = 0 where id = ${far}`)
    expect((await options({}, admin)).map(({ orgId }) => orgId)).toEqual([schoolOrgId])
    await app.current.sql(`update org set status = 1 where id = ${far}`)
    expect(
      (await region.call(executorOptions, { schoolOrgId: await orgIdOf(app.current, '330109-school-1') }))
        .code,
    ).toBe(616)
    expect((await (await signedIn(app.current, 'hospital01')).call(executorOptions, {})).code).toBe(602)
  })
})
