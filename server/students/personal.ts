import type { z } from 'zod'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { RecordConsent } from '#contract/students/schemas.ts'
import { NAMES_SHOWN } from '../core/audit-queries.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { checkFacePhoto } from './face-photo.ts'
import { deleteFace, insertConsent, selectFace, selectVisits, upsertFace } from './personal-queries.ts'
import { requireStudent } from './student.ts'
import { lockStudents } from './student-queries.ts'

/** On record before the page goes to paper. */
export async function printStudent(ctx: UserTxCtx, { studentId }: { studentId: number }): Promise<null> {
  ctx.note({ objectType: 'student', objectId: studentId })
  await requireStudent(ctx, studentId)
  return null
}

/** Short, for the page of one child. */
const ACTION_NAMES: Partial<Record<AuditAction, string>> = {
  'student.view': '查看档案',
  'record.view': '查看筛查结果',
  'student.reveal': '查看完整信息',
  [NAMES_SHOWN]: '查看姓名',
  'student.viewFace': '查看人脸照片',
  'student.print': '打印',
  'visit.open': '凭告知书查看',
}

export async function listViewers(ctx: UserCtx, { studentId }: { studentId: number }) {
  await requireStudent(ctx, studentId)
  const visits = await selectVisits(ctx.db, studentId)
  return visits.map(({ at, until, calls, actions, realName, account, orgName, reason }) => ({
    at: at.toISOString(),
    until: until.toISOString(),
    calls,
    realName: realName ?? account ?? '',
    orgName,
    // Opening the file comes before what is read in it.
    action: Object.entries(ACTION_NAMES)
      .flatMap(([action, name]) => (actions.includes(action as AuditAction) ? [name] : []))
      .join('、'),
    reason,
  }))
}

export async function recordConsent(ctx: UserTxCtx, input: z.output<typeof RecordConsent>): Promise<null> {
  const { studentId, given, channel } = input
  ctx.note({ objectType: 'student', objectId: studentId, detail: { given, channel } })
  assertFaceEnabled(ctx)
  await requireStudent(ctx, studentId)
  const guardianName = input.guardianName ?? null
  await insertConsent(ctx.db, { studentId, given, channel, guardianName, recordedBy: ctx.caller.userId })
  // Consent that is taken back takes the photo along.
  if (!given) await deleteFace(ctx.db, studentId)
  return null
}

function assertFaceEnabled(ctx: UserCtx) {
  if (!ctx.config.FACE_PHOTO) throw new BizError(700, '人脸采集未启用')
}

export async function uploadFace(ctx: UserTxCtx, { studentId }: { studentId: number }): Promise<null> {
  ctx.note({ objectType: 'student', objectId: studentId })
  assertFaceEnabled(ctx)
  assertConsent(await requireStudent(ctx, studentId))
  const photo = await checkFacePhoto(ctx.file?.content ?? Buffer.alloc(0))
  // Locked from here on: consent that is withdrawn meanwhile must not be followed by a photo.
  await lockStudents(ctx.db, [studentId])
  assertConsent(await requireStudent(ctx, studentId))
  await upsertFace(ctx.db, {
    studentId,
    photoEnc: ctx.secrets.encryptBytes(photo),
    takenBy: ctx.caller.userId,
  })
  return null
}

function assertConsent({ faceConsent }: { faceConsent: boolean }) {
  if (!faceConsent) throw new BizError(700, '监护人未同意采集人脸，请先登记同意书')
}

/** Inside the answer, so that there is no address to guess or to pass on. */
export async function findFace(ctx: UserTxCtx, { studentId }: { studentId: number }) {
  ctx.note({ objectType: 'student', objectId: studentId })
  assertFaceEnabled(ctx)
  await requireStudent(ctx, studentId)
  const face = await selectFace(ctx.db, studentId)
  if (!face) return { photo: null, takenAt: null }
  const photo = `data:image/jpeg;base64,${ctx.secrets.decryptBytes(face.photoEnc).toString('base64')}`
  return { photo, takenAt: face.takenAt.toISOString() }
}

export async function removeFace(ctx: UserTxCtx, { studentId }: { studentId: number }): Promise<null> {
  ctx.note({ objectType: 'student', objectId: studentId })
  await requireStudent(ctx, studentId)
  await deleteFace(ctx.db, studentId)
  return null
}
