import { type SqlBool, sql } from 'kysely'
import type { SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { TaskNumbers, TaskPageQuery, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { likePattern } from '../../core/db/text.ts'
import { TODAY } from '../../core/db/today.ts'
import { hasResultOrHistory } from '../../plans/result-queries.ts'
import { type ScreeningScope, withinTasks } from '../plans/access-queries.ts'

const { waiting, underWay, completed } = codeLiterals(TaskStatus)

function tasksWithin(db: Db, who: ScreeningScope) {
  return db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.planId')
    .innerJoin('org as place', 'place.id', 'task.schoolOrgId')
    .innerJoin('org as executor', 'executor.id', 'task.orgId')
    .where('plan.status', '>', PlanStatus.code.draft)
    .where(withinTasks(who))
}

const IN_AREA = (areaId: string) =>
  sql<SqlBool>`${areaId} in (task.region_id, task.city_id, task.province_id)`
const OVERDUE = sql<SqlBool>`(task.status < ${completed} and task.ends_on < ${TODAY})`
const HAS_RESULT = sql<boolean>`exists (select from screening_record as r where r.task_id = task.id
  and ${hasResultOrHistory('r')})`

function rowsOf(tasks: ReturnType<typeof tasksWithin>) {
  return tasks
    .select([
      'task.id as taskId',
      'task.planId',
      'plan.name as planName',
      'task.schoolOrgId',
      'task.startsOn',
    ])
    .select(['place.name as schoolName', 'task.orgId as executorOrgId', 'executor.name as executorName'])
    .select(['task.endsOn', 'task.selection', 'task.completedAt', 'task.version', 'task.syncedAt'])
    .select(['task.provinceId', 'task.cityId', 'task.regionId', 'plan.retestRatio', 'plan.errorCap'])
    .select(sql<TaskRow['status']>`task.status`.as('status'))
    .select(sql<TaskRow['planStatus']>`plan.status`.as('planStatus'))
    .select(sql<boolean>`coalesce((plan.items ->> 'caries')::int, 0) <> 0`.as('hasCaries'))
    .select(HAS_RESULT.as('hasResult'))
}
export type TaskListRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** What is at work first, then what comes, then what is done; within each by when it is to be finished. */
export async function selectTaskPage(db: Db, who: ScreeningScope, query: TaskPageQuery) {
  const { planId, status, areaId, orgId, executorOrgId, overdue, keyword } = query
  let matching = tasksWithin(db, who)
  if (planId !== undefined) matching = matching.where('task.planId', '=', planId)
  if (status !== undefined) matching = matching.where('task.status', '=', status)
  if (areaId !== undefined) matching = matching.where(IN_AREA(areaId))
  if (orgId !== undefined) matching = matching.where('task.schoolOrgId', '=', orgId)
  if (executorOrgId !== undefined) matching = matching.where('task.orgId', '=', executorOrgId)
  if (overdue) matching = matching.where(OVERDUE)
  if (keyword) {
    const pattern = likePattern(keyword)
    const names = ['place.name', 'executor.name', 'plan.name'] as const
    matching = matching.where((eb) => eb.or(names.map((name) => eb(name, 'like', pattern))))
  }
  const counting = matching.select(totalCount.as('total'))
  const rows = rowsOf(matching)
    .select(counting.as('total'))
    .orderBy(sql`case task.status when ${underWay} then 0 when ${waiting} then 1 else 2 end`)
    .orderBy(sql`case when task.status < ${completed} then task.ends_on end`)
    .orderBy('task.completedAt', 'desc')
    .orderBy('task.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export function selectTaskRow(db: Db, who: ScreeningScope, taskId: number): Promise<TaskListRow | undefined> {
  return rowsOf(tasksWithin(db, who).where('task.id', '=', taskId)).executeTakeFirst()
}

/** Whether an organisation takes part, as school or as executor, in a task that the caller sees. */
export async function standsInTask(
  db: Db,
  who: ScreeningScope,
  orgId: number,
  as: 'task.schoolOrgId' | 'task.orgId',
) {
  const row = await tasksWithin(db, who).where(as, '=', orgId).select('task.id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Grades that selections name, for showing them. */
export async function selectGradesOf(db: Db, gradeIds: number[]) {
  return db
    .selectFrom('grade')
    .innerJoin('school', 'school.orgId', 'grade.orgId')
    .where('grade.id', 'in', gradeIds)
    .select(['grade.id', 'grade.stage', 'grade.gradeNo', 'school.schoolSystem'])
    .orderBy('grade.stage')
    .orderBy('grade.gradeNo')
    .execute()
}

export type ChosenGrade = {
  taskId: number
  stage: CodeOf<typeof SchoolStage>
  gradeNo: number
  schoolSystem: CodeOf<typeof SchoolSystem>
  chosen: number
  open: number
}

/** Of tasks that name classes: how many of which grade (as it was when they began), and how many that grade has. */
export async function selectChosenClasses(db: Db, taskIds: number[]): Promise<ChosenGrade[]> {
  const { rows } = await sql<ChosenGrade>`
    select task.id as task_id, coalesce(taken.stage, grade.stage) as stage,
      coalesce(taken.grade_no, grade.grade_no) as grade_no, school.school_system, count(*)::int as chosen,
      (select count(*)::int from class as each where each.grade_id = class.grade_id and each.closed_on is null) as open
    from task cross join jsonb_array_elements(task.selection -> 'classIds') as named (id)
      join class on class.id = named.id::bigint join grade on grade.id = class.grade_id
      join school on school.org_id = class.org_id
      left join task_class as taken on taken.task_id = task.id and taken.class_id = class.id
    where task.id = any (${taskIds}::bigint[])
    group by task.id, coalesce(taken.stage, grade.stage), coalesce(taken.grade_no, grade.grade_no),
      school.school_system, class.grade_id
    order by 1, 2, 3`.execute(db)
  return rows
}

type Counts = Pick<TaskNumbers, 'total' | 'waiting' | 'underWay' | 'completed' | 'overdue'>
export type NumbersRow = Counts & {
  areaId: string | null
  executorOrgId: number | null
  executorName: string | null
}

/** Executors listed one by one; a plan that every school carries out itself has thousands. */
const EXECUTORS_TOLD = 500

/** Altogether, by area and by executor. `level`: the area level by which tasks are grouped. */
export async function selectTaskNumbers(
  db: Db,
  who: ScreeningScope,
  of: { planId: number; areaId?: string; level: 'city' | 'region' },
): Promise<NumbersRow[]> {
  const place = of.level === 'city' ? sql`task.city_id` : sql`task.region_id`
  const inArea = of.areaId === undefined ? sql`true` : IN_AREA(of.areaId)
  const { rows } = await sql<NumbersRow>`
    with counted as (
      select area_id, executor_org_id, grouping(area_id, executor_org_id) as by_what, count(*)::int as total,
        count(*) filter (where status = ${waiting})::int as waiting,
        count(*) filter (where status = ${underWay})::int as under_way,
        count(*) filter (where status = ${completed})::int as completed, count(*) filter (where overdue)::int as overdue
      from (select coalesce(${place}, task.city_id, task.province_id) as area_id, task.org_id as executor_org_id,
          task.status, ${OVERDUE} as overdue
        from task where task.plan_id = ${of.planId} and ${inArea} and ${withinTasks(who)}) as t
      group by grouping sets ((), (area_id), (executor_org_id))),
    ranked as (select *, row_number() over (partition by by_what order by total desc, executor_org_id) as place
      from counted)
    select ranked.area_id, ranked.executor_org_id, org.name as executor_name, total, waiting, under_way, completed,
      overdue
    from ranked left join org on org.id = ranked.executor_org_id
    where ranked.executor_org_id is null or place <= ${EXECUTORS_TOLD}
    order by ranked.executor_org_id is not null, ranked.area_id, total desc, ranked.executor_org_id`.execute(
    db,
  )
  return rows
}
