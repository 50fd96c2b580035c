import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type ConflictPageQuery, RecordSource } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_NAME } from '../../core/db/known-student.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import type { ScreeningScope } from '../plans/access-queries.ts'
import { type BlindViewer, examinedBy, isBlind } from '../retests/blind-queries.ts'
import { recordsWithin } from './record-queries.ts'
import type { Writer } from './write-readings-queries.ts'

const { undo } = codeLiterals(RecordSource)

/** Who set a value last. */
type Origin = { source: number; deviceId: number | null; orgId: number | null }

/** Where each field's present value came from, by `record.field`; fields that never changed are left out. */
export async function selectOrigins(db: Db, recordIds: readonly number[]): Promise<Map<string, Origin>> {
  const { rows } = await sql<Origin & { key: string }>`
    select distinct on (c.record_id, field) c.record_id || '.' || field as key, c.source, c.device_id, c.org_id
    from record_change c cross join lateral jsonb_object_keys(c.changes) as field
    where c.record_id = any (${[...recordIds]}::bigint[])
      -- what an import wrote and took back again never was
      and not (c.source = ${undo} and c.import_task_id is not null)
      and not exists (select from record_change u where u.record_id = c.record_id and u.source = ${undo}
        and u.import_task_id = c.import_task_id and u.id > c.id)
    order by c.record_id, field, c.id desc`.execute(db)
  return new Map(rows.map(({ key, ...origin }) => [key, origin]))
}

/**
 * Records drawn for a second examination which the sender of a sheet could do: comparing its rows with the first
 * values would disclose values that the examiner must not know.
 */
export async function selectDrawnFor(
  db: Db,
  recordIds: readonly number[],
  { userId, orgId }: Pick<Writer, 'userId' | 'orgId'>,
): Promise<ReadonlySet<number>> {
  if (userId === null || orgId === null || recordIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select r.id from retest as t join screening_record as r on r.id = t.record_id join task on task.id = r.task_id
    where t.record_id = any (${[...recordIds]}::bigint[]) and t.entered_at is null
      and ${orgId}::bigint in (task.org_id, task.school_org_id) and not ${examinedBy(userId)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export type NewConflict = {
  recordId: number
  planId: number
  schoolOrgId: number
  /** Null: what came now contradicts nothing. */
  reading: object | null
  /** The fields that were spoken about. */
  stated: string[]
  checkedOn: string | null
}

/**
 * Whether a waiting proposal (as `c`) came from the same organisation; sheets are distinguished by it, devices by
 * themselves.
 */
export const isFrom = ({ source, orgId }: Pick<Writer, 'source' | 'orgId'>): RawBuilder<SqlBool> =>
  source === RecordSource.code.import
    ? sql<SqlBool>`(select i.login_org_id from import_task i where i.id = c.import_task_id)
        is not distinct from ${orgId}::bigint`
    : sql<SqlBool>`true`

/** What waits (as `c`) without these fields; that an absence ends says nothing without what ended it. */
export const leftOver = (fields: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when jsonb_strip_nulls(c.reading - ${fields}) = '{}' then '{}' else c.reading - ${fields} end as left_over`

/**
 * What came last from a sender is what waits. Of what it said before only those fields are void about which it has
 * spoken again; what other devices, and the sheets of other organisations, said is untouched.
 */
export async function replaceConflicts(db: Tx, conflicts: readonly NewConflict[], by: Writer) {
  if (conflicts.length === 0) return
  const deviceId = by.deviceId ?? null
  await sql`
    with w as (
      select * from jsonb_to_recordset(${JSON.stringify(conflicts)}::jsonb) as w ("recordId" bigint, "planId" bigint,
        "schoolOrgId" bigint, reading jsonb, stated jsonb, "checkedOn" date)),
    old as (
      delete from reading_conflict c using w where c.record_id = w."recordId" and c.source = ${by.source}
        and c.device_id is not distinct from ${deviceId}::bigint and c.resolved_at is null and ${isFrom(by)}
      returning c.record_id, c.checked_on, ${leftOver(sql`array(select jsonb_array_elements_text(w.stated))`)})
    insert into reading_conflict (record_id, plan_id, school_org_id, source, device_id, import_task_id, reading,
      checked_on)
    select w."recordId", w."planId", w."schoolOrgId", ${by.source}::smallint, ${deviceId}::bigint,
      ${by.importTaskId ?? null}::bigint,
      coalesce(old.left_over, '{}') || coalesce(nullif(w.reading, 'null'), '{}'), coalesce(w."checkedOn", old.checked_on)
    from w left join old on old.record_id = w."recordId"
    where coalesce(old.left_over, '{}') || coalesce(nullif(w.reading, 'null'), '{}') <> '{}'`.execute(db)
}

export async function selectConflicts(
  db: Db,
  who: ScreeningScope,
  query: z.output<typeof ConflictPageQuery>,
  viewer: BlindViewer,
) {
  let open = recordsWithin(db, who)
    .innerJoin('readingConflict as c', 'c.recordId', 'r.id')
    .where('c.planId', '=', query.planId)
    .where('c.resolvedAt', 'is', null)
  if (query.taskId !== undefined) open = open.where('r.taskId', '=', query.taskId)
  const counting = open.select(totalCount.as('total'))
  const rows = open
    .innerJoin('org', 'org.id', 'task.schoolOrgId')
    .innerJoin('school', 'school.orgId', 'task.schoolOrgId')
    .leftJoin('device as d', 'd.id', 'c.deviceId')
    .selectAll('r')
    .select(['c.id as conflictId', 'c.source as incomingSource', 'c.createdAt', 'c.reading'])
    .select(['c.checkedOn as incomingDay', 'd.name as deviceName', KNOWN_NAME.as('studentName')])
    .select(['org.name as schoolName', 'taskClass.className', 'taskClass.gradeNo', 'taskClass.stage'])
    .select(['school.schoolSystem', isBlind(viewer).as('blind'), counting.as('total')])
    .orderBy('c.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}
export type ConflictData = Awaited<ReturnType<typeof selectConflicts>>['list'][number]

/** The record a conflict is about, where the caller may see it. */
export async function selectConflictedRecord(db: Db, who: ScreeningScope, conflictId: number) {
  const row = await recordsWithin(db, who)
    .innerJoin('readingConflict as c', 'c.recordId', 'r.id')
    .where('c.id', '=', conflictId)
    .select('r.id')
    .executeTakeFirst()
  return row?.id
}

/** Locked until the transaction ends; undefined where it is dealt with already. */
export function lockOpenConflict(db: Tx, conflictId: number) {
  return db
    .selectFrom('readingConflict')
    .selectAll()
    .where('id', '=', conflictId)
    .where('resolvedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateResolved(db: Tx, conflictId: number, userId: number, taken: boolean) {
  await db
    .updateTable('readingConflict')
    .set({ resolvedAt: sql<Date>`now()`, resolvedBy: userId, taken })
    .where('id', '=', conflictId)
    .execute()
}
