import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { ApprovalStatus, Sex, StudentType, YesNo } from '#contract/core/codes.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import { ROSTER_COLUMNS, withinRoster } from '../core/db/scope.ts'
import type { Scope } from '../core/scope.ts'

const { male } = codeLiterals(Sex)
const { yes } = codeLiterals(YesNo)

/** Students at school inside the scope. The one door to a student by id. */
function studentsInScope(db: Db, scope: Scope) {
  return db
    .selectFrom('student')
    .innerJoin('class', 'class.id', 'student.classId')
    .innerJoin('grade', 'grade.id', 'class.gradeId')
    .innerJoin('org', 'org.id', 'student.orgId')
    .innerJoin('school', 'school.orgId', 'student.orgId')
    .where(withinRoster(scope, ROSTER_COLUMNS))
}

function withPlace(query: ReturnType<typeof studentsInScope>) {
  return query
    .selectAll('student')
    .select(['class.name as className', 'grade.id as gradeId', 'grade.gradeNo', 'grade.stage as prefix'])
    .select(['org.name as orgName', 'org.provinceId', 'org.cityId', 'org.regionId', 'school.schoolSystem'])
}

export function selectStudent(db: Db, scope: Scope, studentId: number) {
  return withPlace(studentsInScope(db, scope).where('student.id', '=', studentId)).executeTakeFirst()
}
export type StoredStudent = NonNullable<Awaited<ReturnType<typeof selectStudent>>>

export function selectStudents(db: Db, scope: Scope, studentIds: number[]): Promise<StoredStudent[]> {
  return withPlace(studentsInScope(db, scope).where('student.id', 'in', studentIds))
    .orderBy('student.id')
    .execute()
}

/** Locked until the transaction ends, so that nobody moves them meanwhile; always in the same order. */
export async function lockStudents(db: Tx, studentIds: number[]) {
  await sql`select 1 from student where id = any(${studentIds}::bigint[]) order by id for update`.execute(db)
}

/** The student with a document, wherever they are: for refusing a second one, never for showing. */
export function selectByDocument(
  db: Db,
  document: { idCardHash: Buffer } | { passportHash: Buffer } | { studentNoHash: Buffer },
) {
  const rows = db.selectFrom('student').selectAll()
  if ('idCardHash' in document) return rows.where('idCardHash', '=', document.idCardHash).executeTakeFirst()
  if ('passportHash' in document)
    return rows.where('passportHash', '=', document.passportHash).executeTakeFirst()
  return rows.where('studentNoHash', '=', document.studentNoHash).executeTakeFirst()
}
export type DocumentHolder = NonNullable<Awaited<ReturnType<typeof selectByDocument>>>

/** Who has no document comes back to the own school by name, sex and birth date; the one who left last. */
export async function selectLeftWithoutDocument(db: Db, student: StudentColumns) {
  if (student.studentType !== StudentType.code.mainlandWithoutId) return undefined
  const { orgId, name, sex, birthDate } = student
  return db
    .selectFrom('student')
    .select('id')
    .where('studentType', '=', StudentType.code.mainlandWithoutId)
    .where('classId', 'is', null)
    .where((eb) => eb.and({ orgId, name, sex, birthDate }))
    .orderBy('leftOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export type StudentColumns = Omit<
  Insertable<Schema['student']>,
  'id' | 'leftAs' | 'leftOn' | 'version' | 'createdAt' | 'updatedAt' | 'faceCollected' | 'faceConsent'
>

export async function insertStudent(db: Tx, columns: StudentColumns): Promise<number> {
  const { id } = await db.insertInto('student').values(columns).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A guardian's consent is given to one school: the next one asks again, and the photo is gone. */
export async function forgetFace(db: Tx, studentId: number) {
  await db.deleteFrom('studentFace').where('studentId', '=', studentId).execute()
  await db
    .updateTable('student')
    .set({ faceConsent: false, faceCollected: 0 })
    .where('id', '=', studentId)
    .execute()
}

/**
 * Somebody who had left comes (back) to a school: the same person, the same history. Undefined where another school
 * was faster.
 */
export async function reenrolStudent(
  db: Tx,
  studentId: number,
  columns: StudentColumns,
): Promise<number | undefined> {
  const taken = await db
    .updateTable('student')
    .set({
      ...columns,
      leftAs: null,
      leftOn: null,
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', studentId)
    .where('classId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken?.id
}

/** The new version; undefined when somebody else saved in between. */
export async function updateStudent(
  db: Tx,
  studentId: number,
  version: number | undefined,
  change: Updateable<Schema['student']>,
): Promise<number | undefined> {
  let update = db
    .updateTable('student')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', studentId)
  if (version !== undefined) update = update.where('version', '=', version)
  const saved = await update.returning('version').executeTakeFirst()
  return saved?.version
}

export async function deleteStudentRows(db: Tx, studentIds: number[]): Promise<number> {
  await db.deleteFrom('enrolment').where('studentId', 'in', studentIds).execute()
  const { numDeletedRows } = await db.deleteFrom('student').where('id', 'in', studentIds).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those with a past beyond the present class, and those somebody has applied for. */
export function selectTies(db: Db, studentIds: number[]) {
  return db
    .selectFrom('student')
    .where('student.id', 'in', studentIds)
    .select('student.id')
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('enrolment')
            .select('enrolment.id')
            .whereRef('enrolment.studentId', '=', 'student.id')
            .where('enrolment.toOn', 'is not', null),
        )
        .as('hasPast'),
      eb
        .exists(
          eb
            .selectFrom('approval')
            .select('approval.id')
            .whereRef('approval.studentId', '=', 'student.id')
            .where('approval.status', '=', ApprovalStatus.code.pending),
        )
        .as('hasApplication'),
    ])
    .execute()
}

export function selectTypeCounts(
  db: Db,
  scope: Scope,
  filter: { orgId: number; prefix?: number; gradeId?: number; classId?: number },
) {
  // Said of all three: then each is read by its school, none as a whole.
  let rows = studentsInScope(db, scope)
    .where('student.orgId', '=', filter.orgId)
    .where('class.orgId', '=', filter.orgId)
    .where('grade.orgId', '=', filter.orgId)
  if (filter.prefix !== undefined) rows = rows.where('class.stage', '=', filter.prefix as 1)
  if (filter.gradeId !== undefined) rows = rows.where('class.gradeId', '=', filter.gradeId)
  if (filter.classId !== undefined) rows = rows.where('class.id', '=', filter.classId)
  return rows
    .select('student.studentType')
    .select([sql<number>`count(*)::int`.as('count')])
    .select([sql<number>`count(*) filter (where student.sex = ${male})::int`.as('males')])
    .select([sql<number>`count(*) filter (where student.face_collected = ${yes})::int`.as('faces')])
    .groupBy('student.studentType')
    .orderBy('student.studentType')
    .execute()
}

/** Documents of other schools this user has come upon today. */
export async function countElsewhereHits(db: Db, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('auditLog')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('userId', '=', userId)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`detail ->> 'elsewhere' = 'true'`)
    .executeTakeFirstOrThrow()
  return n
}
