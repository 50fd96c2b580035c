// The rate of an area or a school from plan to plan.
import { counterFor } from '#contract/eyesight/figures/colleges.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { isSuppressed, ownSuppression } from '#contract/eyesight/figures/figure-small-cells.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import type { MyopiaView } from '#contract/overview/myopia.ts'
import { tallyOf } from '#contract/reports/report/tally.ts'
import { suppressionOfUnit } from '../eyesight/figures/figure-suppression.ts'
import type { Basis } from '../reports/report-basis.ts'
import { type PastPlan, selectPastPlans } from '../reports/report-queries.ts'

type TrendRate = { numerator: 'myopia'; denominator: 'rated' } | { numerator: 'poor'; denominator: 'valid' }
type OfPlace = Basis<'province' | 'city' | 'region' | 'school'>

/** Plans of the same kind and season; a plan in which the place has to be hidden has no rate. */
export async function readTrend(
  basis: OfPlace,
  { numerator, denominator }: TrendRate = { numerator: 'myopia', denominator: 'rated' },
): Promise<MyopiaView['trend']> {
  const { ctx, plan, place, resolved } = basis
  const past = await selectPastPlans(ctx.db, resolved.who, 0, plan, place)
  const present = past.find(({ id }) => id === plan.id)
  const points: MyopiaView['trend'] = []
  for (const each of past) {
    if (each.season !== plan.season) continue
    const [part, whole] = [counterFor(each, numerator), counterFor(each, denominator)]
    points.push({
      planId: each.id,
      schoolYear: each.schoolYear,
      rate: (await isHidden(basis, each, part)) ? null : percentOf(each[part] ?? 0, each[whole] ?? 0),
      otherSchools: present !== undefined && each.schoolSet !== present.schoolSet,
    })
  }
  return points.reverse()
}

async function isHidden(
  { ctx, resolved, plan, disclosure }: OfPlace,
  past: PastPlan,
  counter: CounterName,
): Promise<boolean> {
  const own = ownSuppression(tallyOf([{ ...past, sex: 0 }]))
  if (isSuppressed(own, counter)) return true
  if (past.id === plan.id) return isSuppressed(disclosure.now.unit.all, counter)
  // A province has no neighbours from which it could be derived.
  if (resolved.path.length === 1) return false
  return isSuppressed((await suppressionOfUnit(ctx, resolved, past.id)).all, counter)
}
