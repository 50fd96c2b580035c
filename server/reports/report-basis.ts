// What every report needs first: the plans, the unit inside the caller's range, one moment, the suppression.
import { NOTHING_SUPPRESSED, type Suppression } from '#contract/eyesight/figures/figure-small-cells.ts'
import type { RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { UserCtx } from '../core/context.ts'
import type { AskInParallel } from '../core/db/one-moment.ts'
import { figurePlanOf } from '../eyesight/figures/figure.ts'
import { readChildren } from '../eyesight/figures/figure-children.ts'
import { maySeeStudents, suppressionOfUnit } from '../eyesight/figures/figure-suppression.ts'
import type { Place, ResolvedUnit } from '../eyesight/figures/unit.ts'
import type { PlanRecord } from '../eyesight/plans/access-queries.ts'
import {
  type Counted,
  type SuppressionByKey,
  suppressionInTrees,
  suppressNothing,
} from './lines/counted-tree.ts'

export type FixedKind = Extract<Place['level'], Report['kind']>

export type Basis<Kind extends FixedKind = FixedKind> = BasisOfAny & {
  kind: Kind
  place: Extract<Place, { level: Kind }>
}
export type BasisOfAny = {
  ctx: UserCtx
  inParallel: AskInParallel
  kind: FixedKind
  plan: PlanRecord
  lastPlan: PlanRecord | null
  comparison: Report['comparison']
  rulesDiffer: boolean
  resolved: ResolvedUnit
  place: Place
  at: string
  /** Of the unit itself, in the plan and in the one it is compared with. */
  suppression: Suppression
  lastSuppression: Suppression
}

/** The plan as a report names it, with its days. */
export const reportPlanOf = (plan: PlanRecord): Report['plan'] => ({
  ...figurePlanOf(plan),
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
})

export async function suppressionOf(
  ctx: UserCtx,
  resolved: ResolvedUnit,
  plan: PlanRecord,
  lastPlan: PlanRecord | null,
): Promise<{ suppression: Suppression; lastSuppression: Suppression }> {
  if (maySeeStudents(ctx)) return { suppression: NOTHING_SUPPRESSED, lastSuppression: NOTHING_SUPPRESSED }
  const of = ({ id }: PlanRecord) => suppressionOfUnit(ctx, resolved, { planId: id, stage: undefined })
  return { suppression: await of(plan), lastSuppression: lastPlan ? await of(lastPlan) : NOTHING_SUPPRESSED }
}

/** The suppression of trees of the unit for the reader, in one of the two plans. */
export const suppressionIn = (
  basis: BasisOfAny,
  trees: readonly Counted[],
  when: 'now' | 'last' = 'now',
): SuppressionByKey =>
  maySeeStudents(basis.ctx)
    ? suppressNothing
    : suppressionInTrees(trees, when === 'now' ? basis.suppression : basis.lastSuppression)

/** The unit's part of the plan's range. */
export const rangeOfUnit = async ({ ctx, resolved, plan }: BasisOfAny): Promise<RangeCounts> =>
  (await readChildren(ctx, resolved, { planId: plan.id, stage: undefined, counters: ['expected'] })).range
