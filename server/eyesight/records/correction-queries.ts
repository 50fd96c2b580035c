import { sql } from 'kysely'
import { ApprovalStatus, type SchoolStage } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_NAME } from '../../core/db/known-student.ts'
import type { FieldChanges } from './record-fields.ts'
import { recordsWithin } from './record-queries.ts'

/** Whether a change of the record is applied for already; the caller has locked the record. */
export async function hasOpenCorrection(db: Tx, recordId: number): Promise<boolean> {
  const row = await db
    .selectFrom('recordCorrection as c')
    .innerJoin('approval as a', 'a.correctionId', 'c.id')
    .where('c.recordId', '=', recordId)
    .where('a.status', '=', ApprovalStatus.code.pending)
    .select('c.id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertCorrection(db: Tx, recordId: number, changes: FieldChanges): Promise<number> {
  const { id } = await db
    .insertInto('recordCorrection')
    .values({ recordId, changes: JSON.stringify(changes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function selectCorrection(db: Db, correctionId: number) {
  const row = await db
    .selectFrom('recordCorrection')
    .select(['recordId', 'changes'])
    .where('id', '=', correctionId)
    .executeTakeFirst()
  return row && { ...row, changes: row.changes as FieldChanges }
}

/**
 * The record that an application is about, without a range: that the caller may see the application was checked
 * before.
 */
export function selectCorrectedRecord(db: Db, recordId: number) {
  return recordsWithin(db, null)
    .innerJoin('org as so', 'so.id', 'task.schoolOrgId')
    .innerJoin('org as eo', 'eo.id', 'task.orgId')
    .innerJoin('school', 'school.orgId', 'task.schoolOrgId')
    .where('r.id', '=', recordId)
    .selectAll('r')
    .select([KNOWN_NAME.as('studentName'), 'student.birthDate', 'so.name as schoolName'])
    .select(['eo.name as executorName', 'taskClass.className', 'taskClass.gradeNo', 'school.schoolSystem'])
    .select(sql<CodeOf<typeof SchoolStage>>`task_class.stage`.as('stage'))
    .select(['plan.name as planName', 'plan.status as planStatus', 'plan.items', 'plan.profile'])
    .executeTakeFirst()
}
