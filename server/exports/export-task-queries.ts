import { sql, type UpdateObject } from 'kysely'
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { ExportState } from '#contract/exports/export-task-schemas.ts'
import { EXPORT_KEEP_HOURS } from '#contract/exports/schemas.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'

/** What is wanted, sealed: it may name a person's number. The range says for whom the file is right. */
export type TaskParameters = { sealed: string; personal: boolean; range: string }

export const jobKeyOf = (taskId: number): string => `export:${taskId}`

const expiry = sql<Date>`now() + ${EXPORT_KEEP_HOURS} * interval '1 hour'`
/** A job that was given up cannot say so itself: where its worker died there was nobody left to write it down. */
const givenUp = sql<boolean>`(export_task.state in ('queued', 'writing') and job.state = 'failed')`
const state = sql<ExportState>`case when ${givenUp} then 'failed' else export_task.state end`
const errorMsg = sql<string | null>`case when ${givenUp} then job.error else export_task.error_msg end`

export async function insertExportTask(
  db: Tx,
  task: {
    item: ExportKey
    userId: number
    loginOrgId: number
    parameters: TaskParameters
    reason: string
    fileName: string
    total: number
  },
): Promise<number> {
  const { id } = await db
    .insertInto('exportTask')
    .values({ ...task, parameters: JSON.stringify(task.parameters), expiresAt: expiry })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function tasks(db: Db) {
  return db
    .selectFrom('exportTask')
    .leftJoin('job', (join) => join.on(sql<boolean>`job.key = 'export:' || export_task.id`))
    .where('exportTask.expiresAt', '>', sql<Date>`now()`)
    .select(['exportTask.id', 'exportTask.item', 'exportTask.parameters', 'exportTask.reason'])
    .select(['exportTask.userId', 'exportTask.fileName', 'exportTask.fileId', 'exportTask.total'])
    .select(['exportTask.progress', 'exportTask.cancelWanted', 'exportTask.shown', 'exportTask.createdAt'])
    .select(['exportTask.finishedAt', 'exportTask.expiresAt'])
    .select([state.as('state'), errorMsg.as('errorMsg')])
}
export type ExportTaskRow = Awaited<ReturnType<typeof selectTasks>>[number]

const LISTED_MAX = 50

export function selectTasks(db: Db, userId: number, all: boolean) {
  const own = tasks(db).where('exportTask.userId', '=', userId)
  return (all ? own : own.where('exportTask.shown', '=', true))
    .orderBy('exportTask.id', 'desc')
    .limit(LISTED_MAX)
    .execute()
}

export function selectExportTask(db: Db, taskId: number): Promise<ExportTaskRow | undefined> {
  return tasks(db).where('exportTask.id', '=', taskId).executeTakeFirst()
}

export async function countOpenTasks(db: Db, userId: number): Promise<number> {
  const open = await tasks(db)
    .where('exportTask.userId', '=', userId)
    .where(state, 'in', ['queued', 'writing'])
    .execute()
  return open.length
}

/** One that has not begun is over at once; one that is being written ends at its next batch. */
export async function cancelTask(db: Tx, taskId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exportTask')
    .set({
      cancelWanted: true,
      finishedAt: sql<Date | null>`case when state = 'queued' then now() end`,
      state: sql<'cancelled'>`case when state = 'queued' then 'cancelled' else state end`,
    })
    .where('id', '=', taskId)
    .where('state', 'in', ['queued', 'writing'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hideTask(db: Tx, taskId: number): Promise<void> {
  await db.updateTable('exportTask').set({ shown: false }).where('id', '=', taskId).execute()
}

export async function deleteExportTask(db: Tx, taskId: number): Promise<void> {
  await db.deleteFrom('exportTask').where('id', '=', taskId).execute()
}

/** False where it was cancelled or deleted meanwhile. */
async function updateWanted(
  db: Db,
  taskId: number,
  states: ExportState[],
  columns: UpdateObject<Schema, 'exportTask'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exportTask')
    .set(columns)
    .where('id', '=', taskId)
    .where('state', 'in', states)
    .where('cancelWanted', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const beginTask = (db: Db, taskId: number, total: number): Promise<boolean> =>
  updateWanted(db, taskId, ['queued', 'writing'], { state: 'writing', total, progress: 0 })

export const moveTask = (db: Db, taskId: number, progress: number): Promise<boolean> =>
  updateWanted(db, taskId, ['writing'], { progress })

export function completeExportTask(db: Tx, taskId: number, fileId: string, rows: number): Promise<boolean> {
  const file = { fileId, progress: rows, total: rows, expiresAt: expiry }
  return updateWanted(db, taskId, ['writing'], { ...file, state: 'done', finishedAt: sql<Date>`now()` })
}

export async function endTask(
  db: Db,
  taskId: number,
  ended: 'failed' | 'cancelled',
  message: string | null,
): Promise<void> {
  await db
    .updateTable('exportTask')
    .set({ state: ended, errorMsg: message, finishedAt: sql<Date>`now()` })
    .where('id', '=', taskId)
    .where('state', 'in', ['queued', 'writing'])
    .execute()
}

/** Those whose time is over, with the files they had. */
export async function removeExpiredTasks(db: Db): Promise<string[]> {
  const removed = await db
    .deleteFrom('exportTask')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .returning('fileId')
    .execute()
  return removed.flatMap(({ fileId }) => fileId ?? [])
}
