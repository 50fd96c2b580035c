import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../core/db/connect.ts'

const MEASURED =
  `naked_right naked_left corrected_right corrected_left sphere_right sphere_left cylinder_right
  cylinder_left axis_right axis_left ortho_k_right ortho_k_left position colour milk_decayed milk_missing milk_filled
  decayed missing filled height weight glasses`.split(/\s+/)

/** Whether anything of a record would be lost: also what the plan does not count. An excuse is no result. */
export function hasResultIn(alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const measured = sql.join(MEASURED.map(column))
  return sql<SqlBool>`(${column('state')} <> 0 or num_nonnulls(${measured}) > 0
    or ${column('unable_right')} or ${column('unable_left')} or ${column('uncooperative')})`
}

/** Whether a record has to stay (it may be moved): it has a result, or it had one whose changes would go with it. */
export const hasResultOrHistory = (alias: string): RawBuilder<SqlBool> => sql<SqlBool>`(${hasResultIn(alias)}
  or exists (select from record_change as change where change.record_id = ${sql.ref(`${alias}.id`)}))`

/** The day on which a student (as `student`) was screened last. */
export const LAST_SCREENED = sql<string | null>`(
  select last_on from student_screened where student_screened.student_id = student.id)`

/** Which of the students have results, or had. */
export async function selectScreened(db: Db, studentIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ studentId: number }>`select distinct r.student_id from screening_record as r
    where r.student_id = any (${[...studentIds]}::bigint[]) and ${hasResultOrHistory('r')}`.execute(db)
  return new Set(rows.map(({ studentId }) => studentId))
}

/** Locked so that nobody enters a reading meanwhile; always in the same order. */
export async function lockRecordsOf(db: Tx, studentIds: readonly number[]): Promise<void> {
  await sql`select 1 from screening_record where student_id = any (${[...studentIds]}::bigint[])
    order by id for update`.execute(db)
}

/** Takes students off every list they stand on that has neither a result nor a history. */
export async function deleteEmptyRecords(db: Tx, studentIds: readonly number[]): Promise<void> {
  await sql`delete from screening_record as r where r.student_id = any (${[...studentIds]}::bigint[])
    and not ${hasResultOrHistory('r')}`.execute(db)
}

/** Whether a class stands on the list of a task with somebody on it. */
export async function hasRecords(db: Tx, classId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from task_class as c join screening_record as r
    on r.task_id = c.task_id and r.class_id = c.class_id where c.class_id = ${classId} limit 1`.execute(db)
  return rows.length > 0
}

/** Takes a class that nobody stands on the list of off all lists. */
export async function deleteFromTasks(db: Tx, classId: number): Promise<void> {
  await sql`delete from task_class where class_id = ${classId}`.execute(db)
}

export async function isGradeScreened(db: Tx, gradeId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from task_class where grade_id = ${gradeId} limit 1`.execute(db)
  return rows.length > 0
}
