// Applications that wait for a decision (spec §2 "Approval", §4).
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { type BoundEndpoint, implement } from '../core/http/implement.ts'
import type { ApprovalEffects } from './approval.ts'
import { decideApprovals } from './decide-approvals.ts'
import { orgEffects } from './org-effects.ts'
import {
  countPending,
  type FindAssessment,
  type FindCorrection,
  findApproval,
  findRejection,
  listApprovals,
  type NameGrade,
} from './read-approvals.ts'
import { resubmitOrg } from './resubmit-org.ts'

/** What only later features know: given where everything is put together. */
type Parts = Omit<ApprovalEffects, 'org'> & {
  gradeName: NameGrade
  findCorrection: FindCorrection
  findAssessment: FindAssessment
}

export function makeApprovalRoutes({
  gradeName,
  findCorrection,
  findAssessment,
  ...later
}: Parts): BoundEndpoint[] {
  const effects: ApprovalEffects = { org: orgEffects, ...later }
  return implement(approvalEndpoints, {
    approvalPageList: listApprovals,
    approvalDetail: (ctx, { approvalId }) =>
      findApproval(ctx, approvalId, { gradeName, findCorrection, findAssessment }),
    pendingApprovals: countPending,
    orgRejection: findRejection,
    resubmitOrg,
    decide: (ctx, input) => decideApprovals(ctx, effects, input),
  })
}
