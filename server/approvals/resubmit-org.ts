import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { UserTxCtx } from '../core/context.ts'
import { sendMessage } from '../messages/message.ts'
import { mayEdit, requireOrg } from '../orgs/org.ts'
import { submitOrgApproval } from './approval.ts'
import { reopenOrg, selectApprovers } from './submit-queries.ts'

/** Everybody who may correct a refused organisation may submit it again; the applicant does not decide. */
export async function resubmitOrg(ctx: UserTxCtx, { orgId }: { orgId: number }) {
  ctx.note({ objectType: 'org', objectId: orgId })
  const org = await requireOrg(ctx, orgId)
  if (!mayEdit(ctx, org)) throw new BizError(602)
  if (!(await reopenOrg(ctx.db, orgId))) throw new Refusal('notInThisState', notRejected(org.status))
  const approvalId = await submitOrgApproval(ctx, orgId, org)
  ctx.note({ detail: { approvalId } })
  const approvers = await selectApprovers(ctx.db, 'approveOrgs', org, ctx.caller.userId)
  const message = {
    kind: 'approval.org',
    title: '机构重新提交审核',
    body: `“${org.name}（${OrgType.label(org.orgType)}）”已更正信息并重新提交，请审核。`,
    link: `/approve/approve-list?kind=org&approvalId=${approvalId}`,
  }
  await sendMessage(ctx, message, { userIds: approvers.map(({ id }) => id) })
  return { approvalId }
}

const notRejected = (status: number) =>
  status === ApprovalStatus.code.passed
    ? '该机构已通过审核，无需重新提交'
    : '该机构已在待审核中，请勿重复提交'
