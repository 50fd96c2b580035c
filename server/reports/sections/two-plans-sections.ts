// What two plans tell of the same children, and why a rate changed between them.
import type { ReportSection } from '#contract/reports/report/report.ts'
import type { UserCtx } from '../../core/context.ts'
import { maySeeStudents, suppressionOfUnit } from '../../eyesight/figures/figure-suppression.ts'
import type { Place, ResolvedUnit } from '../../eyesight/figures/unit.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { followedSection } from './followed-section.ts'
import { splitSection } from './split-section.ts'

/** A unit in two plans, of which `lastPlan` began earlier; everything is read in one moment. */
export type TwoPlans = {
  ctx: UserCtx
  resolved: ResolvedUnit
  place: Place
  plan: PlanRecord
  lastPlan: PlanRecord
}

export async function twoPlansSections(of: TwoPlans): Promise<ReportSection[]> {
  // Many statements, and often nobody has to know.
  let found: Promise<boolean> | undefined
  const isSuppressed = () => {
    found ??= hasSuppression(of)
    return found
  }
  const which = `本节以“${of.plan.name}”为本次，“${of.lastPlan.name}”为上次。`
  const sections = [await followedSection(of, isSuppressed), ...(await splitSection(of, isSuppressed))]
  return sections.map((section) => ({ ...section, paragraphs: [which, ...section.paragraphs] }))
}

/** Whether anything of the unit is kept back from the caller on every screen: then nothing is told of it here. */
async function hasSuppression({ ctx, resolved, plan, lastPlan }: TwoPlans): Promise<boolean> {
  if (maySeeStudents(ctx)) return false
  const of = ({ id }: PlanRecord) => suppressionOfUnit(ctx, resolved, { planId: id, stage: undefined })
  const [now, last] = [await of(plan), await of(lastPlan)]
  return [now, last].some((suppression) => suppression.has('valid') || suppression.has('rated'))
}
