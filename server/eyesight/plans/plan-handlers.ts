import type { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import type { Implementation } from '../../core/http/implement.ts'
import { addPlan, archivePlan, deletePlan, editPlan, endPlan, publishPlan, reopenPlan } from './plan.ts'
import { findPlan, listPlanChoices, listPlans } from './plan-list.ts'
import { listExecutors, listPlanSchools, previewPlan } from './plan-schools.ts'

export const planHandlers: Implementation<typeof planEndpoints> = {
  planPageList: listPlans,
  planDetail: findPlan,
  planChoices: listPlanChoices,
  planPreview: previewPlan,
  addPlan,
  editPlan,
  deletePlan,
  publishPlan,
  endPlan,
  reopenPlan,
  archivePlan,
  planSchools: listPlanSchools,
  executorOptions: listExecutors,
}
