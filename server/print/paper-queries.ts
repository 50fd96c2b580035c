import { sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'

/** Whose records these are; that the caller may see them was checked. */
export async function selectRecordStudents(db: Db, recordIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ studentId: number }>`
    select student_id from screening_record where id = any (${[...recordIds]}::bigint[])`.execute(db)
  return rows.map(({ studentId }) => studentId)
}
