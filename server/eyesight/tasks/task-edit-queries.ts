import { sql } from 'kysely'
import type { TaskSelection } from '#contract/eyesight/plan-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { hasResultOrHistory } from '../../plans/result-queries.ts'
import { SELECTED } from '../../plans/selection-queries.ts'
import { type ScreeningScope, withinTasks } from '../plans/access-queries.ts'

const { waiting, underWay, completed } = codeLiterals(TaskStatus)

export type TaskPlace = { id: number; planId: number; schoolOrgId: number }

export async function selectPlacesOfTasks(
  db: Db,
  who: ScreeningScope,
  taskIds: readonly number[],
): Promise<TaskPlace[]> {
  const { rows } = await sql<TaskPlace>`select task.id, task.plan_id, task.school_org_id from task
    where task.id = any (${[...taskIds]}::bigint[]) and ${withinTasks(who)} order by task.id`.execute(db)
  return rows
}

/** Plans come before schools and tasks; shared, so that nobody ends or changes them meanwhile. */
export async function lockPlans(db: Tx, planIds: readonly number[]): Promise<void> {
  await sql`select 1 from plan where id = any (${[...planIds]}::bigint[]) order by id for share`.execute(db)
}

export type LockedTask = TaskPlace & {
  planName: string
  planStatus: number
  planStartsOn: string
  planEndsOn: string
  schoolName: string
  orgId: number
  status: number
  startsOn: string
  endsOn: string
  selection: TaskSelection | null
  version: number
  today: string
}

/** The tasks, locked in the order of their ids, after any write that is under way in one of them. */
export async function lockTasks(
  db: Tx,
  who: ScreeningScope,
  taskIds: readonly number[],
): Promise<LockedTask[]> {
  const { rows } = await sql<LockedTask>`
    select task.id, task.plan_id, task.school_org_id, plan.name as plan_name, plan.status as plan_status,
      plan.starts_on as plan_starts_on, plan.ends_on as plan_ends_on, org.name as school_name, task.org_id,
      task.status, task.starts_on, task.ends_on, task.selection, task.version, ${TODAY} as today
    from task join plan on plan.id = task.plan_id join org on org.id = task.school_org_id
    where task.id = any (${[...taskIds]}::bigint[]) and ${withinTasks(who)}
    order by task.id for no key update of task`.execute(db)
  return rows
}

/** Those of the tasks that have results. */
export async function selectWithResults(db: Db, taskIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    id: number
  }>`select task.id from task where task.id = any (${[...taskIds]}::bigint[])
    and exists (select from screening_record as r where r.task_id = task.id and ${hasResultOrHistory('r')})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function countRecords(db: Db, taskIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from screening_record
    where task_id = any (${[...taskIds]}::bigint[])`.execute(db)
  return rows[0]?.n ?? 0
}

export type TaskChange = { id: number; orgId: number; startsOn: string; endsOn: string }

export async function updateTasks(db: Tx, changes: readonly TaskChange[]): Promise<void> {
  await sql`
    update task set org_id = c.org_id, starts_on = c.starts_on, ends_on = c.ends_on, version = task.version + 1,
      updated_at = now()
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ orgId }) => orgId)}::bigint[],
      ${changes.map(({ startsOn }) => startsOn)}::date[], ${changes.map(({ endsOn }) => endsOn)}::date[])
      as c (id, org_id, starts_on, ends_on)
    where task.id = c.id`.execute(db)
}

export async function updateSelection(db: Tx, taskId: number, selection: TaskSelection | null) {
  await db
    .updateTable('task')
    .set({ selection: selection && JSON.stringify(selection) })
    .where('id', '=', taskId)
    .execute()
}

/** Records first: what they count for is taken out of the figures by the classes they stand in. */
export async function deleteTaskRows(db: Tx, taskIds: readonly number[]): Promise<void> {
  await sql`delete from screening_record where task_id = any (${[...taskIds]}::bigint[])`.execute(db)
  await sql`delete from task where id = any (${[...taskIds]}::bigint[])`.execute(db)
}

/** Begun before its day, a task began today. */
/** Its day has come. */
export async function setDue(db: Tx, taskId: number): Promise<void> {
  await sql`update task set starts_on = least(starts_on, ${TODAY}), version = version + 1
    where id = ${taskId}`.execute(db)
}

export async function setCompleted(db: Tx, taskId: number): Promise<void> {
  await sql`update task set status = ${completed}, completed_at = now(), version = version + 1, updated_at = now()
    where id = ${taskId}`.execute(db)
}

/** A task whose last day is over goes on as long as its plan. */
export async function setUncompleted(db: Tx, taskId: number): Promise<void> {
  await sql`update task set status = case when synced_at is null then ${waiting} else ${underWay} end, completed_at = null,
      ended_with_plan = false, ends_on = case when task.ends_on < ${TODAY} then plan.ends_on else task.ends_on end,
      version = task.version + 1, updated_at = now()
    from plan where plan.id = task.plan_id and task.id = ${taskId}`.execute(db)
}

export type SelectedClasses = { selected: number; taken: number; example: string | null; outside: number }

/**
 * What a selection would take at a school: how many classes, how many of them another task of the plan has, and how
 * many of the grades and classes named lie outside of the school or the plan's stages.
 */
export async function selectSelection(
  db: Db,
  of: { planId: number; schoolOrgId: number; selection: TaskSelection | null; exceptTaskId?: number },
): Promise<SelectedClasses> {
  const { planId, schoolOrgId, selection, exceptTaskId = 0 } = of
  const { rows } = await sql<SelectedClasses>`
    with chosen as (
      select class.id, class.name, plan.id as plan_id from plan,
        (select ${schoolOrgId}::bigint as school_org_id, ${selection && JSON.stringify(selection)}::jsonb as selection)
          as task, class
      where plan.id = ${planId} and ${SELECTED}),
    taken as (
      select chosen.name from chosen where exists (
        select from task_class as c where c.plan_id = chosen.plan_id and c.class_id = chosen.id
          and c.task_id <> ${exceptTaskId})
      or exists (
        select from task join plan on plan.id = task.plan_id join class on class.id = chosen.id
        where task.plan_id = chosen.plan_id and task.status = ${waiting} and task.id <> ${exceptTaskId} and ${SELECTED}))
    select (select count(*) from chosen)::int as selected, (select count(*) from taken)::int as taken,
      (select min(name) from taken) as example,
      (select count(*) from unnest(${selection?.gradeIds ?? []}::bigint[]) as given (id) where not exists (
        select from grade join plan on plan.id = ${planId} where grade.id = given.id and grade.org_id = ${schoolOrgId}))::int
      + (select count(*) from unnest(${selection?.classIds ?? []}::bigint[]) as given (id) where not exists (
        select from class where class.id = given.id and class.org_id = ${schoolOrgId}
          and class.closed_on is null))::int as outside`.execute(db)
  return rows[0] ?? { selected: 0, taken: 0, example: null, outside: 0 }
}
