import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import type { Random } from '../seed/demo-random.ts'
import type { TestApp } from './app.ts'
import { orgIdOf, rowsOf } from './rows.ts'

/** Runs a statement as the application's own role; answers the first value of its first row. */
export async function oneOf(app: TestApp, statement: string, values: unknown[] = []): Promise<number> {
  const [row] = await rowsOf<Record<string, unknown>>(app, statement, values)
  return Number(Object.values(row ?? {})[0])
}

/** A plan of the whole province under way. */
export function insertFigurePlan(
  app: TestApp,
  fields: { name?: string; season?: 1 | 2; schoolYear?: number; lastPlanId?: number; status?: number } = {},
): Promise<number> {
  const { name = '测试计划', season = 2, schoolYear = 2025, lastPlanId = null, status = 2 } = fields
  return oneOf(
    app,
    `with made as (
       insert into plan (name, status, owner_org_id, starts_on, ends_on, school_year, season, last_plan_id, items, profile,
         stages, published_at)
       select $1, $2, id, '2025-09-01', '2099-12-31', $3, $4, $5, $6, $7, '{1,2,3,4,5,6,7}', now()
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

export type Result = Record<string, number | string | boolean | null>

/** What a record without any result holds. */
export const NO_RESULT: Result = {
  state: 0,
  glasses: null,
  naked_right: null,
  naked_left: null,
  absence: null,
  poor_vision: false,
  poor_degree: 0,
  myopia: false,
  myopia_degree: 0,
  pre_myopia: false,
  high_risk: false,
  hyperopia: false,
  astigmatism: false,
  anisometropia: false,
  refractive_error: false,
  reserve_short: false,
  correction: 0,
  referral: false,
  warning_level: null,
  caries_checked: false,
  caries: false,
  source: null,
  checked_on: null,
}

const DAYS = ['2025-10-08', '2025-10-09', '2025-10-10']
const NONE = [null, null]

/** Any result at all: what is counted does not ask whether the readings could lead to it. */
export function randomResult(random: Random): Result {
  const kind = random.pick(['none', 'absent', 'invalid', 'valid', 'valid', 'valid', 'valid'])
  if (kind === 'none') return NO_RESULT
  if (kind === 'absent') return { ...NO_RESULT, absence: random.pick([1, 2, 9]) }
  const flag = () => random.chance(0.4)
  const vision = () => (random.chance(0.1) ? null : 38 + random.int(15))
  const measured: Result = {
    ...NO_RESULT,
    state: kind === 'valid' ? 2 : 3,
    glasses: random.pick([...NONE, 1, 1, 2, 3, 4]),
    naked_right: vision(),
    naked_left: vision(),
    source: random.pick([1, 2, 3]),
    checked_on: random.pick(DAYS),
    caries_checked: flag(),
  }
  // An invalid record with findings would be a fault elsewhere; the counters leave them out all the same.
  return {
    ...measured,
    caries: measured.caries_checked === true && flag(),
    poor_vision: flag(),
    poor_degree: random.int(4),
    myopia: flag(),
    myopia_degree: random.int(4),
    pre_myopia: flag(),
    high_risk: flag(),
    hyperopia: flag(),
    astigmatism: flag(),
    anisometropia: flag(),
    refractive_error: flag(),
    reserve_short: flag(),
    correction: random.int(4),
    referral: flag(),
    warning_level: random.pick([...NONE, 0, 1, 2, 3]),
  }
}

const COLUMNS = Object.keys(NO_RESULT)
/** `set` of an update from a table `v` of results. */
export const SET_RESULT = COLUMNS.map((column) => `${column} = v.${column}`).join(', ')

/** Gives every record of a plan a result by chance. */
export async function enterResults(app: TestApp, planId: number, random: Random): Promise<void> {
  const rows = await rowsOf<{ id: number }>(
    app,
    'select id from screening_record where plan_id = $1 order by id',
    [planId],
  )
  await updateResults(
    app,
    rows.map(({ id }) => ({ id, ...randomResult(random) })),
  )
}

export const updateResults = (app: TestApp, results: ({ id: number } & Result)[]) =>
  rowsOf(
    app,
    `update screening_record as r set ${SET_RESULT}
     from jsonb_populate_recordset(null::screening_record, $1::jsonb) as v where r.id = v.id`,
    [JSON.stringify(results)],
  )

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

/** Grants permissions to an account, or takes them away. */
export const permit = (app: TestApp, account: string, ids: readonly number[], granted = true) =>
  app.sql(`insert into user_permission_override (user_id, permission_id, granted)
    select u.id, p.id, ${granted} from app_user u, permission p
    where u.account = '${account}' and p.id in (${ids.join(',')})
    on conflict (user_id, permission_id) do update set granted = excluded.granted`)
