import type { UserCtx } from '../core/context.ts'
import type { AssessViewer } from './access-queries.ts'

export function assessViewer({ caller, scope }: UserCtx): AssessViewer {
  const may = caller.permissions
  return {
    scope,
    userId: caller.userId,
    orgId: caller.orgId ?? 0,
    overPlans: may.has('assessmentPlans'),
    reviews: may.has('approveAssessments'),
    applies: may.has('assessmentApplications'),
  }
}
