import type { Report } from '#contract/reports/report.ts'
import { NO_COMPARED_PLAN } from '#contract/reports/report-schemas.ts'

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
  query.set('lastPlanId', String(lastPlan?.planId ?? NO_COMPARED_PLAN))
  for (const [name, value] of Object.entries(unit.key)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `/report/${kind}-report?${query}`
}

/** What stands on the way there. */
export const liveTitle = (kind: Report['kind']): string =>
  kind === 'contrast' ? '新的对比' : kind === 'design' ? '自定义报告' : '查看最新报告'
