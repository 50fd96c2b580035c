// Whether a screening plan allows work on an organisation's roster (spec §4).
import { planEndpoints } from '#contract/plans/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { canOperate, isPlanComplete } from './plan-gate.ts'

export const planRoutes = implement(planEndpoints, {
  canOperateByPlanStatus: canOperate,
  isPlanComplete,
})
