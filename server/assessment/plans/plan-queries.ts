import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { AssessPlanQuery, AssessProgress } from '#contract/assessment/plan-schemas.ts'
import { AppealStatus, ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import type { Schema } from '../../core/db/schema.ts'
import { likePattern } from '../../core/db/text.ts'
import { TODAY } from '../../core/db/today.ts'
import { type AssessViewer, reviewedBy, withinAssessPlans } from '../access-queries.ts'

const application = codeLiterals(ApplicationStatus)
const { open } = codeLiterals(AppealStatus)
const planStatus = codeLiterals(AssessPlanStatus)

export type AssessPlanRecord = Selectable<Schema['assessPlan']>

const counted = (condition: RawBuilder<SqlBool>) => sql`count(*) filter (where ${condition})`
const inStatus = (status: RawBuilder<unknown>) => counted(sql<SqlBool>`a.status = ${status}`)
/** How many units of a plan (as `p`) are how far. */
const PROGRESS = sql<AssessProgress>`(select jsonb_build_object(
    'units', count(*), 'untouched', ${counted(sql<SqlBool>`a.status = ${application.draft} and not a.touched`)},
    'draft', ${counted(sql<SqlBool>`a.status = ${application.draft} and a.touched`)},
    'submitted', ${inStatus(application.submitted)}, 'returned', ${inStatus(application.returned)},
    'firstPassed', ${inStatus(application.firstPassed)}, 'passed', ${inStatus(application.passed)},
    'openAppeals', count(appeal.application_id))
  from assess_application as a left join assess_appeal as appeal on appeal.application_id = a.id and appeal.status = ${open}
  where a.plan_id = p.id)`

const plansFor = (db: Db, viewer: AssessViewer) =>
  db
    .selectFrom('assessPlan as p')
    .innerJoin('org as owner', 'owner.id', 'p.ownerOrgId')
    .where(withinAssessPlans(viewer))

export async function selectAssessPlans(db: Db, viewer: AssessViewer, query: AssessPlanQuery) {
  let matching = plansFor(db, viewer)
  if (query.year !== undefined) matching = matching.where('p.year', '=', query.year)
  if (query.status !== undefined) matching = matching.where('p.status', '=', query.status)
  if (query.object !== undefined) matching = matching.where('p.object', '=', query.object)
  if (query.keyword) matching = matching.where('p.name', 'like', likePattern(query.keyword))
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['p.id', 'p.name', 'p.year', 'p.object', 'p.status', 'p.startsOn', 'p.endsOn', 'p.resultsAt'])
    .select(['p.version', 'p.ownerOrgId', 'owner.name as ownerName', PROGRESS.as('progress')])
    .select(counting.as('total'))
    .orderBy('p.year', 'desc')
    .orderBy('p.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

/** With the names of what it points to, and whether the viewer may review in it. */
export function selectAssessPlan(db: Db, viewer: AssessViewer, planId: number) {
  return plansFor(db, viewer)
    .leftJoin('org as co', 'co.id', 'p.coOrgId')
    .leftJoin('plan as screening', 'screening.id', 'p.screeningPlanId')
    .leftJoin('assessPlan as last', 'last.id', 'p.lastPlanId')
    .selectAll('p')
    .select(['owner.name as ownerName', 'co.name as coOrgName', 'screening.name as screeningPlanName'])
    .select([
      'last.name as lastPlanName',
      'last.indicators as lastIndicators',
      PROGRESS.as('progress'),
      reviewedBy(viewer).as('reviews'),
    ])
    .where('p.id', '=', planId)
    .executeTakeFirst()
}
export type SeenAssessPlan = NonNullable<Awaited<ReturnType<typeof selectAssessPlan>>>

/** Whatever changes a plan as a whole waits for each other. */
export function lockAssessPlan(db: Tx, planId: number): Promise<AssessPlanRecord | undefined> {
  return db.selectFrom('assessPlan').selectAll().where('id', '=', planId).forUpdate().executeTakeFirst()
}

export const selectAssessPlanRow = (db: Db, planId: number): Promise<AssessPlanRecord | undefined> =>
  db.selectFrom('assessPlan').selectAll().where('id', '=', planId).executeTakeFirst()

/** What belongs to one plan is written while it stays as it is. */
export function shareAssessPlan(db: Tx, planId: number): Promise<AssessPlanRecord | undefined> {
  return db.selectFrom('assessPlan').selectAll().where('id', '=', planId).forShare().executeTakeFirst()
}

export type PlanFields = Pick<
  AssessPlanRecord,
  | 'name'
  | 'year'
  | 'object'
  | 'startsOn'
  | 'endsOn'
  | 'appealDays'
  | 'twoReviewers'
  | 'rankingForUnits'
  | 'bonusLimit'
  | 'screeningPlanId'
  | 'lastPlanId'
  | 'coOrgId'
  | 'indicators'
  | 'grades'
  | 'draftOrgIds'
>
type NewPlan = PlanFields &
  Pick<AssessPlanRecord, 'ownerOrgId' | 'provinceId' | 'cityId' | 'regionId' | 'createdBy' | 'clientKey'>

const stored = ({ indicators, grades, ...fields }: PlanFields) => ({
  ...fields,
  indicators: JSON.stringify(indicators),
  grades: JSON.stringify(grades),
})

/** A plan that was sent before is the one that is there. */
export async function insertAssessPlan(db: Tx, plan: NewPlan): Promise<{ id: number; version: number }> {
  const { ownerOrgId, provinceId, cityId, regionId, createdBy, clientKey, ...fields } = plan
  return db
    .insertInto('assessPlan')
    .values({ ...stored(fields), ownerOrgId, provinceId, cityId, regionId, createdBy, clientKey })
    .onConflict((conflict) => conflict.constraint('assess_plan_once').doUpdateSet({ clientKey }))
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

export async function updateAssessPlan(db: Tx, planId: number, fields: PlanFields): Promise<number> {
  const { version } = await db
    .updateTable('assessPlan')
    .set({ ...stored(fields), version: sql<number>`version + 1` })
    .where('id', '=', planId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function deleteAssessPlanRow(db: Tx, planId: number): Promise<void> {
  await db.deleteFrom('assessPlan').where('id', '=', planId).execute()
}

type Mark = 'publishedAt' | 'closedAt'
const MARKED = { publishedAt: planStatus.published, closedAt: planStatus.closed } as const
export async function markAssessPlan(db: Tx, planId: number, mark: Mark): Promise<number> {
  const { version } = await db
    .updateTable('assessPlan')
    .set({ [mark]: sql`now()`, status: MARKED[mark] as never, version: sql<number>`version + 1` })
    .where('id', '=', planId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Each unit of a plan gets its application, once. */
export async function insertApplications(db: Tx, planId: number, orgIds: readonly number[]): Promise<void> {
  await sql`insert into assess_application (plan_id, org_id)
    select ${planId}, unnest(${[...orgIds]}::bigint[]) on conflict (plan_id, org_id) do nothing`.execute(db)
}

/** Only where nothing was entered. */
export async function deleteUntouched(db: Tx, planId: number, orgIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from assess_application
    where plan_id = ${planId} and org_id = any (${[...orgIds]}::bigint[]) and not touched
      and status = ${application.draft}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export type UnitOfPlan = {
  orgId: number
  orgName: string
  areaName: string
  applicationId: number | null
  touched: boolean
}
/** The units of a plan: of a draft those that were chosen. */
export async function selectUnits(db: Db, planId: number): Promise<UnitOfPlan[]> {
  const { rows } = await sql<UnitOfPlan>`
    select org.id as org_id, org.name as org_name, coalesce(area.name, '') as area_name, a.id as application_id,
      coalesce(a.touched, false) as touched
    from assess_plan as p
      cross join lateral (
        select org_id from assess_application where plan_id = p.id
        union select unnest(p.draft_org_ids) where p.status = ${planStatus.draft}) as unit
      join org on org.id = unit.org_id
      left join assess_application as a on a.plan_id = p.id and a.org_id = unit.org_id
      left join area on area.id = coalesce(org.region_id, org.city_id, org.province_id)
    where p.id = ${planId} order by org.region_id nulls first, org.city_id nulls first, org.id`.execute(db)
  return rows
}

/** Organisations with an application in a plan of the caller's. */
export async function selectAssessed(db: Db, planId: number): Promise<Set<number>> {
  const rows = await db.selectFrom('assessApplication').select('orgId').where('planId', '=', planId).execute()
  return new Set(rows.map(({ orgId }) => orgId))
}

/** Plans whose last day is over, and those that were closed and not yet read. */
export async function selectDuePlans(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from assess_plan where (status = ${planStatus.published} and ends_on < ${TODAY})
      or (status = ${planStatus.closed} and measured_at is null) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those who review: the body that assesses, and the other one where it takes part. */
export const bodiesOf = ({
  ownerOrgId,
  coOrgId,
}: Pick<AssessPlanRecord, 'ownerOrgId' | 'coOrgId'>): number[] =>
  coOrgId === null ? [ownerOrgId] : [ownerOrgId, coOrgId]

/** A plan whose results were published, as its unit reads it, with what was published of all of them. */
export async function selectPlanOfUnit(db: Db, orgId: number, planId: number) {
  const plan = await db
    .selectFrom('assessPlan as p')
    .leftJoin('assessPlan as last', 'last.id', 'p.lastPlanId')
    .selectAll('p')
    .select(['last.name as lastPlanName', 'last.indicators as lastIndicators'])
    .where('p.id', '=', planId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('assessApplication as a')
          .select('a.id')
          .whereRef('a.planId', '=', 'p.id')
          .where('a.orgId', '=', orgId),
      ),
    )
    .executeTakeFirst()
  if (!plan) return undefined
  const units = await db
    .selectFrom('assessApplication as a')
    .innerJoin('org', 'org.id', 'a.orgId')
    .leftJoin('area', (join) =>
      join.on('area.id', '=', sql`coalesce(org.region_id, org.city_id, org.province_id)`),
    )
    .leftJoin('assessApplication as last', (join) =>
      join.on('last.planId', '=', plan.lastPlanId).onRef('last.orgId', '=', 'a.orgId'),
    )
    .select([
      'a.id as applicationId',
      'a.orgId',
      'org.name as orgName',
      'a.total',
      'a.bonus',
      'a.place',
      'a.grade',
    ])
    .select([sql<string>`coalesce(area.name, '')`.as('areaName'), sql<boolean>`a.place is null`.as('missed')])
    .select(['last.total as lastTotal', 'last.place as lastPlace'])
    .where('a.planId', '=', planId)
    .execute()
  return { plan, units }
}
