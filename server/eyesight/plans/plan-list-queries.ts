import { sql } from 'kysely'
import { AreaTier } from '#contract/areas/schemas.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import {
  type PlanChoice,
  type PlanDetail,
  type PlanPageQuery,
  type PlanRow,
  Season,
} from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { likePattern } from '../../core/db/text.ts'
import { type ScreeningScope, withinPlans } from './access-queries.ts'

const { spring, autumn } = codeLiterals(Season)
const areaTier = codeLiterals(AreaTier)

const SCHOOL_YEAR = sql<number>`coalesce(plan.school_year,
  extract(year from plan.starts_on - interval '8 months')::smallint)`
const SEASON = sql<
  CodeOf<typeof Season>
>`coalesce(plan.season, case when extract(month from plan.starts_on) between 2 and 7
  then ${spring} else ${autumn} end)`
const AREA_IDS = sql<string[]>`coalesce((select array_agg(pa.area_id order by pa.area_id) from plan_area as pa
  where pa.plan_id = plan.id), '{}')`

/** Who made a plan (its organisation as `owner`): a body of the province, of a city or of a district. */
export const OWNER_LEVEL = sql<
  PlanChoice['ownerLevel']
>`case when owner.region_id is not null then ${areaTier.region}
  when owner.city_id is not null then ${areaTier.city} else ${areaTier.province} end`

function plansWithin(db: Db, who: ScreeningScope, ownOrgId: number) {
  return db
    .selectFrom('plan')
    .innerJoin('org as owner', 'owner.id', 'plan.ownerOrgId')
    .where(withinPlans(who, ownOrgId))
}

function rowsOf(plans: ReturnType<typeof plansWithin>) {
  return plans
    .select(['plan.id as planId', 'plan.name as planName', 'plan.startsOn', 'plan.endsOn', 'plan.targetRate'])
    .select(['plan.version', 'plan.ownerOrgId', 'plan.schoolMayAdd', 'owner.name as ownerOrgName'])
    .select(sql<PlanRow['status']>`plan.status`.as('status'))
    .select(sql<PlanRow['kind']>`plan.kind`.as('kind'))
    .select(sql<PlanRow['stages']>`plan.stages`.as('stages'))
    .select([SCHOOL_YEAR.as('schoolYear'), SEASON.as('season'), AREA_IDS.as('areaIds')])
}
export type PlanListRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** Newest first. */
export async function selectPlanPage(db: Db, who: ScreeningScope, ownOrgId: number, query: PlanPageQuery) {
  const { status, kind, schoolYear, season, keyword } = query
  let matching = plansWithin(db, who, ownOrgId)
  if (status !== undefined) matching = matching.where('plan.status', '=', status)
  if (kind !== undefined) matching = matching.where('plan.kind', '=', kind)
  if (schoolYear !== undefined) matching = matching.where(SCHOOL_YEAR, '=', schoolYear)
  if (season !== undefined) matching = matching.where(SEASON, '=', season)
  if (keyword) matching = matching.where('plan.name', 'like', likePattern(keyword))
  const counting = matching.select(totalCount.as('total'))
  const rows = rowsOf(matching)
    .select(counting.as('total'))
    .orderBy('plan.startsOn', 'desc')
    .orderBy('plan.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export function selectPlanDetail(db: Db, who: ScreeningScope, ownOrgId: number, planId: number) {
  return rowsOf(plansWithin(db, who, ownOrgId).where('plan.id', '=', planId))
    .leftJoin('appUser as creator', 'creator.id', 'plan.createdBy')
    .leftJoin('plan as last', 'last.id', 'plan.lastPlanId')
    .select([
      'plan.items',
      'plan.profile',
      'plan.lastPlanId',
      'last.name as lastPlanName',
      'plan.retestRatio',
    ])
    .select(['plan.errorCap', 'plan.remark', 'creator.realName as createdByName', 'plan.createdAt'])
    .select(['plan.publishedAt', 'plan.endedAt', 'plan.archivedAt'])
    .select(sql<PlanDetail['includeDirect']>`plan.include_direct`.as('includeDirect'))
    .executeTakeFirst()
}

/** As many as somebody can look through; the rest by name. */
const CHOICES_MAX = 200

export function selectPlanChoices(
  db: Db,
  who: ScreeningScope,
  ownOrgId: number,
  keyword: string | undefined,
): Promise<PlanChoice[]> {
  let plans = plansWithin(db, who, ownOrgId).where('plan.status', '>', PlanStatus.code.draft)
  if (keyword) plans = plans.where('plan.name', 'like', likePattern(keyword))
  return plans
    .select(['plan.id as planId', 'plan.name as planName', 'plan.startsOn', 'plan.endsOn', 'plan.lastPlanId'])
    .select(sql<PlanChoice['status']>`plan.status`.as('status'))
    .select(sql<PlanChoice['kind']>`plan.kind`.as('kind'))
    .select([SCHOOL_YEAR.as('schoolYear'), SEASON.as('season'), OWNER_LEVEL.as('ownerLevel')])
    .select(sql<boolean>`plan.owner_org_id = ${ownOrgId}`.as('own'))
    .orderBy('plan.startsOn', 'desc')
    .orderBy('plan.id', 'desc')
    .limit(CHOICES_MAX)
    .execute()
}
