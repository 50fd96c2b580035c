import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import type { TestApp } from './app.ts'
import { oneOf, orgIdOf, rowsOf } from './rows.ts'

/** A plan of the whole province under way; its range is the schools of its tasks, or (`open`) every school there is. */
export function insertFigurePlan(
  app: TestApp,
  fields: {
    name?: string
    season?: 1 | 2
    schoolYear?: number
    lastPlanId?: number
    status?: number
    open?: boolean
  } = {},
): Promise<number> {
  const {
    name = '测试计划',
    season = 2,
    schoolYear = 2025,
    lastPlanId = null,
    status = 2,
    open = false,
  } = fields
  return oneOf(
    app,
    `with made as (
       insert into plan (name, status, owner_org_id, starts_on, ends_on, school_year, season, last_plan_id, items, profile,
         stages, published_at, range_stored)
       select $1, $2, id, '2025-09-01', '2099-12-31', $3, $4, $5, $6, $7, '{1,2,3,4,5,6,7}', now(), not $8
       from org where name = '浙江省教育厅' returning id),
     placed as (insert into plan_area (plan_id, area_id, province_id) select id, '330000', '330000' from made)
     select id from made`,
    [
      name,
      status,
      schoolYear,
      season,
      lastPlanId,
      JSON.stringify(DEFAULT_ITEMS),
      JSON.stringify(DEFAULT_PROFILE),
      open,
    ],
  )
}

/** By the demo's key, or by its name. */
const orgIdNamed = (app: TestApp, key: string): Promise<number> =>
  /^\d/.test(key) ? orgIdOf(app, key) : oneOf(app, 'select id from org where name = $1', [key])

/** A task at a school with its classes, those of one stage where it is said; by the school itself. */
export async function insertFigureTask(
  app: TestApp,
  planId: number,
  schoolKey: string,
  options: { executor?: string; stage?: number } = {},
): Promise<number> {
  const schoolId = await orgIdNamed(app, schoolKey)
  const executorId = await orgIdNamed(app, options.executor ?? schoolKey)
  const taskId = await oneOf(
    app,
    `insert into task (plan_id, school_org_id, org_id, status, starts_on, ends_on, province_id, city_id, region_id, synced_at)
     select $1, id, $3, 1, '2025-09-01', '2099-12-31', province_id, city_id, region_id, now() from org where id = $2
     returning id`,
    [planId, schoolId, executorId],
  )
  // Of a plan that is over the schools are stored.
  await rowsOf(
    app,
    `insert into plan_end_school (plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task)
     select plan.id, org.id, province_id, city_id, region_id, school.stages, true, true
     from plan, org join school on school.org_id = org.id where plan.id = $1 and plan.range_stored and org.id = $2
     on conflict do nothing`,
    [planId, schoolId],
  )
  await rowsOf(
    app,
    `insert into task_class (task_id, class_id, plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no)
     select $1, c.id, $2, c.org_id, g.stage, g.id, g.grade_no, c.name, c.class_no
     from class c join grade g on g.id = c.grade_id
     where c.org_id = $3 and c.closed_on is null and ($4::int is null or g.stage = $4)`,
    [taskId, planId, schoolId, options.stage ?? null],
  )
  return taskId
}

/** Empty records for everybody in the classes of a task. */
export const insertList = (app: TestApp, taskId: number) =>
  rowsOf(
    app,
    `insert into screening_record (plan_id, task_id, class_id, student_id, sex, age)
     select c.plan_id, c.task_id, c.class_id, s.id, s.sex, extract(year from age('2025-10-01', s.birth_date))
     from task_class c join student s on s.class_id = c.class_id where c.task_id = $1`,
    [taskId],
  )
