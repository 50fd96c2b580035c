import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { AreaTier } from '#contract/areas/schemas.ts'
import { ApprovalStatus, OrgType, YesNo } from '#contract/core/codes.ts'
import type { PlanSchoolQuery, PlanSchoolRow } from '#contract/eyesight/plan-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { ORG_COLUMNS, withinScope } from '../../core/db/scope.ts'
import { likePattern } from '../../core/db/text.ts'
import type { Scope } from '../../core/scope.ts'
import { type PlanArea, selectAreasOf } from './plan-life-queries.ts'

const { passed } = codeLiterals(ApprovalStatus)
const areaTier = codeLiterals(AreaTier)

/** Where a plan takes place, and for whom. */
export type PlanReach = { areas: readonly PlanArea[]; includeDirect: number; stages: readonly number[] }

export async function selectReach(db: Db, planId: number): Promise<PlanReach> {
  const { includeDirect, stages } = await db
    .selectFrom('plan')
    .select(['includeDirect', 'stages'])
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  return { includeDirect, stages, areas: await selectAreasOf(db, planId) }
}

const regionsOf = (areas: readonly PlanArea[]) => areas.flatMap(({ regionId }) => regionId ?? [])
const citiesOf = (areas: readonly PlanArea[]) =>
  areas.flatMap(({ cityId, regionId }) => (regionId === null && cityId !== null ? cityId : []))
const provincesOf = (areas: readonly PlanArea[]) =>
  areas.flatMap(({ provinceId, cityId }) => (cityId === null ? provinceId : []))

/** Directly under a city or the province; a city without districts has no others. */
const DIRECT = sql<SqlBool>`(org.city_id is null or (org.region_id is null
  and exists (select from area where area.parent_id = org.city_id and area.level = ${areaTier.region})))`

/** Schools (as `org` and `school`) that a plan reaches, independent of the caller's range. */
export function reached({ areas, includeDirect, stages }: PlanReach): RawBuilder<SqlBool> {
  const direct = includeDirect === YesNo.code.yes ? sql`true` : sql`not ${DIRECT}`
  return sql<SqlBool>`((org.region_id = any (${regionsOf(areas)}::text[]) or org.city_id = any (${citiesOf(areas)}::text[])
      or org.province_id = any (${provincesOf(areas)}::text[]))
    and school.stages && ${[...stages]}::smallint[] and ${direct})`
}

/** One area is broken down into its parts, several are listed themselves. */
function placeWithin(areas: readonly PlanArea[]): RawBuilder<string> {
  const [first] = areas
  if (areas.length === 1 && first) {
    const below = first.cityId === null ? sql`org.city_id` : sql`org.region_id`
    return sql<string>`coalesce(${below}, org.city_id, org.province_id)`
  }
  return sql<string>`case when org.region_id = any (${regionsOf(areas)}::text[]) then org.region_id
    when org.city_id = any (${citiesOf(areas)}::text[]) then org.city_id else org.province_id end`
}

export type PreviewRow = {
  stage: number | null
  areaId: string | null
  schools: number
  classes: number
  students: number
}

/** By stage, by area and altogether, from the counters of the schools. */
export async function selectPreview(db: Db, scope: Scope, reach: PlanReach): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    with staged as (
      select org.id, ${placeWithin(reach.areas)} as area_id, offered.stage, coalesce(s.class_count, 0) as classes,
        coalesce(s.student_count, 0) as students
      from org join school on school.org_id = org.id cross join unnest(school.stages) as offered (stage)
        left join school_stage as s on s.org_id = org.id and s.stage = offered.stage
      where org.status = ${passed} and ${withinScope(scope, ORG_COLUMNS)} and ${reached(reach)}
        and offered.stage = any (${[...reach.stages]}::smallint[]))
    select stage, area_id, count(distinct id)::int as schools, coalesce(sum(classes), 0)::int as classes,
      coalesce(sum(students), 0)::int as students
    from staged group by grouping sets ((stage), (area_id), ()) order by stage, area_id`.execute(db)
  return rows
}

const TASKS = sql<number>`(select count(*)::int from task where task.plan_id = plan.id
  and task.school_org_id = org.id)`

export async function selectPlanSchools(
  db: Db,
  scope: Scope,
  reach: PlanReach,
  query: z.output<typeof PlanSchoolQuery>,
) {
  const { planId, areaId, hasTask, keyword } = query
  let matching = db
    .selectFrom('org')
    .innerJoin('school', 'school.orgId', 'org.id')
    .innerJoin('plan', (join) => join.on('plan.id', '=', planId))
    .where('org.status', '=', ApprovalStatus.code.passed)
    .where(withinScope(scope, ORG_COLUMNS))
    .where(reached(reach))
  if (areaId) {
    matching = matching.where(sql<SqlBool>`${areaId} in (org.region_id, org.city_id, org.province_id)`)
  }
  if (hasTask) matching = matching.where(sql<SqlBool>`(${TASKS} > 0) = ${hasTask === 'yes'}`)
  if (keyword) matching = matching.where('org.name', 'like', likePattern(keyword))
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['org.id as orgId', 'org.name as orgName', 'org.provinceId', 'org.cityId', 'org.regionId'])
    .select(sql<PlanSchoolRow['stages']>`school.stages`.as('stages'))
    .select(TASKS.as('taskCount'))
    .select(
      sql<number>`(select coalesce(sum(s.student_count), 0)::int from school_stage as s where s.org_id = org.id
        and s.stage = any (plan.stages))`.as('students'),
    )
    .select(
      sql<string[]>`coalesce((select array_agg(b.name order by b.name) from org_binding as bound
        join org as b on b.id = bound.org_id where bound.school_org_id = org.id), '{}')`.as('boundOrgNames'),
    )
    .select(counting.as('total'))
    .orderBy('org.id')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

const { hospital, social } = OrgType.code
/** As many as somebody can look through; the rest by name. */
const EXECUTORS_MAX = 200

export type ExecutorRow = { orgId: number; orgName: string; orgType: number; bound: boolean }

/** Approved organisations that screen: those in range and those bound to the school, and the school itself. */
export async function selectExecutors(
  db: Db,
  scope: Scope,
  schoolOrgId: number | undefined,
  keyword: string | undefined,
): Promise<ExecutorRow[]> {
  const school = schoolOrgId ?? 0
  const named = keyword ? sql`org.name like ${likePattern(keyword)}` : sql`true`
  const { rows } = await sql<ExecutorRow>`
    select org.id as org_id, org.name as org_name, org.org_type, b.org_id is not null as bound
    from org left join org_binding as b on b.org_id = org.id and b.school_org_id = ${school}
    where org.status = ${passed} and ${named} and (org.id = ${school} or (org.org_type in (${hospital}, ${social})
      and (b.org_id is not null or ${withinScope(scope, ORG_COLUMNS)})))
    order by org.id = ${school} desc, bound desc, org.name, org.id limit ${EXECUTORS_MAX}`.execute(db)
  return rows
}
