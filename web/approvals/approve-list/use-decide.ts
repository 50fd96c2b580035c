import { useCallback } from 'react'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import type { ApprovalKind } from '#contract/approvals/schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'

export type Decision = { passed: boolean; reason?: string }

const refreshes = [
  approvalEndpoints.approvalPageList,
  approvalEndpoints.approvalDetail,
  approvalEndpoints.pendingApprovals,
  assessmentEndpoints.assessApplication,
  assessmentEndpoints.assessPlan,
  assessmentEndpoints.assessUnits,
]

/** An assessed unit corrects its application and hands it in again. */
export const refuseWordOf = (kind: ApprovalKind): string => (kind === 'assessment' ? '退回' : '拒绝')

/** Decides and says how it went. */
export function useDecide(kind: ApprovalKind) {
  const { send, sending } = useSend(approvalEndpoints.decide, { refreshes, success: false })
  const decide = useCallback(
    async (approvalIds: number[], { passed, reason }: Decision): Promise<boolean> => {
      const answer = await send({ approvalIds, passed, reason })
      if (answer.ok) notifySuccess(`已${passed ? '通过' : refuseWordOf(kind)} ${answer.data.decided} 项申请`)
      return answer.ok
    },
    [kind, send],
  )
  return { decide, deciding: sending }
}
