import { YesNo } from '#contract/core/codes.ts'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { itemOf } from '#contract/exports/catalogue.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { ExportTask } from '#contract/exports/export-task-schemas.ts'
import { LETTER_PAGES_OF_A_FILE } from '#contract/exports/letter-filter.ts'
import { isOfChildren, type PaperFilter } from '#contract/exports/paper-filter.ts'
import { EXPORT_KEEP_HOURS, EXPORT_TASKS_OPEN, type StartExport } from '#contract/exports/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { deleteStoredFiles, openStoredFile } from '../core/files/stored-file.ts'
import type { Secrets } from '../core/secrets.ts'
import { contentTypeOf } from './export-content.ts'
import { noteOf, requestOf } from './export-file.ts'
import {
  cancelTask,
  countOpenTasks,
  deleteExportTask,
  type ExportTaskRow,
  hideTask,
  insertExportTask,
  jobKeyOf,
  selectExportTask,
  selectTasks,
  type TaskParameters,
} from './export-task-queries.ts'
import { exportWords } from './export-words.ts'
import { assertInFull, assertMayExport, assertQuota } from './may-export.ts'
import { type ExportRequest, sourceOf } from './sources/export-sources.ts'

/** When the last file of a task can be gone: then what is over is cleared away. */
export const CLEAR_AFTER_SECONDS = EXPORT_KEEP_HOURS * 3_600 + 60

export async function startExport(ctx: UserTxCtx, { item, ...given }: StartExport): Promise<ExportTask> {
  const request = requestOf<ExportKey>(ctx, item, given)
  assertMayExport(ctx.caller, request)
  const source = sourceOf<ExportKey>(item)
  await source.assertRange(ctx, request.filter)
  assertInFull(ctx, request)
  const total = await source.count(ctx, request.filter)
  if (hasPageEach(request)) request.divided = total > LETTER_PAGES_OF_A_FILE
  const words = await exportWords(ctx.db, request)
  ctx.note(noteOf(ctx, request, words.filters, total))
  await assertQuota(ctx, total)
  const { userId, orgId } = ctx.caller
  if ((await countOpenTasks(ctx.db, userId)) >= EXPORT_TASKS_OPEN) {
    throw new Refusal(
      'tooManyOpenExports',
      `您已有 ${EXPORT_TASKS_OPEN} 个导出任务未完成，请等待完成或取消后再试`,
    )
  }
  const taskId = await insertExportTask(ctx.db, {
    item,
    userId,
    // Without an organisation nobody gets this far.
    loginOrgId: orgId ?? 0,
    parameters: { ...sealRequest(ctx.secrets, request), range: JSON.stringify(ctx.scope) },
    reason: request.reason,
    fileName: words.fileName,
    total,
  })
  ctx.note({ objectId: taskId })
  await ctx.enqueue(ctx.db, 'export', { taskId }, { key: jobKeyOf(taskId) })
  await ctx.enqueue(ctx.db, 'exportExpiry', {}, { runInSeconds: CLEAR_AFTER_SECONDS })
  return present(await requireOwn(ctx, taskId))
}

/** Of a letter, or of a form about one child. */
const hasPageEach = ({ item, filter }: ExportRequest): boolean =>
  item === 'letters' || (item === 'papers' && isOfChildren((filter as PaperFilter).form))

function sealRequest(secrets: Secrets, request: ExportRequest) {
  return {
    sealed: secrets.encrypt(JSON.stringify(request)).toString('base64'),
    personal: request.personal,
  }
}

export const openRequest = (secrets: Secrets, { sealed }: TaskParameters): ExportRequest =>
  JSON.parse(secrets.decrypt(Buffer.from(sealed, 'base64')))

export const parametersOf = (task: ExportTaskRow): TaskParameters => task.parameters as TaskParameters

export async function listExportTasks(ctx: UserCtx, { all }: { all: boolean }): Promise<ExportTask[]> {
  return (await selectTasks(ctx.db, ctx.caller.userId, all)).map(present)
}

function present(task: ExportTaskRow): ExportTask {
  const item = task.item as ExportKey
  const isEnd = hasEnded(task) ? YesNo.code.yes : YesNo.code.no
  return {
    recordId: task.id,
    item,
    title: itemOf(item).title,
    fileName: task.fileName,
    reason: task.reason,
    personal: parametersOf(task).personal,
    state: task.state,
    total: task.total,
    currentProgress: task.progress,
    isEnd,
    isSuccessExport: task.state === 'done' ? YesNo.code.yes : YesNo.code.no,
    isShowInOutside: task.shown ? YesNo.code.yes : YesNo.code.no,
    errorMsg: task.errorMsg,
    cancelling: task.cancelWanted && isEnd === YesNo.code.no,
    createdAt: task.createdAt.toISOString(),
    finishedAt: task.finishedAt?.toISOString() ?? null,
    expireTime: task.expiresAt.toISOString(),
  }
}

const hasEnded = ({ state }: ExportTaskRow): boolean => state !== 'queued' && state !== 'writing'

/** Another user's is answered as one that does not exist. */
async function requireOwn(ctx: UserCtx, taskId: number): Promise<ExportTaskRow> {
  const task = await selectExportTask(ctx.db, taskId)
  if (!task || task.userId !== ctx.caller.userId) throw new BizError(650, '导出任务不存在或已过期')
  return task
}

export async function cancelExport(ctx: UserTxCtx, { recordId }: { recordId: number }) {
  ctx.note({ objectType: 'export', objectId: recordId })
  const task = await requireOwn(ctx, recordId)
  if (hasEnded(task) || !(await cancelTask(ctx.db, recordId)))
    throw new Refusal('notInThisState', '任务已结束，不能取消')
  return { recordId }
}

export async function hideExport(ctx: UserTxCtx, { recordId }: { recordId: number }) {
  await requireEnded(ctx, recordId)
  await hideTask(ctx.db, recordId)
  return { recordId }
}

export async function deleteExport(ctx: UserTxCtx, { recordId }: { recordId: number }) {
  const { fileId } = await requireEnded(ctx, recordId)
  await deleteExportTask(ctx.db, recordId)
  if (fileId !== null) await deleteStoredFiles(ctx.db, [fileId])
  return { recordId }
}

async function requireEnded(ctx: UserTxCtx, recordId: number): Promise<ExportTaskRow> {
  ctx.note({ objectType: 'export', objectId: recordId })
  const task = await requireOwn(ctx, recordId)
  if (!hasEnded(task)) throw new Refusal('notInThisState', '任务尚未结束，请先取消')
  return task
}

/** A user who has since lost a permission or has another range does not get the file that was made before. */
export async function openExportFile(ctx: UserCtx, { recordId }: { recordId: number }): Promise<FileAnswer> {
  const task = await requireOwn(ctx, recordId)
  const { personal, range } = parametersOf(task)
  const item = task.item as ExportKey
  ctx.note({ objectType: 'export', objectId: recordId, detail: { item, personal, reason: task.reason } })
  assertMayExport(ctx.caller, { item, personal })
  if (task.state !== 'done') throw new BizError(650, '导出文件尚未生成')
  if (range !== JSON.stringify(ctx.scope)) throw new BizError(650, '数据范围已变更，请重新导出')
  if (task.fileId === null) throw new BizError(650, '导出文件已过期，请重新导出')
  const content = openStoredFile(ctx.db, ctx.secrets, task.fileId)
  return { fileName: task.fileName, contentType: contentTypeOf(task.fileName), content }
}
