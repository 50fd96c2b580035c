import { type SqlBool, sql } from 'kysely'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
import { HEADS } from './selection-queries.ts'

const planStatus = codeLiterals(PlanStatus)
const taskStatus = codeLiterals(TaskStatus)

const PLAN_DUE = sql<SqlBool>`((plan.status = ${planStatus.published} and plan.starts_on <= ${TODAY})
  or (plan.status = ${planStatus.underWay} and plan.ends_on < ${TODAY}))`
const TASK_DUE = sql<SqlBool>`(task.status = ${taskStatus.waiting} and task.starts_on <= ${TODAY}
  and plan.status = ${planStatus.underWay} and plan.ends_on >= ${TODAY})`

/**
 * Asked by nearly every call. The first day of a task that has not begun is one look into an index; without it the
 * planner searches all tasks where there are none of that kind.
 */
export async function isAnythingDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select exists (select from plan where ${PLAN_DUE})
    or case when (select min(starts_on) from task where status = ${taskStatus.waiting}) <= ${TODAY}
      then exists (select from task join plan on plan.id = task.plan_id where ${TASK_DUE})
      else false end as due`.execute(db)
  return rows[0]?.due === true
}

/** Begins plans whose first day has come; those that another is at are left to it. */
export async function beginPlans(db: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (select id from plan where status = ${planStatus.published} and starts_on <= ${TODAY}
      order by id for no key update skip locked)
    update plan set status = ${planStatus.underWay}, updated_at = now() from due where plan.id = due.id`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Plans past their last day, locked where nobody else has locked them. */
export async function lockEndedPlans(db: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from plan
    where status = ${planStatus.underWay} and ends_on < ${TODAY}
    order by id for no key update skip locked`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Locks the open tasks of these plans; returns the plans whose tasks could all be locked, as none of them is just
 * being written into.
 */
export async function lockTasksOfPlans(db: Tx, planIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as (select id, plan_id from task where plan_id = any (${[...planIds]}::bigint[])
        and status < ${taskStatus.completed}
      order by id for no key update skip locked)
    select plan.id from plan where plan.id = any (${[...planIds]}::bigint[])
      and (select count(*) from held where held.plan_id = plan.id)
        = (select count(*) from task where task.plan_id = plan.id and task.status < ${taskStatus.completed})
    order by plan.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends plans together with their tasks; their schools, and what of their range is on no list then, are stored as they are. */
export async function endPlans(db: Tx, planIds: readonly number[]): Promise<void> {
  const ids = [...planIds]
  await sql`insert into plan_end_class (plan_id, class_id, school_org_id, province_id, city_id, region_id, stage, grade_id,
      grade_no, class_name, class_no, task_id, executor_org_id, male, female)
    select plan_id, class_id, school_org_id, province_id, city_id, region_id, stage, grade_id, grade_no, class_name, class_no,
      task_id, executor_org_id, male, female
    from unlisted_class where plan_id = any (${ids}::bigint[]) on conflict do nothing`.execute(db)
  await sql`insert into plan_end_school (plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task)
    select plan_id, org_id, province_id, city_id, region_id, stages, begun, has_task from plan_school
    where plan_id = any (${ids}::bigint[])`.execute(db)
  await sql`update task set status = ${taskStatus.completed}, ended_with_plan = true, completed_at = now(), updated_at = now()
    where plan_id = any (${ids}::bigint[]) and status < ${taskStatus.completed}`.execute(db)
  await sql`update plan set status = ${planStatus.ended}, ended_at = now(), range_stored = true, updated_at = now()
    where id = any (${ids}::bigint[])`.execute(db)
}

/** Tasks looked at in one go, so that one request never pays for a whole province. */
const LOOKED_AT = 50

/** How many students' lists are made in one step, and whether a school with more of them may have one of its own. */
export type TransitionStep = { heads: number; largeToo: boolean }

/** Tasks whose day has come, among some or all of them: as many as fit into a step. */
export async function selectDueTasks(
  db: Tx,
  { heads, largeToo }: TransitionStep,
  among: readonly number[] | null,
): Promise<number[]> {
  const wanted = among === null ? sql`true` : sql`task.id = any (${[...among]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    with due as (
      select task.id, task.starts_on, ${HEADS} as heads from task join plan on plan.id = task.plan_id
      where ${TASK_DUE} and ${wanted} order by task.starts_on, task.id limit ${LOOKED_AT}),
    fitting as (
      select id, sum(heads) over (order by starts_on, id) as heads, row_number() over (order by starts_on, id) as no
      from due where heads <= ${heads} or ${largeToo}::boolean)
    select id from fitting where heads <= ${heads} or (no = 1 and ${largeToo}::boolean) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function countDueTasks(db: Tx, among: readonly number[]): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from task join plan on plan.id = task.plan_id
    where task.id = any (${[...among]}::bigint[]) and ${TASK_DUE}`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Locks the tasks that can be locked at once, with their school's roster. Waits for nothing: the caller may already
 * hold locks, and what is left out now is found by the next request.
 */
export async function lockDueTasks(db: Tx, taskIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select task.id from task join plan on plan.id = task.plan_id join school on school.org_id = task.school_org_id
    where task.id = any (${[...taskIds]}::bigint[]) and ${TASK_DUE} order by task.id
    for share of plan skip locked for share of school skip locked for no key update of task skip locked`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
