import { sql } from 'kysely'
import type { Db } from '../../core/db/connect.ts'

export async function countStudentsOfClasses(
  db: Db,
  classIds: readonly number[],
  studentType: number | null,
): Promise<number> {
  const { students } = await studentsOf(db, classIds, studentType)
    .select(({ fn }) => fn.countAll<number>().as('students'))
    .executeTakeFirstOrThrow()
  return Number(students)
}

function studentsOf(db: Db, classIds: readonly number[], studentType: number | null) {
  const rows = db.selectFrom('student').where('classId', '=', sql<number>`any(${classIds}::bigint[])`)
  return studentType === null ? rows : rows.where('studentType', '=', studentType as 1)
}

/** Students of a few classes, class by class in the given order. */
export function selectStudentsOfClasses(db: Db, classIds: readonly number[], studentType: number | null) {
  return studentsOf(db, classIds, studentType)
    .select(['id', 'classId', 'name', 'sex', 'birthDate', 'status', 'nation', 'nativePlace', 'parentName'])
    .select(['idCardEnc', 'passportEnc', 'studentNoEnc', 'parentPhoneEnc'])
    .orderBy(sql`array_position(${classIds}::bigint[], class_id)`)
    .orderBy('id')
    .execute()
}
export type TemplateStudent = Awaited<ReturnType<typeof selectStudentsOfClasses>>[number]
