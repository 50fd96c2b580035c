import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { govLevelOf } from '#contract/orgs/looks-after.ts'
import type { UserTxCtx } from '../core/context.ts'
import type { AreaIds } from '../core/scope.ts'
import { submitOrgApproval } from './approval.ts'
import { admitOrg, updateDecided } from './decide-queries.ts'
import { selectApprovers } from './submit-queries.ts'

/** What stands in the list of approvals where nobody was asked. */
const ADDED_BY_APPROVER = '由审核部门直接新增'

/**
 * A government body applies for an organisation. The body that nobody above would decide for needs no second approval:
 * nobody decides on the own application, so the first administrator would never get a first school. On record all the
 * same. Answers who is left to decide.
 */
export async function applyForOrg(ctx: UserTxCtx, orgId: number, area: AreaIds) {
  const { caller, db } = ctx
  const approvalId = await submitOrgApproval(ctx, orgId, area)
  const approvers = await selectApprovers(db, 'approveOrgs', area, caller.userId)
  const ownLevel = caller.org?.orgType === OrgType.code.government ? govLevelOf(caller.org) : undefined
  const isHighest = ownLevel !== undefined && approvers.every(({ level }) => level >= ownLevel)
  const atOnce = isHighest && caller.permissions.has('approveOrgs')
  ctx.note({ detail: { approvalId, approvedAtOnce: atOnce || undefined } })
  if (!atOnce) return { approvalId, status: ApprovalStatus.code.pending, approvers }
  await updateDecided(db, [approvalId], { passed: true, userId: caller.userId, reason: ADDED_BY_APPROVER })
  await admitOrg(db, orgId)
  return { approvalId, status: ApprovalStatus.code.passed, approvers: [] }
}
