// Totals of schools: the same figures as a plain count, for every range and filter.
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/endpoint.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUsers, must } from '../testing/people.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { orgDataStatistics, prefixListByOrgId, gradePrefixList, schoolPageList } = schoolEndpoints

const as = demoUsers(app)

type Query = InputOf<typeof orgDataStatistics>
/** Counted from the rows themselves, without the stored counts. */
async function counted(where: string, stage?: number) {
  const [row] = await rowsOf<Record<'schools' | 'classes' | 'students' | 'males', number>>(
    app.current,
    `with s as (select o.id from org o join school on school.org_id = o.id where ${where}),
      c as (select class.* from class where org_id in (select id from s) ${stage ? `and stage = ${stage}` : ''})
     select (select count(*)::int from s) as schools,
       (select count(*)::int from c where closed_on is null) as classes,
       (select count(*)::int from student where class_id in (select id from c)) as students,
       (select count(*)::int from student where sex = 1 and class_id in (select id from c)) as males`,
  )
  return row ?? { schools: 0, classes: 0, students: 0, males: 0 }
}

describe('totals', () => {
  const CASES: [account: string, query: Query, where: string][] = [
    ['province01', {}, "o.province_id = '330000'"],
    ['province01', { cityId: '330300' }, "o.city_id = '330300'"],
    ['province01', { stage: 2 }, "o.province_id = '330000' and 2 = any(stages)"],
    ['province01', { schoolType: 35 }, "o.province_id = '330000' and school_type = 35"],
    ['province01', { keyword: '九年' }, "o.province_id = '330000' and o.name like '%九年%'"],
    ['province01', { status: 0 }, "o.province_id = '330000' and o.status = 0"],
    ['city01', {}, "o.city_id = '330100'"],
    ['region01', { stage: 3 }, "o.region_id = '330106' and 3 = any(stages)"],
    ['school01', {}, "o.name = '西湖实验小学'"],
    ['region01', { keyword: '没有这样的学校' }, 'false'],
  ]
  test.each(CASES)('for %s with %j equal a count', async (account, query, where) => {
    const totals = await must(as(account).call(orgDataStatistics, query))
    const plain = await counted(where, query.stage as number | undefined)
    expect(totals).toMatchObject({ ...plain, females: plain.students - plain.males })
    for (const { stage, classes, students } of totals.byStage) {
      const one = await counted(where, stage)
      expect({ stage, classes, students }).toEqual({ stage, classes: one.classes, students: one.students })
    }
    const page = await must(as(account).call(schoolPageList, query))
    expect(page.total).toBe(totals.schools)
  })

  test('follow what is entered, at once', async () => {
    const before = await must(as('city01').call(orgDataStatistics, {}))
    const orgId = await newSchool(app.current, as('region01'))
    const { classIds } = await newGrade(as('region01'), orgId, 2, 3, 3)
    await newStudent(as('region01'), classIds[0] ?? 0, { idCard: newIdCard('2015-05-05', 2) })
    await newStudent(as('region01'), classIds[1] ?? 0)
    const after = await must(as('city01').call(orgDataStatistics, {}))
    expect(after).toMatchObject({
      schools: before.schools + 1,
      classes: before.classes + 3,
      students: before.students + 2,
      males: before.males + 1,
      females: before.females + 1,
    })
  })

  test('count a school that has not said yet which stages it has', async () => {
    const orgId = await newSchool(app.current, as('region01'), { name: '尚未填写学段学校' })
    await app.current.sql(`update school set stages = '{}' where org_id = ${orgId}`)
    const query = { keyword: '尚未填写学段学校' }
    expect(await must(as('region01').call(orgDataStatistics, query))).toEqual({
      schools: 1,
      classes: 0,
      students: 0,
      males: 0,
      females: 0,
      byStage: [],
    })
  })

  test('are not for who may not see schools', async () => {
    expect((await as('hospital01').call(orgDataStatistics, {})).code).toBe(602)
  })
})

describe('the stages of a school', () => {
  test('have their figures, and only those with grades where grades are asked for', async () => {
    const orgId = await newSchool(app.current, as('region01'), { stages: [2, 3] })
    const { classIds } = await newGrade(as('region01'), orgId, 2, 1, 2)
    await newGrade(as('region01'), orgId, 2, 2, 1)
    await newStudent(as('region01'), classIds[0] ?? 0)
    const primary = { prefix: 2, prefixName: '小学', gradeCount: 2, classCount: 3, studentCount: 1 }
    const junior = { prefix: 3, prefixName: '初中', gradeCount: 0, classCount: 0, studentCount: 0 }
    expect(await must(as('region01').call(prefixListByOrgId, { orgId }))).toEqual([primary, junior])
    expect(await must(as('region01').call(gradePrefixList, { orgId }))).toEqual([primary])
    expect((await as('school01').call(prefixListByOrgId, { orgId })).code).toBe(616)
    expect((await as('region01').call(prefixListByOrgId, { orgId: 999_999 })).code).toBe(616)
    const [hospital] = await rowsOf<{ id: number }>(
      app.current,
      "select id from org where region_id = '330106' and org_type = 20",
    )
    expect((await as('region01').call(prefixListByOrgId, { orgId: hospital?.id ?? 0 })).code).toBe(651)
  })

  test('are for teachers and grade heads those of their own classes', async () => {
    for (const [account, own] of [
      ['teacher01', 'id in (select class_id from user_class'],
      ['grade01', 'grade_id in (select grade_id from user_grade'],
    ] as const) {
      const [plain] = await rowsOf<{ n: number; students: number }>(
        app.current,
        `select count(*)::int as n, sum(student_count)::int as students from class
         where ${own} where user_id = (select id from app_user where account = '${account}'))`,
      )
      const totals = await must(as(account).call(orgDataStatistics, {}))
      expect(totals).toMatchObject({ schools: 1, classes: plain?.n, students: plain?.students })
      const school = await must(as('school01').call(orgDataStatistics, {}))
      expect(school.students).toBeGreaterThan(totals.students)
    }
  })
})
