import { Alert } from 'antd'
import { useCallback } from 'react'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { GovDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'

const APPROVALS = [
  approvalEndpoints.approvalPageList,
  approvalEndpoints.pendingApprovals,
  approvalEndpoints.approvalDetail,
]

/** An organisation that was refused can be submitted again once it is corrected. */
export function useResubmit(
  org: Pick<GovDetail, 'orgId' | 'status'> | undefined,
  lists: readonly Endpoint[] = [],
) {
  const { send, sending } = useSend(approvalEndpoints.resubmitOrg, {
    refreshes: [...APPROVALS, ...lists],
    success: false,
  })
  const orgId = org?.orgId
  const resubmit = useCallback(async (): Promise<boolean> => {
    if (orgId === undefined) return false
    const sent = await send({ orgId })
    if (sent.ok) notifySuccess(outcomeOf(sent.data.status))
    return sent.ok
  }, [orgId, send])
  return { rejected: org?.status === ApprovalStatus.code.rejected, resubmit, resubmitting: sending }
}

/** Where nobody above decides, it is approved with the submission. */
const outcomeOf = (status: number): string =>
  status === ApprovalStatus.code.passed ? '已重新提交并通过审核' : '已重新提交，等待审核'

/** Why it was refused, above what is to be corrected. */
export function OrgRejection({ orgId }: { orgId: number }) {
  const { data, isPlaceholderData } = useCall(approvalEndpoints.orgRejection, { orgId })
  const rejection = isPlaceholderData ? undefined : data
  const by = rejection && [rejection.decidedByName, formatDateTime(rejection.decidedAt)].filter(Boolean)
  return (
    <Alert
      type="error"
      showIcon
      className={layout.below16}
      title={`审核未通过${rejection?.decideReason ? `：${rejection.decideReason}` : ''}`}
      description={`${by ? `${by.join(' ')}。` : ''}更正后可以重新提交审核。`}
    />
  )
}
