// Whether a screening plan allows work on an organisation's roster (spec §4).
import { rosterGateEndpoints } from '#contract/plans/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { canOperate, isPlanComplete } from './plan-gate.ts'

export const planRoutes = implement(rosterGateEndpoints, {
  canOperateByPlanStatus: canOperate,
  isPlanComplete,
})
