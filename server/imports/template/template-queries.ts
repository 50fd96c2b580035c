import { sql } from 'kysely'
import type { Db } from '../../core/db/connect.ts'

/** Students of a few classes, class by class in the given order. */
export function selectStudentsOfClasses(db: Db, classIds: readonly number[], studentType: number | null) {
  let rows = db
    .selectFrom('student')
    .select(['id', 'classId', 'name', 'sex', 'birthDate', 'status', 'nation', 'nativePlace', 'parentName'])
    .select(['idCardEnc', 'passportEnc', 'studentNoEnc', 'parentPhoneEnc'])
    .where('classId', '=', sql<number>`any(${classIds}::bigint[])`)
  if (studentType !== null) rows = rows.where('studentType', '=', studentType as 1)
  return rows.orderBy(sql`array_position(${classIds}::bigint[], class_id)`).orderBy('id').execute()
}
export type TemplateStudent = Awaited<ReturnType<typeof selectStudentsOfClasses>>[number]
