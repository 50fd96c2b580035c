import { sql } from 'kysely'
import { ApprovalStatus, StudentType } from '#contract/core/codes.ts'
import type { Db } from '../../core/db/connect.ts'
import { LAST_SCREENED } from '../../plans/result-queries.ts'
import type { SchoolPlaces } from '../row-rules/school-place.ts'

/** A school with its open classes, with which the rows of a sheet are compared. */
export async function selectSchoolClasses(db: Db, orgId: number): Promise<SchoolPlaces> {
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
] as const

const known = (db: Db) => db.selectFrom('student').select(KNOWN).select(LAST_SCREENED.as('lastScreenedOn'))
export type KnownStudent = Awaited<ReturnType<typeof selectByHashes>>[number]

/** Students by a number, wherever they are: for judging rows, never for showing. */
export function selectByHashes(
  db: Db,
  column: 'idCardHash' | 'passportHash' | 'studentNoHash',
  hashes: readonly Buffer[],
) {
  return known(db).where(column, '=', sql<Buffer>`any(${hashes}::bytea[])`).execute()
}

export type KnownPerson = { name: string; sex: number; birthDate: string }

const among = (persons: readonly KnownPerson[]) => sql<boolean>`(name, sex, birth_date) in (
  select * from unnest(${persons.map(({ name }) => name)}::text[], ${persons.map(({ sex }) => sex)}::smallint[],
    ${persons.map(({ birthDate }) => birthDate)}::date[]))`

/** Students of the school who are one of these persons, those who left included. Reads the whole school. */
export function selectPersons(
  db: Db,
  orgId: number,
  persons: readonly KnownPerson[],
): Promise<KnownStudent[]> {
  return known(db).where('orgId', '=', orgId).where(among(persons)).orderBy('id').execute()
}

/** Which of these persons are at the school without a document; answered by their index. */
export function selectUndocumented(
  db: Db,
  orgId: number,
  persons: readonly KnownPerson[],
): Promise<KnownPerson[]> {
  return db
    .selectFrom('student')
    .select(['name', 'sex', 'birthDate'])
    .where('orgId', '=', orgId)
    .where('studentType', '=', StudentType.code.mainlandWithoutId)
    .where('classId', 'is not', null)
    .where(among(persons))
    .execute()
}

/** Those for whom a transfer is waiting to be decided: they stay where they are until then. */
export async function selectWithApplication(db: Db, studentIds: readonly number[]): Promise<Set<number>> {
  if (studentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('approval')
    .select('studentId')
    .where('status', '=', ApprovalStatus.code.pending)
    .where('studentId', '=', sql<number>`any(${studentIds}::bigint[])`)
    .execute()
  return new Set(rows.flatMap(({ studentId }) => (studentId === null ? [] : [studentId])))
}
