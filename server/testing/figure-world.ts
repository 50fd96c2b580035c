import type { Random } from '../seed/demo-random.ts'
import type { TestApp } from './app.ts'
import { insertFigurePlan, insertFigureTask, insertList } from './figure-plans.ts'
import { enterResults } from './figure-results.ts'
import { oneOf, rowsOf } from './rows.ts'

/** A school that stands in no district: of a city, or of the province where no city is named. */
export async function insertDirectSchool(app: TestApp, name: string, cityId: string | null, stage = 4) {
  const orgId = await oneOf(
    app,
    `with made as (
       insert into org (name, org_type, property, province_id, city_id, status, expires_on)
       values ($1, 10, 10, '330000', $2, 1, '2099-12-31') returning id),
     schooled as (insert into school (org_id, stages) select id, array[$3::smallint] from made)
     select id from made`,
    [name, cityId, stage],
  )
  const classId = await oneOf(
    app,
    `with g as (insert into grade (org_id, stage, grade_no) values ($1, $2, 1) returning id)
     insert into class (org_id, stage, grade_id, name, class_no, entry_year) select $1, $2, id, '1班', 1, 2025 from g
     returning id`,
    [orgId, stage],
  )
  await rowsOf(
    app,
    `insert into student (org_id, class_id, name, sex, birth_date, student_type)
     select $1, $2, '直属' || n, 1 + n % 2, '2009-05-05', 3 from generate_series(1, 12) as n`,
    [orgId, classId],
  )
  return { orgId, classId }
}

export const DIRECT_CITY = '杭州市直属中学'
export const DIRECT_PROVINCE = '省直属学校'
/** 西湖's schools by stage, one in 萧山, one in 宁波; the nine-year school is shared by a hospital and a social body. */
const SELF = ['330106-school-1', '330106-school-2', '330109-school-1', '330203-school-1']

export type FigureWorld = { planId: number; lastPlanId: number; tasks: Record<string, number> }

/** A plan with results at every kind of place, and one a year before with fewer schools. */
export async function makeFigureWorld(app: TestApp, random: Random): Promise<FigureWorld> {
  await insertDirectSchool(app, DIRECT_CITY, '330100')
  await insertDirectSchool(app, DIRECT_PROVINCE, null)
  const lastPlanId = await insertFigurePlan(app, { name: '上年秋季筛查', schoolYear: 2024, status: 3 })
  for (const key of ['330106-school-1', '330106-school-2', '330203-school-1']) {
    await insertList(app, await insertFigureTask(app, lastPlanId, key))
  }
  const planId = await insertFigurePlan(app, { name: '本年秋季筛查', lastPlanId })
  const tasks: Record<string, number> = {}
  for (const key of SELF) tasks[key] = await insertFigureTask(app, planId, key)
  tasks.kindergarten = await insertFigureTask(app, planId, '330106-school-0', { executor: '330106-hospital' })
  tasks.sharedHospital = await insertFigureTask(app, planId, '330106-school-3', {
    executor: '330106-hospital',
    stage: 2,
  })
  tasks.sharedSocial = await insertFigureTask(app, planId, '330106-school-3', {
    executor: '330100-social',
    stage: 3,
  })
  tasks.directCity = await insertFigureTask(app, planId, DIRECT_CITY)
  tasks.directProvince = await insertFigureTask(app, planId, DIRECT_PROVINCE)
  for (const taskId of Object.values(tasks)) await insertList(app, taskId)
  await enterResults(app, lastPlanId, random)
  await enterResults(app, planId, random)
  return { planId, lastPlanId, tasks }
}
