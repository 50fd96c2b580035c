import { sql } from 'kysely'
import type { z } from 'zod'
import { AreaTier } from '#contract/areas/schemas.ts'
import type { YesNo } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PlanForm } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import type { PlanRecord } from './access-queries.ts'

const planStatus = codeLiterals(PlanStatus)
const taskStatus = codeLiterals(TaskStatus)
const areaTier = codeLiterals(AreaTier)

export type PlanFields = Omit<z.output<typeof PlanForm>, 'areaIds'>
export type PlanArea = { areaId: string; provinceId: string; cityId: string | null; regionId: string | null }

/** Areas with the path that leads to them; those that do not exist are missing. */
export async function selectAreas(db: Db, areaIds: readonly string[]): Promise<PlanArea[]> {
  const { rows } = await sql<PlanArea>`select id as area_id, split_part(full_id, '-', 1) as province_id,
      nullif(split_part(full_id, '-', 2), '') as city_id, nullif(split_part(full_id, '-', 3), '') as region_id
    from area where id = any (${[...areaIds]}::text[]) and level <= ${areaTier.region} order by id`.execute(
    db,
  )
  return rows
}

export async function selectAreasOf(db: Db, planId: number): Promise<PlanArea[]> {
  const { rows } = await sql<PlanArea>`select area_id, province_id, city_id, region_id from plan_area
    where plan_id = ${planId} order by area_id`.execute(db)
  return rows
}

/** Two of one organisation who give a plan the same name: one after the other. */
export async function lockPlanOwner(db: Tx, orgId: number): Promise<void> {
  await sql`select 1 from org where id = ${orgId} for no key update`.execute(db)
}

/** Whether the owner has another plan of that name in the school year. */
export async function isPlanNameTaken(
  db: Tx,
  plan: { ownerOrgId: number; planName: string; schoolYear: number; exceptId?: number },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from plan where owner_org_id = ${plan.ownerOrgId} and name = ${plan.planName}
    and school_year = ${plan.schoolYear} and id <> ${plan.exceptId ?? 0} limit 1`.execute(db)
  return rows.length > 0
}

/** What a form made that was sent before. */
export async function selectPlanByKey(
  db: Tx,
  userId: number,
  clientKey: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from plan where created_by = ${userId} and client_key = ${clientKey}`.execute(db)
  return rows[0]?.id
}

const columnsOf = (fields: PlanFields) => ({
  name: fields.planName,
  schoolYear: fields.schoolYear,
  season: fields.season,
  kind: fields.kind,
  includeDirect: fields.includeDirect,
  stages: [...new Set(fields.stages)].sort(),
  startsOn: fields.startsOn,
  endsOn: fields.endsOn,
  items: JSON.stringify(fields.items),
  profile: JSON.stringify(fields.profile),
  lastPlanId: fields.lastPlanId,
  retestRatio: fields.retestRatio,
  errorCap: fields.errorCap,
  targetRate: fields.targetRate,
  schoolMayAdd: fields.schoolMayAdd,
  remark: fields.remark,
})

export async function insertPlan(
  db: Tx,
  fields: PlanFields,
  by: { ownerOrgId: number; createdBy: number; clientKey: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('plan')
    .values({ ...columnsOf(fields), ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePlan(db: Tx, planId: number, fields: PlanFields): Promise<void> {
  await db
    .updateTable('plan')
    .set({ ...columnsOf(fields), version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', planId)
    .execute()
}

export async function replaceAreas(db: Tx, planId: number, areas: readonly PlanArea[]): Promise<void> {
  await db.deleteFrom('planArea').where('planId', '=', planId).execute()
  await db
    .insertInto('planArea')
    .values(areas.map((area) => ({ planId, ...area })))
    .execute()
}

export type LockedPlan = PlanRecord & { includeDirect: CodeOf<typeof YesNo>; today: string }

/** A plan before its tasks and their schools: `update` for what changes it or adds to it, `share` for its tasks. */
export async function lockPlan(
  db: Tx,
  planId: number,
  how: 'share' | 'update',
): Promise<LockedPlan | undefined> {
  const { rows } = await sql<LockedPlan>`select plan.*, ${TODAY} as today from plan where id = ${planId}
    ${how === 'share' ? sql`for share` : sql`for no key update`}`.execute(db)
  return rows[0]
}

/** The status of a published plan by its first day. */
const BEGUN_BY_DATE = sql`case when starts_on <= ${TODAY} then ${planStatus.underWay} else ${planStatus.published} end`

/** Published: under way at once where its first day has come. */
export async function setPublished(db: Tx, planId: number): Promise<void> {
  await sql`update plan set status = ${BEGUN_BY_DATE}, published_at = now(),
    version = version + 1, updated_at = now() where id = ${planId}`.execute(db)
}

export async function setArchived(db: Tx, planId: number): Promise<void> {
  await sql`update plan set status = ${planStatus.archived}, archived_at = now(), version = version + 1,
      updated_at = now()
    where id = ${planId}`.execute(db)
}

/** Waits for those who are just writing into one of them. */
export async function lockOpenTasks(db: Tx, planId: number): Promise<void> {
  await sql`select 1 from task where plan_id = ${planId} and status < ${taskStatus.completed}
    order by id for no key update`.execute(db)
}

export async function nextVersion(db: Tx, planId: number): Promise<void> {
  await sql`update plan set version = version + 1 where id = ${planId}`.execute(db)
}

/** Goes on until another day, and with it the tasks that ended together with it; its range is again the schools of today. */
export async function setReopened(db: Tx, planId: number, endsOn: string): Promise<void> {
  await db.deleteFrom('planEndClass').where('planId', '=', planId).execute()
  await db.deleteFrom('planEndSchool').where('planId', '=', planId).execute()
  await sql`update plan set status = ${BEGUN_BY_DATE}, ends_on = ${endsOn}::date,
    ended_at = null, range_stored = false, version = version + 1, updated_at = now() where id = ${planId}`.execute(
    db,
  )
  await sql`update task set
      status = case when synced_at is null then ${taskStatus.waiting} else ${taskStatus.underWay} end,
      ended_with_plan = false, completed_at = null, ends_on = case when ends_on < ${TODAY} then ${endsOn}::date else ends_on end,
      version = version + 1, updated_at = now()
    where plan_id = ${planId} and ended_with_plan`.execute(db)
  await fitTasks(db, planId)
}

/** Tasks that are not over stay inside the dates of their plan. */
export async function fitTasks(db: Tx, planId: number): Promise<void> {
  const startsOn = sql`least(greatest(task.starts_on, plan.starts_on), plan.ends_on)`
  await sql`update task set starts_on = ${startsOn}, ends_on = greatest(least(task.ends_on, plan.ends_on), ${startsOn}),
      version = task.version + 1, updated_at = now()
    from plan where plan.id = ${planId} and task.plan_id = plan.id and task.status < ${taskStatus.completed}
      and (task.starts_on < plan.starts_on or task.ends_on > plan.ends_on)`.execute(db)
}

export async function deletePlanRow(db: Tx, planId: number): Promise<void> {
  await db.deleteFrom('plan').where('id', '=', planId).execute()
}
