import { sql } from 'kysely'
import type { AssessObject } from '#contract/assessment/statuses.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { screeningScope } from '../../eyesight/plans/access.ts'
import { withinPlans } from '../../eyesight/plans/access-queries.ts'

const { draft } = codeLiterals(PlanStatus)
const PROPOSED_MOST = 50

/** Plans of the own body, the newest first: to copy from, and to compare with. */
export async function selectEarlierPlans(db: Db, ownerOrgId: number) {
  const { rows } = await sql<{
    planId: number
    name: string
    year: number
    object: CodeOf<typeof AssessObject>
  }>`
    select id as plan_id, name, year, object from assess_plan where owner_org_id = ${ownerOrgId}
    order by year desc, id desc limit ${PROPOSED_MOST}`.execute(db)
  return rows
}

/** Screening plans in range, the newest first. */
export async function selectScreeningPlans(ctx: UserCtx) {
  const { rows } = await sql<{ id: number; name: string }>`
    select plan.id, plan.name from plan
    where plan.status > ${draft} and ${withinPlans(screeningScope(ctx), ctx.caller.orgId ?? 0)}
    order by plan.starts_on desc, plan.id desc limit ${PROPOSED_MOST}`.execute(ctx.db)
  return rows
}
