import { type RawBuilder, sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { NAMED_CLASSES, NUMBERS_PER_CLASS } from '#contract/eyesight/monitoring.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { formerOf, KNOWN_NAME } from '../../core/db/known-student.ts'
import { type ScreeningScope, withinTaskClasses } from '../plans/access-queries.ts'

type Part = { taskId: number; classId?: number }

/** The listed children of a task (as `r`) that the caller may see, with their classes and numbers (as `n`). */
function listed(who: ScreeningScope, { taskId, classId }: Part): RawBuilder<unknown> {
  return sql`task join task_class on task_class.task_id = task.id
      join screening_record as r on r.task_id = task_class.task_id and r.class_id = task_class.class_id
      left join monitoring_number as n on n.record_id = r.id and n.stage = task_class.stage
        and n.grade_no = task_class.grade_no
    where task.id = ${taskId} and ${withinTaskClasses(who)}
      and ${classId === undefined ? sql`true` : sql`task_class.class_id = ${classId}`}`
}

export type NumberRow = {
  recordId: number
  studentName: string
  sex: CodeOf<typeof Sex>
  number: number | null
}

/** In the order of the class's list. */
export async function selectClassNumbers(
  db: Db,
  who: ScreeningScope,
  part: Required<Part>,
): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select asked.record_id, ${KNOWN_NAME} as student_name, asked.sex, asked.number
    from (select r.id as record_id, r.student_id, r.sex, n.number, task.school_org_id from ${listed(who, part)}) as asked
      join student on student.id = asked.student_id left join ${formerOf('asked.schoolOrgId')}
    order by student.id`.execute(db)
  return rows
}

/** Numbers of children who are in another grade by now. */
export async function deleteOutdated(db: Tx, taskId: number): Promise<void> {
  await sql`delete from monitoring_number as n using screening_record as r
      join task_class as c on c.task_id = r.task_id and c.class_id = r.class_id
    where n.task_id = ${taskId} and r.id = n.record_id
      and (n.stage, n.grade_no) <> (c.stage, c.grade_no)`.execute(db)
}

export type NewNumber = { recordId: number; number: number | null }

/** Those of the numbers that other children of the grade have. */
export async function selectTaken(
  db: Tx,
  { taskId, classId }: Required<Part>,
  given: readonly NewNumber[],
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select n.number from monitoring_number as n join task_class as c on c.task_id = n.task_id
      and c.stage = n.stage and c.grade_no = n.grade_no
    where c.task_id = ${taskId} and c.class_id = ${classId}
      and n.number = any (${given.flatMap(({ number }) => number ?? [])}::smallint[])
      and n.record_id <> all (${given.map(({ recordId }) => recordId)}::bigint[])
    order by n.number`.execute(db)
  return rows.map(({ number }) => number)
}

export async function replaceNumbers(
  db: Tx,
  { taskId, classId }: Required<Part>,
  given: readonly NewNumber[],
) {
  const recordIds = given.map(({ recordId }) => recordId)
  const numbers = given.map(({ number }) => number)
  await sql`delete from monitoring_number where record_id = any (${recordIds}::bigint[])`.execute(db)
  await sql`insert into monitoring_number (record_id, task_id, stage, grade_no, number)
    select given.record_id, c.task_id, c.stage, c.grade_no, given.number
    from unnest(${recordIds}::bigint[], ${numbers}::smallint[]) as given (record_id, number)
      join task_class as c on c.task_id = ${taskId} and c.class_id = ${classId}
    where given.number is not null`.execute(db)
}

/** The hundred of a class: of classes without a number all have the last. */
const HUNDRED = sql`(case when task_class.class_no between 1 and ${NAMED_CLASSES - 1} then task_class.class_no
  else ${NAMED_CLASSES} end)::int * 100`

/** Gives who has none the next free number of the class, in the order of the list; the others keep theirs. */
export async function fillNumbers(db: Tx, who: ScreeningScope, part: Part) {
  const { rows } = await sql<{ given: number; wanted: number }>`
    with wanted as (
      select r.id, task_class.stage, task_class.grade_no, ${HUNDRED} as hundred,
        row_number() over (partition by task_class.stage, task_class.grade_no, ${HUNDRED}
          order by task_class.class_no, task_class.class_id, r.student_id) as nth
      from ${listed(who, part)} and n.record_id is null),
    free as (
      select h.stage, h.grade_no, h.hundred, h.hundred + step as number,
        row_number() over (partition by h.stage, h.grade_no, h.hundred order by step) as nth
      from (select distinct stage, grade_no, hundred from wanted) as h
        cross join generate_series(1, ${NUMBERS_PER_CLASS}::int) as step
      where not exists (select from monitoring_number as n where n.task_id = ${part.taskId} and n.stage = h.stage
        and n.grade_no = h.grade_no and n.number = h.hundred + step)),
    given as (
      insert into monitoring_number (record_id, task_id, stage, grade_no, number)
      select wanted.id, ${part.taskId}, stage, grade_no, free.number
      from wanted join free using (stage, grade_no, hundred, nth)
      returning 1)
    select (select count(*) from given)::int as given, (select count(*) from wanted)::int as wanted`.execute(
    db,
  )
  return rows[0] ?? { given: 0, wanted: 0 }
}
