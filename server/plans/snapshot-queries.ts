import { sql } from 'kysely'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
import { hasResultIn } from './result-queries.ts'
import { SELECTED } from './selection-queries.ts'

const { underWay } = codeLiterals(TaskStatus)

/** Completed years on this day. */
const AGE = sql`extract(year from age(${TODAY}, s.birth_date))::smallint`

/** Limits what is done to some students; null: all of them. */
type Students = readonly number[] | null
const only = (students: Students) =>
  students === null ? sql`true` : sql`s.id = any (${[...students]}::bigint[])`

/** The classes that tasks take now and that no task of the plan has taken before. */
export async function insertTaskClasses(db: Tx, taskIds: readonly number[]): Promise<void> {
  await sql`
    insert into task_class (task_id, class_id, plan_id, school_org_id, stage, grade_id, grade_no, class_name, class_no)
    select task.id, class.id, task.plan_id, task.school_org_id, grade.stage, grade.id, grade.grade_no, class.name,
      class.class_no
    from task join plan on plan.id = task.plan_id join class on ${SELECTED} join grade on grade.id = class.grade_id
    where task.id = any (${[...taskIds]}::bigint[])
    order by task.id, class.id
    on conflict do nothing`.execute(db)
}

/** Nobody on the lists to be made is deleted meanwhile. */
export async function lockListedStudents(
  db: Tx,
  taskIds: readonly number[],
  students: Students,
): Promise<void> {
  await sql`select 1 from student as s where ${only(students)}
      and s.class_id in (select class_id from task_class where task_id = any (${[...taskIds]}::bigint[]))
    order by s.id for key share`.execute(db)
}

/**
 * A student who is elsewhere in the plan without a result, in another class of the task or in the task of another
 * school, is moved to where they study now. An excuse given at another school ends there.
 */
export async function moveRecords(db: Tx, taskIds: readonly number[], students: Students) {
  const { rows } = await sql<{ arrived: boolean }>`
    with mine as (
      select r.id, r.task_id as from_task, c.task_id, c.class_id, s.sex, ${AGE} as age
      from task_class as c join student as s on s.class_id = c.class_id
        join screening_record as r on r.plan_id = c.plan_id and r.student_id = s.id
      where c.task_id = any (${[...taskIds]}::bigint[]) and ${only(students)}
        and (r.task_id, r.class_id) <> (c.task_id, c.class_id) and not ${hasResultIn('r')}
      order by r.id for update of r)
    update screening_record as r set task_id = mine.task_id, class_id = mine.class_id, sex = mine.sex, age = mine.age,
      absence = case when mine.from_task = mine.task_id then r.absence end,
      remark = case when mine.from_task = mine.task_id then r.remark end,
      version = r.version + 1, updated_at = now()
    from mine where r.id = mine.id
    returning mine.from_task <> mine.task_id as arrived`.execute(db)
  const arrived = rows.filter((row) => row.arrived).length
  return { arrived, moved: rows.length - arrived }
}

/** One empty record for everybody in the tasks' classes who has none in the plan. */
export async function insertRecords(db: Tx, taskIds: readonly number[], students: Students): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into screening_record (plan_id, task_id, class_id, student_id, sex, age)
    select c.plan_id, c.task_id, c.class_id, s.id, s.sex, ${AGE}
    from task_class as c join student as s on s.class_id = c.class_id
    where c.task_id = any (${[...taskIds]}::bigint[]) and ${only(students)}
    order by s.id
    on conflict (plan_id, student_id) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Starts tasks that are locked: their classes and everybody in them, as they are now. */
export async function startTasks(db: Tx, taskIds: readonly number[]): Promise<void> {
  await insertTaskClasses(db, taskIds)
  await lockListedStudents(db, taskIds, null)
  await moveRecords(db, taskIds, null)
  await insertRecords(db, taskIds, null)
  await sql`update task set status = ${underWay}, synced_at = now(), updated_at = now()
    where id = any (${[...taskIds]}::bigint[])`.execute(db)
}
