import type { Report } from '#contract/reports/report.ts'

/** Where a frozen report is read. */
export const frozenLink = (kind: Report['kind'], reportNo: string): string =>
  `/report/${kind}-report?${new URLSearchParams({ reportNo })}`

/** Where the same report is made of today's figures. */
export function liveLink({
  kind,
  plan,
  lastPlan,
  unit,
}: Pick<Report, 'kind' | 'plan' | 'lastPlan' | 'unit'>) {
  // What was compared, or designed, is not told by its unit and plan: it is chosen anew.
  if (kind === 'contrast' || kind === 'design') return `/report/${kind}-report`
  const query = new URLSearchParams({ planId: String(plan.planId) })
  if (lastPlan) query.set('lastPlanId', String(lastPlan.planId))
  for (const [name, value] of Object.entries(unit.key)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `/report/${kind}-report?${query}`
}
