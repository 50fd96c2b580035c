// What every report needs first: the plans, the unit inside the caller's range, one moment, the suppression.
import type { RangeCounts } from '#contract/eyesight/figures/plan-range.ts'
import type { When } from '#contract/reports/report/measure.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { UserCtx } from '../core/context.ts'
import type { AskInParallel } from '../core/db/one-moment.ts'
import { figurePlanOf } from '../eyesight/figures/figure.ts'
import { readChildren } from '../eyesight/figures/figure-children.ts'
import {
  ALL_SHOWN,
  discloseUnit,
  maySeeStudents,
  type UnitDisclosure,
} from '../eyesight/figures/figure-suppression.ts'
import type { Place, ResolvedUnit } from '../eyesight/figures/unit.ts'
import type { PlanRecord } from '../eyesight/plans/access-queries.ts'
import { GONE_KEY } from './lines/comparison-lines.ts'
import {
  type Counted,
  type KnownSuppression,
  type SuppressionByKey,
  suppressionInTrees,
  suppressNothing,
} from './lines/counted-tree.ts'
import { stageOfKey } from './lines/stage-tree.ts'

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
  /** Of the unit and the units below it, in the plan and in the one it is compared with. */
  disclosure: Record<When, UnitDisclosure>
}

/** The plan as a report names it, with its days. */
export const reportPlanOf = (plan: PlanRecord): Report['plan'] => ({
  ...figurePlanOf(plan),
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
})

export const readDisclosure = async (
  ctx: UserCtx,
  resolved: ResolvedUnit,
  plan: PlanRecord,
  lastPlan: PlanRecord | null,
): Promise<BasisOfAny['disclosure']> => ({
  now: await discloseUnit(ctx, resolved, plan.id),
  last: lastPlan ? await discloseUnit(ctx, resolved, lastPlan.id) : ALL_SHOWN,
})

/** The suppression of trees of the unit for the reader, in one of the two plans. */
export const suppressionIn = (
  basis: BasisOfAny,
  trees: readonly Counted[],
  when: When = 'now',
  isOwnWhole = false,
): SuppressionByKey =>
  maySeeStudents(basis.ctx)
    ? suppressNothing
    : suppressionInTrees(trees, { ...knownOf(basis.disclosure[when], trees), isOwnWhole })

/** What figure pages suppress of the unit, its stages and the units below it. */
export function knownOf(
  { unit, below }: Pick<UnitDisclosure, 'unit' | 'below'>,
  trees: readonly Counted[],
): KnownSuppression {
  const named = new Set(trees.flatMap(({ parts }) => parts.map(({ key }) => key)))
  const gone = [...below].filter(([key]) => !named.has(key)).flatMap(([, { all }]) => [...all])
  return {
    whole: unit.all,
    of: (key) =>
      key === GONE_KEY ? new Set(gone) : (unit.stages.get(stageOfKey(key)) ?? below.get(key)?.all),
  }
}

/** The unit's part of the plan's range. */
export const rangeOfUnit = async ({ ctx, resolved, plan }: BasisOfAny): Promise<RangeCounts> =>
  (await readChildren(ctx, resolved, { planId: plan.id, stage: undefined, counters: ['expected'] })).range
