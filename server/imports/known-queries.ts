import { sql } from 'kysely'
import type { SchoolPlaces } from '#contract/imports/school-place.ts'
import type { Db } from '../core/db/connect.ts'

/** A school with its open classes, as the rows of a sheet are held against. */
export async function selectSchoolPlaces(db: Db, orgId: number): Promise<SchoolPlaces> {
  const school = await db
    .selectFrom('org')
    .innerJoin('school', 'school.orgId', 'org.id')
    .select(['org.id as orgId', 'org.name as orgName', 'school.schoolSystem as system'])
    .where('org.id', '=', orgId)
    .executeTakeFirstOrThrow()
  const classes = await db
    .selectFrom('class')
    .innerJoin('grade', 'grade.id', 'class.gradeId')
    .select(['class.id as classId', 'class.name as className', 'class.entryYear as classYear'])
    .select(['grade.id as gradeId', 'grade.gradeNo', 'grade.stage as prefix'])
    .where('class.orgId', '=', orgId)
    .where('class.closedOn', 'is', null)
    .orderBy('grade.stage')
    .orderBy('grade.gradeNo')
    .orderBy('class.classNo')
    .orderBy('class.id')
    .execute()
  return { ...school, classes }
}

const KNOWN = [
  'id',
  'orgId',
  'classId',
  'version',
  'name',
  'sex',
  'birthDate',
  'studentType',
  'status',
  'idCardHash',
  'passportHash',
  'studentNoHash',
  'studentNoEnc',
  'nation',
  'nativePlace',
  'parentName',
  'parentPhoneEnc',
  'lastScreenedOn',
] as const

const known = (db: Db) => db.selectFrom('student').select(KNOWN)
export type KnownStudent = Awaited<ReturnType<typeof selectByHashes>>[number]

/** Students by a number, wherever they are: for judging rows, never for showing. */
export function selectByHashes(
  db: Db,
  column: 'idCardHash' | 'passportHash' | 'studentNoHash',
  hashes: readonly Buffer[],
) {
  return known(db).where(column, '=', sql<Buffer>`any(${hashes}::bytea[])`).execute()
}

/** Students of the school with one of these names, those who left included. */
export function selectByNames(db: Db, orgId: number, names: readonly string[]): Promise<KnownStudent[]> {
  return known(db)
    .where('orgId', '=', orgId)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .orderBy('id')
    .execute()
}

/** Those for whom a transfer is waiting to be decided: they stay where they are until then. */
export async function selectWithApplication(db: Db, studentIds: readonly number[]): Promise<Set<number>> {
  if (studentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('approval')
    .select('studentId')
    .where('status', '=', 0)
    .where('studentId', '=', sql<number>`any(${studentIds}::bigint[])`)
    .execute()
  return new Set(rows.flatMap(({ studentId }) => (studentId === null ? [] : [studentId])))
}
