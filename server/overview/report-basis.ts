import { comparisonOf } from '#contract/eyesight/figures/compared-plan.ts'
import { haveOtherRules, lastPlanOf } from '../eyesight/figures/figure-rates.ts'
import { type Basis, type FixedKind, readDisclosure } from '../reports/report-basis.ts'
import type { WallBasis } from './wall.ts'

/** The same questions as for a report of the place, asked by nobody in particular. */
export async function reportBasisAt<Kind extends FixedKind>(
  { ctx, inParallel, plan, resolved, today }: WallBasis,
  kind: Kind,
  place: Basis<Kind>['place'],
): Promise<Basis<Kind>> {
  const lastPlan = (await lastPlanOf(ctx, plan, undefined)) ?? null
  return {
    ctx,
    inParallel,
    kind,
    plan,
    lastPlan,
    comparison: lastPlan && comparisonOf(plan, lastPlan),
    rulesDiffer: lastPlan !== null && haveOtherRules(plan, lastPlan),
    resolved,
    place,
    at: today,
    disclosure: await readDisclosure(ctx, resolved, plan, lastPlan),
  }
}
