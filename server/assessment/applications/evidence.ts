// Files with which a unit proves what it says.
import type { z } from 'zod'
import type { EvidenceKey, UploadEvidence } from '#contract/assessment/application-schemas.ts'
import { FILES_MOST } from '#contract/assessment/indicators.ts'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { deleteStoredFiles, openStoredFile, storeFile } from '../../core/files/stored-file.ts'
import { assertEditable, lockOwnApplication, requireEvidenceLeaf } from './answers.ts'
import { isUnread, requireApplication } from './application.ts'
import { insertFileRow, markTouched, selectFile, selectFiles } from './application-queries.ts'
import { presentFile } from './application-values.ts'
import { checkEvidence } from './evidence-content.ts'

/** Assessments of ten years can be looked up. */
const STORED_HOURS = 10 * 365 * 24

export async function uploadEvidence(
  ctx: UserTxCtx,
  { applicationId, leafKey }: z.output<typeof UploadEvidence>,
) {
  // Before anything is locked: drawing a picture anew takes its time.
  assertEditable(await requireApplication(ctx, applicationId))
  const { name, type, content } = await checkEvidence(
    ctx.file?.name ?? '',
    ctx.file?.content ?? Buffer.alloc(0),
  )
  const seen = await lockOwnApplication(ctx, applicationId)
  assertEditable(seen)
  requireEvidenceLeaf(seen, leafKey)
  const files = await selectFiles(ctx.db, [applicationId])
  if (files.filter((file) => file.leafKey === leafKey).length >= FILES_MOST)
    throw new BizError(700, `每项最多${FILES_MOST}个文件，请先删除不需要的`)
  const { fileId, bytes } = await storeFile(ctx.db, ctx.secrets, {
    name,
    content,
    expiresInHours: STORED_HOURS,
  })
  const { userId, realName } = ctx.caller
  const row = { applicationId, leafKey, fileId, name, type, bytes, uploadedByName: realName }
  const { uploadedAt } = await insertFileRow(ctx.db, { ...row, uploadedBy: userId })
  await markTouched(ctx.db, applicationId)
  ctx.note({ detail: { leafKey, name, type, bytes } })
  return presentFile({ ...row, uploadedAt })
}

export async function removeEvidence(
  ctx: UserTxCtx,
  { applicationId, fileId }: z.output<typeof EvidenceKey>,
): Promise<null> {
  const seen = await lockOwnApplication(ctx, applicationId)
  assertEditable(seen)
  const file = await selectFile(ctx.db, applicationId, fileId)
  if (!file) throw new BizError(650)
  ctx.note({ detail: { leafKey: file.leafKey, name: file.name } })
  await deleteStoredFiles(ctx.db, [fileId])
  return null
}

export async function openEvidence(
  ctx: UserCtx,
  { applicationId, fileId }: z.output<typeof EvidenceKey>,
): Promise<FileAnswer> {
  const seen = await requireApplication(ctx, applicationId)
  if (isUnread(ctx, seen)) throw new BizError(650)
  const file = await selectFile(ctx.db, applicationId, fileId)
  if (!file) throw new BizError(650)
  ctx.note({ objectType: 'assessApplication', objectId: applicationId, detail: { name: file.name } })
  return { fileName: file.name, contentType: file.type, content: openStoredFile(ctx.db, ctx.secrets, fileId) }
}
