import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { ImportState } from '#contract/core/import-states.ts'
import type { ImportListQuery } from '#contract/imports/schemas.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { deleteStoredFiles } from '../../core/files/stored-file.ts'
import { requireOrg } from '../../orgs/org.ts'
import { IMPORT_KINDS } from '../kinds.ts'
import { dependentsMessage } from '../rows/dependents.ts'
import {
  deleteBatch,
  hasRowsToWrite,
  type StoredCounts,
  selectFirstFailing,
} from '../rows/import-row-queries.ts'
import { failInfo } from '../rows/shown-cells.ts'
import { roundOf } from '../rows/write-rows.ts'
import { missedBy } from './guessed-numbers.ts'
import { taskViewer } from './import-access.ts'
import {
  changeTask,
  deleteImportTask,
  type ImportTaskRecord,
  lockImportTask,
  NOW,
  selectImportPage,
  selectImportTask,
  selectShownTasks,
} from './import-task-queries.ts'
import { taskView } from './task-view.ts'

type Record = { recordId: number }

/** Of the own organisation and about a school in range; any other is as if it did not exist. */
export async function requireOwnImport(ctx: UserCtx, recordId: number): Promise<ImportTaskRecord> {
  const task = await selectImportTask(ctx.db, taskViewer(ctx), recordId)
  if (!task) throw new BizError(650)
  return task
}

/** As `requireOwnImport`, locked until the transaction ends and in one of these states. */
export async function requireLockedImport(
  ctx: UserTxCtx,
  recordId: number,
  states: readonly ImportState[],
  otherwise: string,
): Promise<ImportTaskRecord> {
  await requireOwnImport(ctx, recordId)
  await lockImportTask(ctx.db, recordId)
  const task = await requireOwnImport(ctx, recordId)
  ctx.note({ objectType: 'import', objectId: recordId })
  if (!states.includes(task.state)) throw new Refusal('notInThisState', otherwise)
  return task
}

export async function listProgress(ctx: UserCtx, { loginOrgId }: { loginOrgId?: number }) {
  // Whose tasks these are is known from the session; a form that says otherwise was tampered with.
  if (loginOrgId !== undefined && loginOrgId !== ctx.caller.orgId) throw new BizError(616)
  return viewsOf(ctx, await selectShownTasks(ctx.db, taskViewer(ctx)))
}

export async function findImport(ctx: UserCtx, { recordId }: Record) {
  return taskView(await requireOwnImport(ctx, recordId))
}

/** Failing rows that a task of a list carries; all of them are read with its result. */
const FAILING_IN_LIST = 20

async function viewsOf(ctx: UserCtx, tasks: readonly ImportTaskRecord[]) {
  const readable = tasks.filter(({ counts, batchId }) => counts !== null && batchId !== null)
  const batchIds = readable.flatMap(({ batchId }) => batchId ?? [])
  const rows = batchIds.length > 0 ? await selectFirstFailing(ctx.db, batchIds, FAILING_IN_LIST) : []
  const failing = new Map<number, string[]>()
  for (const { batchId, rowNo, issues } of rows) {
    failing.set(batchId, [...(failing.get(batchId) ?? []), ...failInfo(rowNo, issues ?? [])])
  }
  return tasks.map((task) => taskView(task, failing.get(task.batchId ?? 0)))
}

export async function listImports(ctx: UserCtx, query: z.output<typeof ImportListQuery>) {
  if (query.orgId !== undefined) await requireOrg(ctx, query.orgId)
  const { list, total } = selectImportPage(ctx.db, taskViewer(ctx), query)
  return {
    list: await viewsOf(ctx, await list),
    total: (await total).total,
    pageNum: query.pageNum,
    pageSize: query.pageSize,
  }
}

const ENDED: readonly ImportState[] = ['done', 'failed', 'cancelled', 'undone']
const NOT_ENDED = '任务尚未结束，请先等待或取消'

export async function hideImport(ctx: UserTxCtx, { recordId }: Record) {
  await requireLockedImport(ctx, recordId, ENDED, NOT_ENDED)
  await changeTask(ctx.db, recordId, ENDED, { shown: false })
  return { recordId }
}

/** The task, its file and what was read are gone; what was written stays. */
export async function deleteImport(ctx: UserTxCtx, { recordId }: Record) {
  const task = await requireLockedImport(ctx, recordId, ENDED, NOT_ENDED)
  const elsewhereRows = (task.counts as StoredCounts | null)?.foreign ?? 0
  const missedRows = missedBy(task)
  // What was found out stays counted.
  const detail = { ...(elsewhereRows > 0 && { elsewhereRows }), ...(missedRows > 0 && { missedRows }) }
  if (Object.keys(detail).length > 0) ctx.note({ detail })
  if (task.batchId !== null) await deleteBatch(ctx.db, task.batchId)
  await deleteImportTask(ctx.db, recordId)
  if (task.fileId) await deleteStoredFiles(ctx.db, [task.fileId])
  return { recordId }
}

/** What is being read stops at its next step; what waits for a person ends at once. */
export async function cancelImport(ctx: UserTxCtx, { recordId }: Record) {
  const states = ['queued', 'reading', 'preview'] as const
  const task = await requireLockedImport(
    ctx,
    recordId,
    [...states, 'cancelled'],
    '任务已在写入或已结束，不能取消',
  )
  if (task.state === 'reading') await changeTask(ctx.db, recordId, ['reading'], { cancelWanted: true })
  else if (task.state !== 'cancelled') {
    await changeTask(ctx.db, recordId, states, { state: 'cancelled', finishedAt: NOW })
    if (task.batchId !== null) await deleteBatch(ctx.db, task.batchId)
  }
  return { recordId }
}

/** From a preview all that is right, from a finished task what was corrected since. */
export async function commitImport(ctx: UserTxCtx, { recordId }: Record) {
  const task = await requireLockedImport(
    ctx,
    recordId,
    ['preview', 'done', 'writing'],
    '任务不在可以写入的状态',
  )
  if (task.state === 'writing') return { recordId }
  if (
    task.state === 'done' &&
    !(await hasRowsToWrite(ctx.db, roundOf(task), IMPORT_KINDS[task.kind].written))
  ) {
    throw new Refusal('notInThisState', '没有更正过的行需要写入')
  }
  await changeTask(ctx.db, recordId, ['preview', 'done'], { state: 'writing', errorMsg: null })
  await ctx.enqueue(ctx.db, 'import.write', { recordId })
  return { recordId }
}

const ASKED_AT_ONCE = 20_000

export async function undoImport(ctx: UserTxCtx, { recordId }: Record) {
  const task = await requireLockedImport(ctx, recordId, ['done', 'undoing'], '只有已写入的任务可以撤销')
  if (task.state === 'undoing') return { recordId }
  if (task.writtenAt === null) throw new Refusal('notInThisState', '这个任务没有写入任何数据')
  // Of very many only the job asks, which has the time; the task then says who stands in the way.
  const { update = 0, back = 0 } = (task.counts as StoredCounts | null) ?? {}
  const dependents =
    update + back > ASKED_AT_ONCE ? [] : await IMPORT_KINDS[task.kind].dependents(ctx.db, task)
  if (dependents.length > 0) throw new BizError(700, dependentsMessage(dependents))
  await changeTask(ctx.db, recordId, ['done'], { state: 'undoing', errorMsg: null })
  await ctx.enqueue(ctx.db, 'import.undo', { recordId, userId: ctx.caller.userId })
  return { recordId }
}

/** Everything that was read, corrections included, is compared with the roster as it is now. */
export async function recheckImport(ctx: UserTxCtx, { recordId }: Record) {
  const states = ['preview', 'undone'] as const
  const task = await requireLockedImport(ctx, recordId, states, '只有待确认或已撤销的任务可以重新检查')
  if (task.batchId === null) throw new BizError(700, '任务的数据已清除，请重新上传')
  await changeTask(ctx.db, recordId, states, {
    state: 'queued',
    cancelWanted: false,
    writtenAt: null,
    finishedAt: null,
    shown: true,
  })
  await ctx.enqueue(ctx.db, 'import.read', { recordId, fromBatch: task.batchId })
  return { recordId }
}
