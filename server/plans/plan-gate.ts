import { Refusal } from '#contract/core/error-codes.ts'
import type { Ctx, UserCtx } from '../core/context.ts'
import { requireOrg } from '../orgs/org.ts'
import { applyDueTransitions } from './due-transitions.ts'
import { selectPlansUnderWay } from './plan-queries.ts'

type OrgInput = { orgId: number }

/** Refused while a task of the organisation is under way; the caller has checked the range. */
export async function assertOperable(ctx: Ctx, orgId: number): Promise<void> {
  await applyDueTransitions(ctx.db)
  const names = await selectPlansUnderWay(ctx.db, orgId, 'any')
  if (names.length === 0) return
  throw new Refusal(
    'notInThisState',
    `筛查计划${names.map((name) => `“${name}”`).join('、')}进行中，暂不能操作`,
  )
}

export async function canOperate(ctx: UserCtx, { orgId }: OrgInput): Promise<boolean> {
  await requireOrg(ctx, orgId)
  await applyDueTransitions(ctx.db)
  return (await selectPlansUnderWay(ctx.db, orgId, 'any')).length === 0
}

/** Whether a school's roster may be imported: no task at the school is under way. */
export async function isPlanComplete(ctx: UserCtx, { orgId }: OrgInput) {
  await requireOrg(ctx, orgId)
  await applyDueTransitions(ctx.db)
  const planNames = await selectPlansUnderWay(ctx.db, orgId, 'school')
  return { complete: planNames.length === 0, planNames }
}
