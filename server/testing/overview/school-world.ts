import { makeRandom } from '../../seed/demo-random.ts'
import type { TestApp } from '../app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from '../figure-plans.ts'
import { enterResults, NO_RESULT, updateResults } from '../figure-results.ts'
import { insertDirectSchool } from '../figure-world.ts'
import { measureRefraction } from '../reports/report-world.ts'
import { orgIdOf, rowsOf } from '../rows.ts'

/** A plan and the one a year before, and the schools by what is special about them. */
export type SchoolWorld = {
  planId: number
  lastPlanId: number
  /** Where school01 belongs; it took part a year before. */
  own: number
  /** Screened by two organisations. */
  nineYear: number
  kindergarten: number
  small: number
  /** The only class of the small one. */
  smallClass: number
}
const SHARED = '330106-school-3'
const KEYS = ['330106-school-1', SHARED, '330106-school-0', '330109-school-1', '330203-school-1']
const SMALL_SCHOOL = '杭州市小规模学校'

/** Schools of every kind with classes of thirty, and one with a single class; two of them also a year before. */
export async function makeSchoolWorld(app: TestApp): Promise<SchoolWorld> {
  const ids = await Promise.all(KEYS.map((key) => orgIdOf(app, key)))
  await fillClasses(app, ids)
  const { orgId: small, classId: smallClass } = await insertDirectSchool(app, SMALL_SCHOOL, '330100')
  const [own = 0, nineYear = 0, kindergarten = 0] = ids
  const lastPlanId = await insertFigurePlan(app, { name: '上年秋季筛查', schoolYear: 2024, status: 3 })
  const planId = await insertFigurePlan(app, { name: '本年秋季筛查', lastPlanId })
  const world = { planId, lastPlanId, own, nineYear, kindergarten, small, smallClass }
  for (const key of ['330106-school-1', '330203-school-1'])
    await insertList(app, await insertFigureTask(app, lastPlanId, key))
  for (const key of [...KEYS.filter((each) => each !== SHARED), SMALL_SCHOOL])
    await insertList(app, await insertFigureTask(app, planId, key))
  for (const [stage, executor] of [
    [2, '330106-hospital'],
    [3, '330100-social'],
  ] as const)
    await insertList(app, await insertFigureTask(app, planId, SHARED, { executor, stage }))
  for (const each of [lastPlanId, planId]) await enterResults(app, each, makeRandom('walls of schools'))
  await measureRefraction(app, 'id % 7 <> 0')
  await leaveValid(app, planId, smallClass, 12)
  await retestSome(app, world)
  await sendLetters(app, world)
  return world
}

/** Classes of the tests are so small that nothing about them would be shown. */
const fillClasses = (app: TestApp, orgIds: readonly number[]) =>
  rowsOf(
    app,
    `insert into student (org_id, class_id, name, sex, birth_date, student_type)
     select c.org_id, c.id, '同学' || c.id || '号' || n, 1 + n % 2, '2015-05-05', 3 from class c, generate_series(1, 24) as n
     where c.org_id = any ($1) and c.closed_on is null`,
    [orgIds],
  )

/** Some were examined twice, with more errors than are allowed; most of those drawn still wait. */
const retestSome = (app: TestApp, { planId, own }: SchoolWorld) =>
  rowsOf(
    app,
    `insert into retest (record_id, plan_id, task_id, school_org_id, entered_at, items, errors)
     select r.id, r.plan_id, r.task_id, t.school_org_id, case when r.id % 3 = 0 then now() end,
       case when r.id % 3 = 0 then 4 else 0 end, case when r.id % 3 = 0 then 1 else 0 end
     from screening_record r join task t on t.id = r.task_id
     where t.school_org_id = $1 and r.plan_id = $2 and r.state = 2 and r.id % 9 in (0, 1)`,
    [own, planId],
  )

/** Most families got a letter more than a month ago, half of them have answered. */
const sendLetters = (app: TestApp, { planId, own }: SchoolWorld) =>
  rowsOf(
    app,
    `insert into letter (record_id, student_id, ticket_hash, ticket_enc, issued_at, printed_at, acknowledged_at)
     select r.id, r.student_id, sha256(r.id::text::bytea), '', now() - interval '40 days',
       now() - interval '40 days', case when r.id % 2 = 0 then now() end
     from screening_record r join task t on t.id = r.task_id
     where t.school_org_id = $1 and r.plan_id = $2 and r.state = 2 and r.id % 4 <> 0`,
    [own, planId],
  )

/** All of a class but so many are not screened. */
export async function leaveValid(app: TestApp, planId: number, classId: number, students: number) {
  const records = await rowsOf<{ id: number }>(
    app,
    'select id from screening_record where class_id = $1 and plan_id = $2 order by id',
    [classId, planId],
  )
  const readings = { glasses: 1, naked_right: 48, naked_left: 48 }
  await updateResults(
    app,
    records.map(({ id }, nth) => ({
      id,
      ...NO_RESULT,
      ...(nth < students && {
        ...readings,
        state: 2,
        myopia: nth === 0,
        source: 1,
        checked_on: '2025-10-08',
      }),
    })),
  )
  await rowsOf(
    app,
    'update screening_record set se_right = 0, se_left = 0 where class_id = $1 and state = 2',
    [classId],
  )
}
