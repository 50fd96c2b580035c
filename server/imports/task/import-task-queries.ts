import { type Insertable, sql, type UpdateObject } from 'kysely'
import { UploadTaskKind } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { ImportState } from '#contract/core/import-states.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { paged, totalCount } from '../../core/db/paging.ts'
import type { Schema } from '../../core/db/schema.ts'
import { ORG_COLUMNS, withinScope } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'
import { type ScreeningScope, withinTasks } from '../../eyesight/plans/access-queries.ts'

const { roster } = codeLiterals(UploadTaskKind)

function tasks(db: Db) {
  return db
    .selectFrom('importTask')
    .innerJoin('org', 'org.id', 'importTask.orgId')
    .innerJoin('school', 'school.orgId', 'importTask.orgId')
    .leftJoin('appUser', 'appUser.id', 'importTask.userId')
}

function withNames(query: ReturnType<typeof tasks>) {
  return query
    .selectAll('importTask')
    .select(['org.name as orgName', 'org.address as orgAddress', 'appUser.realName as creatorName'])
    .select('school.schoolSystem')
    .select(sql<number>`extract(epoch from now() - import_task.started_at)::float`.as('runningSeconds'))
    .select(
      sql<PlanItems | null>`(select plan.items from task join plan on plan.id = task.plan_id
        where task.id = import_task.screening_task_id)`.as('items'),
    )
}

export type TaskViewer = {
  scope: Scope
  screening: ScreeningScope
  loginOrgId: number
  kinds: number[]
  studentTypes: number[]
}

/** Imports of readings belong to a screening task, which is also visible to the organisation that carries it out. */
const READING_KINDS = [UploadTaskKind.code.caries, UploadTaskKind.code.screening]

/**
 * Tasks of the caller's own organisation about schools in its range, of kinds that the caller may import. The one door
 * to a task by id. Somebody who sees a few classes of a school has none.
 */
function tasksInScope(db: Db, { scope, screening, loginOrgId, kinds, studentTypes }: TaskViewer) {
  const sees = scope.kind !== 'org' || scope.only === undefined
  return tasks(db)
    .where('importTask.loginOrgId', '=', loginOrgId)
    .where('importTask.expiresAt', '>', sql<Date>`now()`)
    .where(
      sql<boolean>`case when import_task.kind = any(${READING_KINDS}::int[])
        then exists (select from task where task.id = import_task.screening_task_id and ${withinTasks(screening)})
        else ${withinScope(scope, ORG_COLUMNS)} end`,
    )
    .where(sql<boolean>`${sees} and (import_task.kind = any(${kinds}::int[])
      or import_task.kind = ${roster} and import_task.student_type = any(${studentTypes}::int[]))`)
}

export function selectImportTask(db: Db, viewer: TaskViewer, id: number) {
  return withNames(tasksInScope(db, viewer).where('importTask.id', '=', id)).executeTakeFirst()
}
export type ImportTaskRecord = NonNullable<Awaited<ReturnType<typeof selectImportTask>>>

/** For jobs, which have checked what they may do when they were asked for. */
export function selectTaskById(db: Db, id: number): Promise<ImportTaskRecord | undefined> {
  return withNames(tasks(db).where('importTask.id', '=', id)).executeTakeFirst()
}

/** Locked until the transaction ends; of two who act on a task at once the second sees what the first did. */
export async function lockImportTask(db: Tx, id: number): Promise<void> {
  await sql`select 1 from import_task where id = ${id} for update`.execute(db)
}

export function selectShownTasks(db: Db, viewer: TaskViewer): Promise<ImportTaskRecord[]> {
  return withNames(tasksInScope(db, viewer).where('importTask.shown', '=', true))
    .orderBy('importTask.id', 'desc')
    .limit(50)
    .execute()
}

export function selectImportPage(
  db: Db,
  viewer: TaskViewer,
  query: { orgId?: number; excelType?: CodeOf<typeof UploadTaskKind>; pageNum: number; pageSize: number },
) {
  let matching = tasksInScope(db, viewer)
  if (query.orgId !== undefined) matching = matching.where('importTask.orgId', '=', query.orgId)
  if (query.excelType !== undefined) matching = matching.where('importTask.kind', '=', query.excelType)
  return {
    list: paged(withNames(matching).orderBy('importTask.id', 'desc'), query).execute(),
    total: matching.select(totalCount.as('total')).executeTakeFirstOrThrow(),
  }
}

export async function insertImportTask(
  db: Tx,
  task: Omit<Insertable<Schema['importTask']>, 'expiresAt'>,
  keepDays: number,
): Promise<number> {
  const { id } = await db
    .insertInto('importTask')
    .values({ ...task, expiresAt: sql<string>`now() + ${keepDays} * interval '1 day'` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when the task is in none of these states any more. */
export async function changeTask(
  db: Db,
  id: number,
  from: readonly ImportState[],
  change: UpdateObject<Schema, 'importTask'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('importTask')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The moment: a writing may have begun long before. */
export const NOW = sql<string>`clock_timestamp()`

/** Of two uploads of an organisation at once the second sees the first. */
export async function lockUploads(db: Tx, loginOrgId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import:' || ${loginOrgId}::text, 0))`.execute(db)
}

type Choices = Pick<
  Insertable<Schema['importTask']>,
  'studentType' | 'stage' | 'classYear' | 'classId' | 'screeningTaskId' | 'previewed'
>

/** A file under way with the same choices for the same school; uploading it twice is one import. */
export function selectSameUnderWay(
  db: Db,
  of: { orgId: number; loginOrgId: number; kind: CodeOf<typeof UploadTaskKind>; fileHash: Buffer } & Choices,
) {
  return db
    .selectFrom('importTask')
    .select('id')
    .where('orgId', '=', of.orgId)
    .where('loginOrgId', '=', of.loginOrgId)
    .where('kind', '=', of.kind)
    .where('fileHash', '=', of.fileHash)
    .where('previewed', '=', of.previewed)
    .where('studentType', 'is not distinct from', of.studentType ?? null)
    .where('stage', 'is not distinct from', of.stage ?? null)
    .where('classYear', 'is not distinct from', of.classYear ?? null)
    .where('classId', 'is not distinct from', of.classId ?? null)
    .where('screeningTaskId', 'is not distinct from', of.screeningTaskId ?? null)
    .where('state', 'in', ['queued', 'reading', 'preview', 'writing'])
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

export async function countUnfinished(db: Db, loginOrgId: number): Promise<number> {
  const { total } = await db
    .selectFrom('importTask')
    .select(totalCount.as('total'))
    .where('loginOrgId', '=', loginOrgId)
    .where('state', 'in', ['queued', 'reading', 'writing', 'undoing'])
    .executeTakeFirstOrThrow()
  return total
}

/** Whether somebody wants it to stop, and whether this reading is still the one that counts. */
export async function selectReadingState(db: Db, id: number) {
  return db
    .selectFrom('importTask')
    .select(['cancelWanted', 'batchId', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function saveProgress(db: Db, id: number, batchId: number, progress: number, total: number) {
  await db
    .updateTable('importTask')
    .set({ progress, total })
    .where('id', '=', id)
    .where('batchId', '=', batchId)
    .where('state', '=', 'reading')
    .execute()
}

export async function nextBatchId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('import_batch') as id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function deleteImportTask(db: Tx, id: number): Promise<void> {
  await db.deleteFrom('importTask').where('id', '=', id).execute()
}

/** Tasks whose time is over, with what was stored for them. */
export function selectExpiredTasks(db: Db) {
  return db
    .selectFrom('importTask')
    .select(['id', 'batchId', 'fileId'])
    .where('expiresAt', '<', sql<Date>`now()`)
    .limit(100)
    .execute()
}

/**
 * Hits on children of other schools that a user's imports made today; those of corrections and of tasks that were
 * deleted stand in the trail.
 */
export async function countElsewhereToday(db: Db, userId: number, exceptTask?: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select coalesce(sum((counts ->> 'foreign')::int), 0) from import_task
        where user_id = ${userId} and id <> ${exceptTask ?? 0} and created_at > now() - interval '1 day')::int
      + (select coalesce(sum((detail ->> 'elsewhereRows')::int), 0) from audit_log
        where user_id = ${userId} and at > now() - interval '1 day' and detail ? 'elsewhereRows')::int
      as total`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Numbers of which a user has learned today that they are on no list, where a file refused for them tells that of some
 * too; and those of results and class lists that were found.
 */
export async function selectNumbersToday(
  db: Db,
  userId: number,
  refused: { sentence: string; rows: number },
  exceptTask?: number,
): Promise<{ missed: number; found: number }> {
  const { rows } = await sql<{ missed: number; found: number }>`
    select (coalesce(sum(case when error_msg = ${refused.sentence} then ${refused.rows}
          else (counts ->> 'missed')::int end), 0)
        + (select coalesce(sum((detail ->> 'missedRows')::int), 0) from audit_log
          where user_id = ${userId} and at > now() - interval '1 day' and detail ? 'missedRows'))::int as missed,
      coalesce(sum((counts ->> 'insert')::int + (counts ->> 'update')::int + (counts ->> 'unchanged')::int)
        filter (where kind <> ${roster}), 0)::int as found
    from import_task
    where user_id = ${userId} and id <> ${exceptTask ?? 0} and created_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0] ?? { missed: 0, found: 0 }
}

/** Whether the school was promoted, or its promotion taken back, after a moment. */
export async function hasAdvancedSince(db: Db, orgId: number, moment: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from advance where org_id = ${orgId} and greatest(done_at, undone_at) > ${moment} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
