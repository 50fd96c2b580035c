import { sql } from 'kysely'
import type { SyncNotice, SyncPreview } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { hasResultIn, hasResultOrHistory } from '../../plans/result-queries.ts'
import { SELECTED } from '../../plans/selection-queries.ts'

const planStatus = codeLiterals(PlanStatus)
const taskStatus = codeLiterals(TaskStatus)

/**
 * The open classes that belong to tasks now (as `wanted`): those on the list, and those that a selection has got since
 * and no other task of the plan has.
 */
const wanted = (taskIds: readonly number[]) => sql`
  wanted as (
    select task.id as task_id, task.plan_id, class.id as class_id
    from task join plan on plan.id = task.plan_id join class on class.org_id = task.school_org_id
      and class.closed_on is null left join task_class as c on c.plan_id = task.plan_id and c.class_id = class.id
    where task.id = any (${[...taskIds]}::bigint[])
      and (c.task_id = task.id or (c.task_id is null and ${SELECTED})))`

/** Records (as `r`) of tasks whose student is no longer in one of the task's classes. */
const GONE = sql`not exists (select from student as s join wanted on wanted.class_id = s.class_id
  where s.id = r.student_id and wanted.task_id = r.task_id)`

/** What a sync of tasks under way would do; nothing is changed. */
export async function countSync(db: Db, taskIds: readonly number[]): Promise<SyncPreview> {
  const { rows } = await sql<SyncPreview>`
    with ${wanted(taskIds)},
    here as (
      select count(*) filter (where r.id is null or (r.task_id <> wanted.task_id and not ${hasResultIn('r')})) as added,
        count(*) filter (where r.task_id = wanted.task_id and r.class_id <> wanted.class_id and not ${hasResultIn('r')})
          as moved
      from wanted join student as s on s.class_id = wanted.class_id
        left join screening_record as r on r.plan_id = wanted.plan_id and r.student_id = s.id),
    gone as (
      select count(*) filter (where not ${hasResultOrHistory('r')}) as removed, count(*) filter (where ${hasResultOrHistory('r')}) as kept
      from screening_record as r where r.task_id = any (${[...taskIds]}::bigint[]) and ${GONE})
    select added::int, moved::int, removed::int, kept::int from here, gone`.execute(db)
  return rows[0] ?? { added: 0, moved: 0, removed: 0, kept: 0 }
}

const only = (students: readonly number[] | null) =>
  students === null ? sql`true` : sql`r.student_id = any (${[...students]}::bigint[])`

/** Takes students who left off the list; those with a result stay, and are counted. */
export async function removeGone(db: Tx, taskIds: readonly number[], students: readonly number[] | null) {
  const { rows } = await sql<{ removed: number; kept: number }>`
    with ${wanted(taskIds)},
    gone as (
      select r.id, ${hasResultOrHistory('r')} as kept from screening_record as r
      where r.task_id = any (${[...taskIds]}::bigint[]) and ${only(students)} and ${GONE} order by r.id for update),
    removed as (delete from screening_record as r using gone where r.id = gone.id and not gone.kept returning 1)
    select (select count(*) from removed)::int as removed, count(*) filter (where kept)::int as kept from gone`.execute(
    db,
  )
  return rows[0] ?? { removed: 0, kept: 0 }
}

/** Of the students those whom the tasks do not concern: neither on a list nor in one of the schools. */
export async function selectUnconcerned(db: Db, taskIds: readonly number[], students: readonly number[]) {
  const { rows } = await sql`
    select 1 from unnest(${[...students]}::bigint[]) as given (id)
    where not exists (select from screening_record as r where r.student_id = given.id
        and r.task_id = any (${[...taskIds]}::bigint[]))
      and not exists (select from student as s join task on task.school_org_id = s.org_id where s.id = given.id
        and task.id = any (${[...taskIds]}::bigint[]))
    limit 1`.execute(db)
  return rows.length > 0
}

export async function setSynced(db: Tx, taskIds: readonly number[]): Promise<void> {
  await sql`update task set synced_at = now() where id = any (${[...taskIds]}::bigint[])`.execute(db)
}

type NoticeLine = SyncNotice['taskList'][number] & { startsOn: string }

/** Tasks at a school that a change of its roster concerns: to come, and under way. */
export async function selectConcerned(
  db: Db,
  schoolOrgId: number,
  carriedOutBy: number | null = null,
): Promise<NoticeLine[]> {
  const { rows } = await sql<NoticeLine>`
    select task.id as task_id, plan.name as task_plan_name, task.status, task.starts_on
    from task join plan on plan.id = task.plan_id
    where task.school_org_id = ${schoolOrgId}
      and (${carriedOutBy}::bigint is null or task.org_id = ${carriedOutBy}::bigint)
      and task.status < ${taskStatus.completed} and plan.status in (${planStatus.published}, ${planStatus.underWay})
    order by task.starts_on, task.id`.execute(db)
  return rows
}
