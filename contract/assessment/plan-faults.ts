// What stands in the way of publishing a plan, and in which part of it.
import { type IndicatorFault, indicatorFaults } from './indicators.ts'
import type { AssessPlanContent } from './plan-schemas.ts'
import { gradeFault } from './totals.ts'

export type PlanPart = 'basics' | 'indicators' | 'units' | 'grades'
export type PlanFault = IndicatorFault & { part: PlanPart }
type Judged = Pick<AssessPlanContent, 'indicators' | 'object' | 'grades' | 'screeningPlanId'>

/** Drafts may have such faults. */
export function planFaults(plan: Judged, units: number): PlanFault[] {
  const faults = indicatorFaults(plan.indicators, plan.object).map(
    (fault): PlanFault => ({ ...fault, part: 'indicators' }),
  )
  const add = (part: PlanPart, message: string) =>
    faults.push({ part, headKey: null, leafKey: null, message })
  const computes = plan.indicators.some(({ leaves }) => leaves.some(({ computed }) => computed))
  if (computes && plan.screeningPlanId === null) add('basics', '有系统指标，请选择取数的筛查计划')
  if (units === 0) add('units', '请选择考核对象')
  const grade = gradeFault(plan.grades)
  if (grade) add('grades', grade)
  return faults
}
