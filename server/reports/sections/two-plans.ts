import type { UserCtx } from '../../core/context.ts'
import type { Place, ResolvedUnit } from '../../eyesight/figures/unit.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'

/** A unit in two plans, of which `lastPlan` began earlier; everything is read in one moment. */
export type TwoPlans = {
  ctx: UserCtx
  resolved: ResolvedUnit
  place: Place
  plan: PlanRecord
  lastPlan: PlanRecord
}
