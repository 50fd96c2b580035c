import { sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'
import { withinRoster } from '../core/db/scope.ts'
import { type ScreeningScope, withinRecords } from '../eyesight/plans/access-queries.ts'

/** Whose records these are; that the caller may see them was checked. */
export async function selectRecordStudents(db: Db, recordIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ studentId: number }>`
    select student_id from screening_record where id = any (${[...recordIds]}::bigint[])`.execute(db)
  return rows.map(({ studentId }) => studentId)
}

/** Of these children those whom the caller may know: at school in the range, or with a record in it. */
export async function countKnown(db: Db, who: ScreeningScope, studentIds: readonly number[]) {
  const atSchool =
    who.carriesOut === null
      ? sql`exists (select from class join org on org.id = class.org_id
          where class.id = student.class_id and ${withinRoster(who.scope)})`
      : sql`false`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from student
    where student.id = any (${[...studentIds]}::bigint[]) and (${atSchool} or exists (
      select from screening_record as r join task on task.id = r.task_id
        join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
      where r.student_id = student.id and ${withinRecords(who)}))`.execute(db)
  return rows[0]?.n ?? 0
}
