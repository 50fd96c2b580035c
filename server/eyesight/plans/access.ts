import { OrgType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx } from '../../core/context.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import {
  type PlanRecord,
  type ScreeningScope,
  selectPlan,
  selectPlans,
  selectTask,
  type TaskRecord,
} from './access-queries.ts'

const CARRY_OUT: readonly number[] = [OrgType.code.hospital, OrgType.code.social]

type Viewing = Pick<UserCtx, 'caller' | 'scope' | 'config'>

export function screeningScope(ctx: Viewing): ScreeningScope {
  const { org } = ctx.caller
  return {
    scope: ctx.scope,
    carriesOut: org && CARRY_OUT.includes(org.orgType) ? org.id : null,
    daysAfterArchive: ctx.config.EXECUTOR_DAYS_AFTER_ARCHIVE,
  }
}

/** The plan as it is today; 650 where there is none or the caller may not see it. */
export async function requirePlan(ctx: Viewing & Pick<UserCtx, 'db'>, planId: number): Promise<PlanRecord> {
  await applyDueTransitions(ctx.db)
  const plan = await selectPlan(ctx.db, screeningScope(ctx), ctx.caller.orgId ?? 0, planId)
  if (!plan) throw new BizError(650)
  return plan
}

/** As `requirePlan` for several, in the order asked for: one that is missing or foreign refuses them all. */
export async function requirePlans(ctx: UserCtx, planIds: readonly number[]): Promise<PlanRecord[]> {
  await applyDueTransitions(ctx.db)
  const found = await selectPlans(ctx.db, screeningScope(ctx), ctx.caller.orgId ?? 0, planIds)
  const byId = new Map(found.map((plan) => [plan.id, plan]))
  return planIds.map((id) => {
    const plan = byId.get(id)
    if (!plan) throw new BizError(650)
    return plan
  })
}

/** The task as it is today; 650 where there is none or the caller may not see it. */
export async function requireTask(
  ctx: UserCtx,
  taskId: number,
  lock?: 'share' | 'update',
): Promise<TaskRecord> {
  await applyDueTransitions(ctx.db)
  const task = await selectTask(ctx.db, screeningScope(ctx), taskId, lock)
  if (!task) throw new BizError(650)
  return task
}
