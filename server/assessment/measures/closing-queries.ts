import { sql } from 'kysely'
import { ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'

const status = codeLiterals(ApplicationStatus)
const plan = codeLiterals(AssessPlanStatus)

/** The figures that count are read: nothing is read again. */
export async function markMeasured(db: Tx, planId: number): Promise<void> {
  await sql`update assess_plan set measured_at = now(), version = version + 1 where id = ${planId}`.execute(
    db,
  )
}

/** Units that have not handed in. */
export async function selectMissing(db: Tx, planId: number): Promise<number[]> {
  const { rows } = await sql<{ orgId: number }>`
    select org_id from assess_application where plan_id = ${planId} and status in (${status.draft}, ${status.returned})
    order by org_id`.execute(db)
  return rows.map(({ orgId }) => orgId)
}

const DAYS_BEFORE_END = 3
export type Ending = { id: number; name: string; endsOn: string }

/** Plans that end within three days and whose units were not reminded yet, marked as reminded. */
export async function markReminded(db: Tx): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    update assess_plan set reminded_at = now()
    where id in (select id from assess_plan where status = ${plan.published} and reminded_at is null
        and ends_on between ${TODAY} and ${TODAY} + ${DAYS_BEFORE_END}::int and starts_on <= ${TODAY} for update skip locked)
    returning id, name, ends_on`.execute(db)
  return rows
}

/** Open plans with long work in them: what was read last is shown until the next hour. */
export async function selectOpenPlans(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from assess_plan where status = ${plan.published} and ends_on >= ${TODAY} order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
