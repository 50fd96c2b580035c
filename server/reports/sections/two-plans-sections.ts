// The sections on exactly two plans: change of the same students, and why a rate changed.
import type { ReportSection } from '#contract/reports/report/report.ts'
import { maySeeStudents, suppressionOfUnit } from '../../eyesight/figures/figure-suppression.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { cohortSection } from './cohort-section.ts'
import { decompositionSection } from './decomposition-section.ts'
import type { TwoPlans } from './two-plans.ts'

export async function twoPlansSections(of: TwoPlans): Promise<ReportSection[]> {
  // Costs many statements and is often not needed, so it is read on first use.
  let found: Promise<boolean> | undefined
  const isSuppressed = () => {
    found ??= hasSuppression(of)
    return found
  }
  const which = `本节以“${of.plan.name}”为本次，“${of.lastPlan.name}”为上次。`
  const sections = [await cohortSection(of, isSuppressed), ...(await decompositionSection(of, isSuppressed))]
  return sections.map((section) => ({ ...section, paragraphs: [which, ...section.paragraphs] }))
}

/** Whether the unit is suppressed for the caller on other screens: then these sections are suppressed too. */
async function hasSuppression({ ctx, resolved, plan, lastPlan }: TwoPlans): Promise<boolean> {
  if (maySeeStudents(ctx)) return false
  const of = async ({ id }: PlanRecord) => (await suppressionOfUnit(ctx, resolved, id)).all
  const [now, last] = [await of(plan), await of(lastPlan)]
  return [now, last].some((suppression) => suppression.has('valid') || suppression.has('rated'))
}
