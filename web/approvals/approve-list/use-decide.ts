import { useCallback } from 'react'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { notifySuccess } from '#web/core/notice.ts'

export type Decision = { passed: boolean; reason?: string }

const refreshes = [
  approvalEndpoints.approvalPageList,
  approvalEndpoints.approvalDetail,
  approvalEndpoints.pendingApprovals,
]

/** Decides and says how it went. */
export function useDecide() {
  const { send, sending } = useSend(approvalEndpoints.decide, { refreshes, success: false })
  const decide = useCallback(
    async (approvalIds: number[], { passed, reason }: Decision): Promise<boolean> => {
      const answer = await send({ approvalIds, passed, reason })
      if (answer.ok) notifySuccess(`已${passed ? '通过' : '拒绝'} ${answer.data.decided} 项申请`)
      return answer.ok
    },
    [send],
  )
  return { decide, deciding: sending }
}
