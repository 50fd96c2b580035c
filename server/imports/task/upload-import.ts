import { webcrypto } from 'node:crypto'
import { ScreeningItemType, type StudentType, UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import {
  IMPORT_KEEP_DAYS,
  type ImportTask,
  type UploadDivision,
  type UploadReadings,
  type UploadRoster,
} from '#contract/imports/schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { deleteStoredFiles, storeFile } from '../../core/files/stored-file.ts'
import { requirePlan, requireTask } from '../../eyesight/plans/access.ts'
import { assertUnderWay } from '../../eyesight/records/record-rules.ts'
import { assertOperable } from '../../plans/plan-gate.ts'
import { selectPlansUnderWay } from '../../plans/plan-queries.ts'
import { requireClass, requireSchool } from '../../schools/roster.ts'
import { planIncomplete } from '../rows/write-rows.ts'
import { assertWholeSchool, TYPE_PERMISSIONS } from './import-access.ts'
import { requireOwnImport } from './import-task.ts'
import { countUnfinished, insertImportTask, lockUploads, selectSameUnderWay } from './import-task-queries.ts'
import { taskView } from './task-view.ts'

/** Imports of an organisation that are at work at once; the next ones wait until one has ended. */
const UNFINISHED_MAX = 10
const FILE_NAME_MAX = 100

export async function uploadRoster(ctx: UserTxCtx, input: UploadRoster) {
  if (!ctx.caller.permissions.has(TYPE_PERMISSIONS[input.stuType])) throw new BizError(602)
  const school = await requireSchool(ctx, input.orgId)
  if (!school.stages.includes(input.prefix)) {
    throw new BizError(700, '学校没有这个学段', [{ path: ['prefix'], message: '学校没有这个学段' }])
  }
  if (input.taskId !== undefined) await requireTaskAt(ctx, input.taskId, input.orgId)
  const plans = await selectPlansUnderWay(ctx.db, input.orgId, 'school')
  if (plans.length > 0) throw new Refusal('notInThisState', planIncomplete(plans))
  return startImport(ctx, UploadTaskKind.code.roster, input)
}

export async function uploadDivision(ctx: UserTxCtx, input: UploadDivision) {
  await requireSchool(ctx, input.orgId)
  if (input.taskId !== undefined) await requireTaskAt(ctx, input.taskId, input.orgId)
  await assertOperable(ctx, input.orgId)
  return startImport(ctx, UploadTaskKind.code.classDivision, input)
}

async function requireTaskAt(ctx: UserTxCtx, taskId: number, orgId: number) {
  const task = await requireTask(ctx, taskId)
  if (task.schoolOrgId !== orgId) throw new BizError(650)
  return task
}

/** For the executor of the task, the school, and the bodies above that may import there. */
export const uploadReadings =
  (kind: CodeOf<typeof UploadTaskKind>) => async (ctx: UserTxCtx, input: UploadReadings) => {
    const task = await requireTaskAt(ctx, input.taskId, input.orgId)
    const plan = await requirePlan(ctx, task.planId)
    assertUnderWay({ planStatus: plan.status, taskStatus: task.status, planName: plan.name })
    if (kind === UploadTaskKind.code.caries && plan.items.caries === ScreeningItemType.code.skipped) {
      throw new BizError(700, `计划“${plan.name}”不检查龋齿`)
    }
    return startImport(ctx, kind, input)
  }

type Upload = UploadDivision & { stuType?: CodeOf<typeof StudentType> }

/** The file is stored and the task created, both or neither; everything else happens outside of this process. */
async function startImport(ctx: UserTxCtx, kind: CodeOf<typeof UploadTaskKind>, input: Upload) {
  const { file, caller } = ctx
  assertWholeSchool(ctx)
  if (!file) throw new BizError(MESSAGES.fileRequired[1], MESSAGES.fileRequired[0])
  const loginOrgId = caller.orgId ?? 0
  const name = plainFileName(file.name)
  if (!/\.xlsx?$/i.test(name)) throw new BizError(700, '只能上传 .xlsx 或 .xls 文件')
  if (input.classId !== undefined && (await requireClass(ctx, input.classId)).orgId !== input.orgId) {
    throw new BizError(650)
  }
  // Off the event loop: twenty megabytes take a while.
  const fileHash = Buffer.from(
    await webcrypto.subtle.digest('SHA-256', file.content as Uint8Array<ArrayBuffer>),
  )
  const choices = {
    studentType: input.stuType ?? null,
    stage: input.prefix ?? null,
    classYear: input.classYear ?? null,
    classId: input.classId ?? null,
    screeningTaskId: input.taskId ?? null,
    previewed: input.preview,
  }
  const upload = { orgId: input.orgId, loginOrgId, kind, fileHash, ...choices }
  const before = await findRepeated(ctx, upload)
  if (before) return before
  const { fileId, bytes } = await storeFile(ctx.db, ctx.secrets, {
    name,
    content: file.content,
    expiresInHours: IMPORT_KEEP_DAYS * 24,
  })
  // Only now: a waiter for the lock would wait too long while a large file is stored.
  await lockUploads(ctx.db, loginOrgId)
  const meanwhile = await findRepeated(ctx, upload)
  if (meanwhile) {
    await deleteStoredFiles(ctx.db, [fileId])
    return meanwhile
  }
  const recordId = await insertImportTask(
    ctx.db,
    { ...upload, userId: caller.userId, fileName: name, fileId },
    IMPORT_KEEP_DAYS,
  )
  await ctx.enqueue(ctx.db, 'import.read', { recordId }, { key: `import.read:${recordId}` })
  ctx.note({ objectType: 'import', objectId: recordId, detail: { orgId: input.orgId, kind, bytes } })
  return taskView(await requireOwnImport(ctx, recordId))
}

type Wanted = Parameters<typeof selectSameUnderWay>[1]

/** Sent twice by an impatient hand or a lost answer: one import. Refuses those that are too many. */
async function findRepeated(ctx: UserTxCtx, upload: Wanted): Promise<ImportTask | undefined> {
  const same = await selectSameUnderWay(ctx.db, upload)
  if (same) {
    ctx.note({ objectType: 'import', objectId: same.id, detail: { repeated: true } })
    return taskView(await requireOwnImport(ctx, same.id))
  }
  if ((await countUnfinished(ctx.db, upload.loginOrgId)) >= UNFINISHED_MAX) {
    throw new BizError(429, `同时进行的导入不能超过 ${UNFINISHED_MAX} 个，请等已有任务结束后再上传`)
  }
}

/** The client's name for it: shown and given back, never part of a path. */
function plainFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim()
  if (plain.length <= FILE_NAME_MAX) return plain
  const type = /\.xlsx?$/i.exec(plain)?.[0] ?? ''
  return plain.slice(0, FILE_NAME_MAX - type.length) + type
}
