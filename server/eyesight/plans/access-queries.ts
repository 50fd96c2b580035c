import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CodeOf } from '#contract/core/enums.ts'
import type { JudgementProfile } from '#contract/eyesight/judgement/profile.ts'
import type { PlanItems, PlanKind, Season, TaskSelection } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus, type TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import {
  type RosterColumns,
  type ScopeColumns,
  withinPast,
  withinRoster,
  withinScope,
} from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'

const { draft } = codeLiterals(PlanStatus)

/** Who asks: a data range, and whether the organisation carries out tasks elsewhere than at itself. */
export type ScreeningScope = {
  scope: Scope
  carriesOut: number | null
  /** How long who carries out tasks sees them after their plan was archived. */
  daysAfterArchive: number
}

const TASK_COLUMNS: ScopeColumns = {
  province: 'task.provinceId',
  city: 'task.cityId',
  region: 'task.regionId',
  org: 'task.schoolOrgId',
}

const TASK_CLASS_COLUMNS: RosterColumns = { ...TASK_COLUMNS, class: 'taskClass.classId' }

/** Tasks (as `task`) the caller may see: of the schools in range, or those the own organisation carries out. */
export function withinTasks(who: ScreeningScope): RawBuilder<SqlBool> {
  return who.carriesOut === null ? withinScope(who.scope, TASK_COLUMNS) : carriedOutTask(who.carriesOut, who)
}

/** Its work is done: the results of children whom it no longer examines are none of its concern for ever. */
export const carriedOutTask = (orgId: number, { daysAfterArchive }: ScreeningScope) =>
  sql<SqlBool>`(task.org_id = ${orgId} and not exists (select from plan as closed where closed.id = task.plan_id
    and closed.archived_at < now() - make_interval(days => ${daysAfterArchive}::int)))`

/** Sees whole areas, so that the stored figures of an area apply. */
export const seesAreas = ({ scope, carriesOut }: ScreeningScope): boolean =>
  carriesOut === null && (scope.kind === 'province' || scope.kind === 'city' || scope.kind === 'region')

/** Classes of a task (as `task` and `task_class`): teachers and grade heads see no others than their own. */
export function withinTaskClasses(who: ScreeningScope): RawBuilder<SqlBool> {
  if (who.carriesOut !== null) return carriedOutTask(who.carriesOut, who)
  return withinRoster(who.scope, TASK_CLASS_COLUMNS)
}

/** Records (with `task`, `task_class` and `student`): in addition those of children in the own classes of today. */
export function withinRecords(who: ScreeningScope): RawBuilder<SqlBool> {
  if (who.carriesOut !== null) return carriedOutTask(who.carriesOut, who)
  return withinPast(who.scope, TASK_CLASS_COLUMNS)
}

/**
 * Plans (as `plan`): a government body sees what its owner made and what takes place in its range, everybody else the
 * published ones with a task of theirs; a school also those of its area that let it add one.
 */
export function withinPlans(who: ScreeningScope, ownOrgId: number): RawBuilder<SqlBool> {
  const { scope, carriesOut } = who
  const published = sql`plan.status > ${draft}`
  const taskHere = sql`exists (select from task where task.plan_id = plan.id and ${withinTasks(who)})`
  if (carriesOut !== null) return sql<SqlBool>`(${published} and ${taskHere})`
  if (scope.kind === 'nothing') return sql<SqlBool>`false`
  if (scope.kind === 'org') {
    const open = sql`plan.school_may_add and exists (select from plan_area as pa join org on org.id = ${scope.orgId}
      where pa.plan_id = plan.id and pa.province_id = org.province_id
        and (pa.city_id is null or pa.city_id = org.city_id)
        and (pa.region_id is null or pa.region_id = org.region_id))`
    return sql<SqlBool>`(${published} and (${taskHere} or (${open})))`
  }
  const here = sql`exists (select from plan_area as pa where pa.plan_id = plan.id and ${overlaps(scope)})`
  return sql<SqlBool>`(plan.owner_org_id = ${ownOrgId} or (${published} and ${here}))`
}

/** Areas of a plan (as `pa`) that share ground with a range. */
function overlaps(scope: Exclude<Scope, { kind: 'org' | 'nothing' }>): RawBuilder<SqlBool> {
  if (scope.kind === 'province') return sql<SqlBool>`pa.province_id = ${scope.provinceId}`
  if (scope.kind === 'city') {
    return sql<SqlBool>`(pa.city_id = ${scope.cityId} or (pa.city_id is null and pa.province_id =
      (select parent_id from area where id = ${scope.cityId})))`
  }
  return sql<SqlBool>`(pa.region_id = ${scope.regionId} or (pa.region_id is null and (
    pa.city_id = (select parent_id from area where id = ${scope.regionId}) or (pa.city_id is null and pa.province_id =
      (select c.parent_id from area as r join area as c on c.id = r.parent_id where r.id = ${scope.regionId})))))`
}

export type PlanRecord = {
  id: number
  name: string
  status: CodeOf<typeof PlanStatus>
  ownerOrgId: number
  startsOn: string
  endsOn: string
  schoolYear: number
  season: CodeOf<typeof Season>
  kind: CodeOf<typeof PlanKind>
  stages: number[]
  items: PlanItems
  profile: JudgementProfile
  lastPlanId: number | null
  retestRatio: number
  errorCap: number
  targetRate: number
  schoolMayAdd: boolean
  version: number
}
const PLAN_COLUMNS = sql`plan.id, plan.name, plan.status, plan.owner_org_id, plan.starts_on, plan.ends_on,
  plan.school_year, plan.season, plan.kind, plan.stages, plan.items, plan.profile, plan.last_plan_id,
  plan.retest_ratio, plan.error_cap, plan.target_rate, plan.school_may_add, plan.version`

export async function selectPlan(db: Db, who: ScreeningScope, ownOrgId: number, planId: number) {
  const { rows } = await sql<PlanRecord>`select ${PLAN_COLUMNS} from plan
    where plan.id = ${planId} and ${withinPlans(who, ownOrgId)}`.execute(db)
  return rows[0]
}

/** As `selectPlan` for several; those that the caller may not see are missing. */
export async function selectPlans(db: Db, who: ScreeningScope, ownOrgId: number, planIds: readonly number[]) {
  const { rows } = await sql<PlanRecord>`select ${PLAN_COLUMNS} from plan
    where plan.id = any (${[...planIds]}::bigint[]) and ${withinPlans(who, ownOrgId)}`.execute(db)
  return rows
}

export type TaskRecord = {
  id: number
  planId: number
  schoolOrgId: number
  orgId: number
  status: CodeOf<typeof TaskStatus>
  startsOn: string
  endsOn: string
  selection: TaskSelection | null
  version: number
}

/** `lock`: 'share' while readings are written, 'update' for what changes the task itself. */
export async function selectTask(db: Db, who: ScreeningScope, taskId: number, lock?: 'share' | 'update') {
  const held =
    lock === undefined ? sql`` : lock === 'share' ? sql`for share of task` : sql`for update of task`
  const { rows } =
    await sql<TaskRecord>`select task.id, task.plan_id, task.school_org_id, task.org_id, task.status,
      task.starts_on, task.ends_on, task.selection, task.version
    from task where task.id = ${taskId} and ${withinTasks(who)} ${held}`.execute(db)
  return rows[0]
}
