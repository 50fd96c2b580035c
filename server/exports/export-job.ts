import { z } from 'zod'
import { BizError, messageOf } from '#contract/core/error-codes.ts'
import { EXPORT_KEEP_HOURS } from '#contract/exports/schemas.ts'
import type { Config } from '../core/config.ts'
import type { Caller } from '../core/context.ts'
import type { Db } from '../core/db/connect.ts'
import { deleteStoredFiles, storeFile } from '../core/files/stored-file.ts'
import { callerOf, findAccount, orgStateCode } from '../core/http/session-queries.ts'
import { defineJob, type JobRun, type JobServices } from '../core/jobs/queue.ts'
import { scopeOf } from '../core/scope.ts'
import { exportContent, type HandedWriters } from './export-content.ts'
import { CLEAR_AFTER_SECONDS, openRequest, parametersOf } from './export-task.ts'
import {
  beginTask,
  completeExportTask,
  type ExportTaskRow,
  endTask,
  moveTask,
  removeExpiredTasks,
  selectExportTask,
} from './export-task-queries.ts'
import { exportWords } from './export-words.ts'
import { assertInFull, assertMayExport } from './may-export.ts'
import type { ExportReader } from './sources/export-source.ts'
import { type ExportRequest, sourceOf } from './sources/export-sources.ts'

const Payload = z.object({ taskId: z.number() })

/** Makes the file of a task. Interrupted it starts anew; what it had written by then goes. */
export function makeExportJob(services: JobServices, writers: HandedWriters) {
  return defineJob({
    name: 'export',
    payload: Payload,
    maxAttempts: 3,
    place: 'worker',
    async run(run, { taskId }) {
      const task = await selectExportTask(run.db, taskId)
      if (!task || (task.state !== 'queued' && task.state !== 'writing')) return
      try {
        await makeFile(run, services, task, writers)
      } catch (error) {
        if (error instanceof BizError) await endFenced(run, taskId, 'failed', error.message)
        if (!(error instanceof Cancelled)) throw error
        await endFenced(run, taskId, 'cancelled', null)
      }
    },
  })
}

/** Tasks and files whose time is over. */
export const exportExpiryJob = defineJob({
  name: 'exportExpiry',
  payload: z.object({}),
  maxAttempts: 3,
  place: 'worker',
  async run({ db }) {
    await deleteStoredFiles(db, await removeExpiredTasks(db))
  },
})

class Cancelled extends Error {}

async function endFenced(run: JobRun, taskId: number, state: 'failed' | 'cancelled', message: string | null) {
  await run.db.transaction().execute(async (db) => {
    await run.fence(db)
    await endTask(db, taskId, state, message)
  })
}

async function makeFile(
  run: JobRun,
  { config, secrets }: JobServices,
  task: ExportTaskRow,
  writers: HandedWriters,
): Promise<void> {
  const request = openRequest(secrets, parametersOf(task))
  const caller = await requireCaller(run.db, config, task.userId)
  assertStillMay(caller, request)
  const scope = scopeOf(caller)
  if (JSON.stringify(scope) !== parametersOf(task).range) {
    throw new BizError(700, '数据范围已变更，请重新导出')
  }
  const reader: ExportReader = { db: run.db, scope, secrets, caller, config }
  const total = await sourceOf(request.item).count(reader, request.filter)
  if (!(await beginTask(run.db, task.id, total))) throw new Cancelled()
  const steps = stepsOf(run, task.id, total)
  const words = await exportWords(run.db, request)
  const content = await exportContent({ reader, request, words, onRows: steps.onRows }, writers)
  const stored = await storeFile(run.db, secrets, {
    name: task.fileName,
    content,
    expiresInHours: EXPORT_KEEP_HOURS,
  })
  await handOver(run, task.id, stored.fileId, steps.written)
}

/** The task has its file or nobody has: one that nobody waits for is removed. */
async function handOver(run: JobRun, taskId: number, fileId: string, rows: number): Promise<void> {
  try {
    await run.db.transaction().execute(async (db) => {
      await run.fence(db)
      if (!(await completeExportTask(db, taskId, fileId, rows))) throw new Cancelled()
      await run.enqueue(db, 'exportExpiry', {}, { runInSeconds: CLEAR_AFTER_SECONDS })
    })
  } catch (error) {
    await deleteStoredFiles(run.db, [fileId])
    throw error
  }
}

/** A page of letters takes as long as hundreds of rows: of few as well, how far it is shall be seen. */
const REPORTED_ROWS = 1_000
const REPORTS_WANTED = 20

/** Between two steps: is it still ours, is it still wanted, how far is it. */
function stepsOf(run: JobRun, taskId: number, total: number) {
  const step = Math.min(REPORTED_ROWS, Math.ceil(total / REPORTS_WANTED))
  const steps = {
    written: 0,
    reported: 0,
    async onRows(written: number) {
      steps.written = written
      if (written - steps.reported < step) return
      steps.reported = written
      run.signal.throwIfAborted()
      await run.report(written, Math.max(total, written))
      if (!(await moveTask(run.db, taskId, written))) throw new Cancelled()
    },
  }
  return steps
}

/** The account as it is now, not as it was when the file was asked for. */
async function requireCaller(db: Db, config: Config, userId: number): Promise<Caller> {
  const account = await findAccount(db, userId, config)
  if (!account?.enabled) throw new BizError(605, '账号已停用，导出已停止')
  if (account.orgId === null) throw new BizError(613)
  const state = orgStateCode(account)
  if (state) throw new BizError(state, `${messageOf(state)}，导出已停止`)
  return callerOf({ ...account, tokenHash: Buffer.alloc(0) })
}

function assertStillMay(caller: Caller, request: ExportRequest): void {
  try {
    assertMayExport(caller, request)
    assertInFull({ caller, scope: scopeOf(caller) }, request)
  } catch {
    throw new BizError(602, '账号已没有导出权限，导出已停止')
  }
}
