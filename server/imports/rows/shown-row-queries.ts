import { sql } from 'kysely'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { Db } from '../../core/db/connect.ts'
import { ORG_COLUMNS, withinScope } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'

/** Students that a row would change, as they are; the task's school was checked. */
export function selectChangedStudents(db: Db, studentIds: readonly number[]) {
  return db
    .selectFrom('student')
    .select(['id', 'classId', 'name', 'sex', 'birthDate', 'studentType', 'status', 'nation', 'nativePlace'])
    .select(['parentName', 'idCardMask', 'passportMask', 'studentNoMask', 'parentPhoneMask'])
    .where('id', '=', sql<number>`any(${studentIds}::bigint[])`)
    .execute()
}
export type ChangedStudent = Awaited<ReturnType<typeof selectChangedStudents>>[number]

export function selectClassNames(db: Db, orgId: number, classIds: readonly number[]) {
  return db
    .selectFrom('class')
    .innerJoin('grade', 'grade.id', 'class.gradeId')
    .innerJoin('school', 'school.orgId', 'class.orgId')
    .select(['class.id as classId', 'class.name as className', 'grade.id as gradeId'])
    .select(['grade.gradeNo', 'grade.stage as prefix', 'school.schoolSystem'])
    .where('class.orgId', '=', orgId)
    .where('class.id', '=', sql<number>`any(${classIds}::bigint[])`)
    .execute()
}

/** Rows whose child studies in another school, with that school where the caller may know it. */
export async function selectElsewhereRows(
  db: Db,
  scope: Scope,
  of: { batchId: number; orgId: number },
  limit: number,
) {
  return db
    .selectFrom('importRow')
    .innerJoin('student', (join) =>
      join.on((eb) =>
        eb.or([
          eb('student.idCardHash', '=', eb.ref('importRow.idCardHash')),
          eb('student.passportHash', '=', eb.ref('importRow.passportHash')),
        ]),
      ),
    )
    .innerJoin('org', 'org.id', 'student.orgId')
    .innerJoin('class', 'class.id', 'student.classId')
    .innerJoin('grade', 'grade.id', 'class.gradeId')
    .innerJoin('school', 'school.orgId', 'student.orgId')
    .select(['importRow.rowNo', 'importRow.name', 'importRow.studentType', 'importRow.classId as newClassId'])
    .select(['student.id as studentId', 'org.name as orgName', 'org.address as orgAddress'])
    .select(['class.name as className', 'grade.gradeNo', 'grade.stage as prefix', 'school.schoolSystem'])
    .select(withinScope(scope, ORG_COLUMNS).as('visible'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('approval')
            .select('approval.id')
            .whereRef('approval.studentId', '=', 'student.id')
            .where('approval.toOrgId', '=', of.orgId)
            .where('approval.status', '=', ApprovalStatus.code.pending),
        )
        .as('applied'),
    )
    .where('importRow.batchId', '=', of.batchId)
    .where('importRow.outcome', '=', RowOutcome.code.elsewhere)
    .orderBy('importRow.rowNo')
    .limit(limit)
    .execute()
}
