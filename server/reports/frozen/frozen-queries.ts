import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FrozenListQuery } from '#contract/reports/frozen/frozen-schemas.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { type RosterColumns, withinRoster, withinScope } from '../../core/db/scope.ts'
import { likePattern } from '../../core/db/text.ts'
import type { Scope } from '../../core/scope.ts'
import { type BlindViewer, isBlind } from '../../eyesight/retests/blind-queries.ts'
import { ownsGrade } from '../own-grade-queries.ts'
import type { ReportTables } from '../tables.ts'

/** How wide a range is; what is suppressed for readers without permission to see students depends on it. */
export type RangeKind = 'province' | 'city' | 'region' | 'org' | 'grade' | 'class'
export type FrozenReader = {
  scope: Scope
  /** Null: sees no whole units, or nothing. */
  rangeKind: RangeKind | null
  kinds: readonly Report['kind'][]
  seesStudents: boolean
}

const COLUMNS: RosterColumns = {
  province: 'f.provinceId',
  city: 'f.cityId',
  region: 'f.regionId',
  org: 'f.schoolOrgId',
  class: 'f.classId',
}

/** Teachers and grade heads: of the own classes, and of a grade all of whose classes then are the own ones today. */
function ofOwnUnits(scope: Scope): RawBuilder<SqlBool> {
  const only = scope.kind === 'org' ? scope.only : undefined
  if (!only) return withinScope(scope, COLUMNS)
  const ownGrade = sql`f.class_id is null and ${ownsGrade(only, 'f')}`
  return sql<SqlBool>`(${withinRoster(scope, COLUMNS)} or (${withinScope(scope, COLUMNS)} and ${ownGrade}))`
}

/**
 * Frozen reports (as `f`) the reader may open: of units in range, of kinds the reader has permission for. One with
 * suppressed cells opens for readers who may see students, and for readers of the range it was made for: compared
 * with the report of another range it could reveal what that one suppresses.
 */
function withinFrozen({ scope, rangeKind, kinds, seesStudents }: FrozenReader): RawBuilder<SqlBool> {
  if (rangeKind === null || kinds.length === 0) return sql<SqlBool>`false`
  const mayRead = seesStudents ? sql`true` : sql`(not f.told_all and f.range_kind = ${rangeKind})`
  return sql<SqlBool>`(${ofOwnUnits(scope)} and f.kind in (${sql.join(kinds)}) and ${mayRead})`
}

const frozenWithin = (db: Db, reader: FrozenReader) =>
  db.selectFrom('frozenReport as f').where(withinFrozen(reader))

const ROW_COLUMNS = [
  'f.id',
  'f.reportNo',
  'f.kind',
  'f.title',
  'f.unitName',
  'f.planId',
  'f.planName',
  'f.frozenAt',
  'f.frozenByName',
  'f.orgId',
  'f.orgName',
  'f.rangeKind',
  'f.withdrawnAt',
  'f.withdrawnByName',
  'f.withdrawnReason',
] as const

export async function selectFrozenPage(db: Db, reader: FrozenReader, query: FrozenListQuery) {
  let matching = frozenWithin(db, reader)
  if (query.kind !== undefined) matching = matching.where('f.kind', '=', query.kind)
  if (query.planId !== undefined) matching = matching.where('f.planId', '=', query.planId)
  if (query.areaId !== undefined) matching = matching.where(isOfArea(query.areaId))
  if (query.orgId !== undefined) matching = matching.where('f.schoolOrgId', '=', query.orgId)
  if (query.prefix !== undefined) matching = matching.where('f.stage', '=', query.prefix)
  if (query.gradeNo !== undefined) matching = matching.where('f.gradeNo', '=', query.gradeNo)
  if (query.classId !== undefined) matching = matching.where('f.classId', '=', query.classId)
  if (query.reportNo) matching = matching.where('f.reportNo', 'like', likePattern(query.reportNo))
  const counting = matching.select(totalCount.as('total'))
  const rows = matching.select(ROW_COLUMNS).select(counting.as('total')).orderBy('f.id', 'desc')
  return pageOf(query, await paged(rows, query).execute(), () => counting.executeTakeFirstOrThrow())
}

/** The reports of the area itself, not of what lies in it. */
const isOfArea = (areaId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(f.school_org_id is null and coalesce(f.region_id, f.city_id, f.province_id) = ${areaId})`

const rowsNumbered = (db: Db, reader: FrozenReader, reportNo: string) =>
  frozenWithin(db, reader).where('f.reportNo', '=', reportNo).select(ROW_COLUMNS)

export const selectFrozen = (db: Db, reader: FrozenReader, reportNo: string) =>
  rowsNumbered(db, reader, reportNo).executeTakeFirst()
export type FrozenRecord = NonNullable<Awaited<ReturnType<typeof selectFrozen>>>

/** With all there is to read. */
export const selectFrozenContent = (db: Db, reader: FrozenReader, reportNo: string) =>
  rowsNumbered(db, reader, reportNo)
    .select(['f.request', 'f.content', 'f.sha256', 'f.toldAll', 'f.classId'])
    .select(['f.cityId', 'f.regionId', 'f.schoolOrgId'])
    .executeTakeFirst()
export type FrozenContent = NonNullable<Awaited<ReturnType<typeof selectFrozenContent>>>

/** Locks the series: a parallel freezing into it waits for this transaction. */
export async function lockSeries(db: Tx, series: string): Promise<void> {
  await sql`insert into frozen_series as s (series) values (${series})
    on conflict (series) do update set last_no = s.last_no`.execute(db)
}

export async function takeNextNo(db: Tx, series: string): Promise<number> {
  const { rows } = await sql<{ lastNo: number }>`
    update frozen_series set last_no = last_no + 1 where series = ${series} returning last_no`.execute(db)
  return rows[0]?.lastNo ?? 0
}

export type NewFrozen = Insertable<ReportTables['frozenReport']>
type SameFigures = Pick<
  NewFrozen,
  'figuresSha256' | 'request' | 'toldAll' | 'rangeKind' | 'provinceId' | 'cityId' | 'regionId'
>

/** The report number of the same figures with the same suppression, if they are already frozen. */
export async function findSameFrozen(db: Tx, same: SameFigures): Promise<string | undefined> {
  const { rows } = await sql<{ reportNo: string }>`
    select report_no from frozen_report
    where figures_sha256 = ${same.figuresSha256} and request = ${same.request}::jsonb and withdrawn_at is null
      and told_all = ${same.toldAll} and (told_all or range_kind = ${same.rangeKind})
      -- A school that has moved is in the reports of its old place no longer found by those of the new one.
      and (province_id, city_id, region_id) is not distinct from
        (${same.provinceId}, ${same.cityId ?? null}, ${same.regionId ?? null})
    order by id limit 1`.execute(db)
  return rows[0]?.reportNo
}

export async function insertFrozen(db: Tx, frozen: NewFrozen): Promise<void> {
  await db.insertInto('frozenReport').values(frozen).execute()
}

type Withdrawal = { userId: number; realName: string; reason: string }

/** False where somebody else was first. */
export async function setWithdrawn(db: Tx, id: number, by: Withdrawal): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update frozen_report set withdrawn_at = now(), withdrawn_by = ${by.userId}, withdrawn_by_name = ${by.realName},
      withdrawn_reason = ${by.reason}
    where id = ${id} and withdrawn_at is null`.execute(db)
  return numAffectedRows === 1n
}

export async function findGradeId(db: Db, orgId: number, stage: number, gradeNo: number) {
  const found = await db
    .selectFrom('grade')
    .select('id')
    .where('orgId', '=', orgId)
    .where('stage', '=', stage as never)
    .where('gradeNo', '=', gradeNo)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Whether first readings of a class are hidden from the viewer, who is to examine a second time. */
export async function hasBlindRecords(
  db: Db,
  { planId, classId }: { planId: number; classId: number },
  viewer: BlindViewer,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from screening_record as r join task on task.id = r.task_id join plan on plan.id = r.plan_id
    where r.plan_id = ${planId} and r.class_id = ${classId} and ${isBlind(viewer)} limit 1`.execute(db)
  return rows.length > 0
}
