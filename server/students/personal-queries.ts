import { sql } from 'kysely'
import { NAMES_SHOWN } from '../core/audit-queries.ts'
import type { Db, Tx } from '../core/db/connect.ts'

/** Who looked at a student, newest first; the school year's worth that fits a page. */
export function selectViewers(db: Db, studentId: number) {
  return db
    .selectFrom('auditLog')
    .leftJoin('appUser', 'appUser.id', 'auditLog.userId')
    .leftJoin('org', 'org.id', 'auditLog.orgId')
    .where('auditLog.objectType', '=', 'student')
    .where('auditLog.objectId', '=', String(studentId))
    .where('auditLog.success', '=', true)
    .where('auditLog.action', 'in', [
      'student.view',
      'student.reveal',
      NAMES_SHOWN,
      'student.viewFace',
      'student.print',
      'record.view',
    ])
    .select(['auditLog.at', 'auditLog.action', 'auditLog.account', 'appUser.realName', 'org.name as orgName'])
    .select(sql<string | null>`audit_log.detail ->> 'reason'`.as('reason'))
    .orderBy('auditLog.at', 'desc')
    .limit(100)
    .execute()
}

export async function insertConsent(
  db: Tx,
  consent: {
    studentId: number
    given: boolean
    guardianName: string | null
    channel: string
    recordedBy: number
  },
) {
  await db
    .insertInto('studentConsent')
    .values({ ...consent, kind: 'face' })
    .execute()
  await db
    .updateTable('student')
    .set({ faceConsent: consent.given, version: sql<number>`version + 1` })
    .where('id', '=', consent.studentId)
    .execute()
}

export async function upsertFace(db: Tx, face: { studentId: number; photoEnc: Buffer; takenBy: number }) {
  const taken = { photoEnc: face.photoEnc, takenBy: face.takenBy, takenAt: sql<Date>`now()` }
  await db
    .insertInto('studentFace')
    .values(face)
    .onConflict((conflict) => conflict.column('studentId').doUpdateSet(taken))
    .execute()
  await setCollected(db, face.studentId, 1)
}

export async function deleteFace(db: Tx, studentId: number) {
  await db.deleteFrom('studentFace').where('studentId', '=', studentId).execute()
  await setCollected(db, studentId, 0)
}

async function setCollected(db: Tx, studentId: number, faceCollected: 0 | 1) {
  await db
    .updateTable('student')
    .set({ faceCollected, version: sql<number>`version + 1` })
    .where('id', '=', studentId)
    .execute()
}

export function selectFace(db: Db, studentId: number) {
  return db
    .selectFrom('studentFace')
    .select(['photoEnc', 'takenAt'])
    .where('studentId', '=', studentId)
    .executeTakeFirst()
}
