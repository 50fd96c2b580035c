import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OwnTexts } from '#contract/reports/own-text/own-text.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { ORG_COLUMNS, withinScope } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'
import { ownsGrade } from '../own-grade-queries.ts'

/** Of which report: a plan, and an area, a school, a grade or a class. */
export type TextPlace = {
  planId: number
  areaId: string | null
  schoolOrgId: number | null
  stage: number | null
  gradeNo: number | null
  classId: number | null
}

const ofPlace = (place: TextPlace): RawBuilder<SqlBool> => sql<SqlBool>`(
  t.plan_id = ${place.planId} and t.area_id is not distinct from ${place.areaId}
  and t.school_org_id is not distinct from ${place.schoolOrgId}::bigint
  and t.stage is not distinct from ${place.stage}::smallint
  and t.grade_no is not distinct from ${place.gradeNo}::smallint
  and t.class_id is not distinct from ${place.classId}::bigint)`

/** Teachers and grade heads: whether all classes of the grade in the plan are their own today. */
const isOfWhole = (scope: Scope): RawBuilder<SqlBool> =>
  scope.kind === 'org' && scope.only
    ? sql<SqlBool>`(t.stage is null or ${ownsGrade(scope.only, 't')})`
    : sql<SqlBool>`true`

/** As `isOfWhole`, of a grade that has no text yet. */
export async function seesWhole(db: Db, scope: Scope, place: TextPlace): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    select ${isOfWhole(scope)} as whole
    from (select ${place.planId}::bigint as plan_id, ${place.schoolOrgId}::bigint as school_org_id,
      ${place.stage}::smallint as stage, ${place.gradeNo}::smallint as grade_no) as t`.execute(db)
  return rows[0]?.whole ?? false
}

export type WrittenText = OwnTexts & { orgId: number; orgName: string }

type Read = { at: Date } & (WrittenText | { orgId: null })

/**
 * What organisations inside the reader's range wrote: a body above the reader writes for itself and those above it. With
 * the moment from which the report's figures are right, since a report has no room for a statement more.
 */
export async function selectTexts(
  db: Db,
  scope: Scope,
  place: TextPlace | null,
): Promise<{ at: string; written: WrittenText[] }> {
  const here = place ? ofPlace(place) : sql<SqlBool>`false`
  const { rows } = await sql<Read>`
    select moment.at, text.* from (select clock_timestamp() as at) as moment left join (
      select t.work, t.problems, t.next, t.org_id, org.name as org_name
      from report_text as t join org on org.id = t.org_id
      where ${here} and ${withinScope(scope, ORG_COLUMNS)} and ${isOfWhole(scope)}) as text on true
    order by text.org_id`.execute(db)
  const [first] = rows
  if (!first) throw new Error('a moment is always read')
  return { at: first.at.toISOString(), written: rows.filter((row) => row.orgId !== null) }
}

/** Which of these organisations lie in the reader's range. */
export async function selectOrgsWithin(db: Db, scope: Scope, orgIds: readonly number[]): Promise<number[]> {
  if (orgIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select org.id from org where org.id = any(${[...orgIds]}::bigint[]) and ${withinScope(scope, ORG_COLUMNS)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export type StoredText = OwnTexts & { revision: number; savedByName: string; savedAt: Date }

export async function selectOwnText(
  db: Db,
  orgId: number,
  place: TextPlace,
  lock = false,
): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select t.work, t.problems, t.next, t.revision, t.saved_by_name, t.saved_at
    from report_text as t where ${ofPlace(place)} and t.org_id = ${orgId}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

type Saving = { orgId: number; userId: number; realName: string; texts: OwnTexts; revision: number }

/** The row as it is now; undefined where it is no longer, or not yet, at the revision that was read. */
export async function saveText(
  db: Tx,
  { planId, areaId, schoolOrgId, stage, gradeNo, classId }: TextPlace,
  { orgId, userId, realName, texts: { work, problems, next }, revision }: Saving,
): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    insert into report_text as t
      (plan_id, area_id, school_org_id, stage, grade_no, class_id, org_id, work, problems, next, revision,
        saved_by, saved_by_name)
    select ${planId}, ${areaId}, ${schoolOrgId}::bigint, ${stage}::smallint, ${gradeNo}::smallint, ${classId}::bigint,
      ${orgId}, ${work}, ${problems}, ${next}, ${revision + 1}::int, ${userId}, ${realName}
    on conflict on constraint report_text_once do update set
      work = excluded.work, problems = excluded.problems, next = excluded.next, revision = excluded.revision,
      saved_by = excluded.saved_by, saved_by_name = excluded.saved_by_name, saved_at = now()
      where t.revision = ${revision}
    returning work, problems, next, revision, saved_by_name, saved_at`.execute(db)
  return rows[0]
}
