import { sql } from 'kysely'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { TaskSelection } from '#contract/eyesight/plan-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Tx } from '../../core/db/connect.ts'
import { ORG_COLUMNS, withinScope } from '../../core/db/scope.ts'
import type { Scope } from '../../core/scope.ts'
import { type PlanReach, reached } from '../plans/plan-schools-queries.ts'

const { passed } = codeLiterals(ApprovalStatus)

export type Candidate = {
  orgId: number
  orgName: string
  approved: boolean
  reached: boolean
  /** Tasks of the plan that the school has already. */
  tasks: number
}

/** Schools that were named, or all that the plan reaches in the range and that have no task yet. */
export async function selectCandidates(
  db: Tx,
  scope: Scope,
  of: { planId: number; reach: PlanReach; named: readonly number[] | null },
): Promise<Candidate[]> {
  const { planId, reach, named } = of
  const wanted = named
    ? sql`org.id = any (${[...named]}::bigint[])`
    : sql`org.status = ${passed} and ${reached(reach)} and t.tasks is null`
  const { rows } = await sql<Candidate>`
    select org.id as org_id, org.name as org_name, org.status = ${passed} as approved, ${reached(reach)} as reached,
      coalesce(t.tasks, 0)::int as tasks
    from org join school on school.org_id = org.id
      left join (select school_org_id, count(*) as tasks from task where plan_id = ${planId} group by school_org_id)
        as t on t.school_org_id = org.id
    where ${withinScope(scope, ORG_COLUMNS)} and ${wanted} order by org.id`.execute(db)
  return rows
}

export type NewTasks = {
  planId: number
  startsOn: string
  endsOn: string
  selection: TaskSelection | null
  createdBy: number
  tasks: readonly { schoolOrgId: number; orgId: number }[]
}

/** Each where its school stands today: figures of a region stay where they were. */
export async function insertTasks(db: Tx, of: NewTasks): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into task (plan_id, school_org_id, org_id, starts_on, ends_on, selection, province_id, city_id, region_id,
      created_by)
    select ${of.planId}, org.id, t.org_id, ${of.startsOn}::date, ${of.endsOn}::date,
      ${of.selection && JSON.stringify(of.selection)}::jsonb, org.province_id, org.city_id, org.region_id,
      ${of.createdBy}
    from unnest(${of.tasks.map(({ schoolOrgId }) => schoolOrgId)}::bigint[],
      ${of.tasks.map(({ orgId }) => orgId)}::bigint[]) as t (school_org_id, org_id)
      join org on org.id = t.school_org_id order by org.id
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
