import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { UserTxCtx } from '../core/context.ts'
import { sendMessage } from '../messages/message.ts'
import { mayEdit, requireOrg } from '../orgs/org.ts'
import { applyForOrg } from './apply-for-org.ts'
import { reopenOrg } from './submit-queries.ts'

/** Everybody who may correct a refused organisation may submit it again; a body above decides where there is one. */
export async function resubmitOrg(ctx: UserTxCtx, { orgId }: { orgId: number }) {
  ctx.note({ objectType: 'org', objectId: orgId })
  const org = await requireOrg(ctx, orgId)
  if (!mayEdit(ctx, org)) throw new BizError(602)
  if (!(await reopenOrg(ctx.db, orgId))) throw new Refusal('notInThisState', notRejected(org.status))
  const { approvalId, status, approvers } = await applyForOrg(ctx, orgId, org)
  if (status === ApprovalStatus.code.passed) return { approvalId, status }
  const message = {
    kind: 'approval.org',
    title: '机构重新提交审核',
    body: `“${org.name}（${OrgType.label(org.orgType)}）”已更正信息并重新提交，请审核。`,
    link: `/approve/approve-list?kind=org&approvalId=${approvalId}`,
  }
  await sendMessage(ctx, message, { userIds: approvers.map(({ id }) => id) })
  return { approvalId, status }
}

const notRejected = (status: number) =>
  status === ApprovalStatus.code.passed
    ? '该机构已通过审核，无需重新提交'
    : '该机构已在待审核中，请勿重复提交'
