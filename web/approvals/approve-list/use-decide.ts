import { useQueryClient } from '@tanstack/react-query'
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

/** Decides and says how it went. A refusal usually means that somebody was faster: what is shown is read again. */
export function useDecide() {
  const client = useQueryClient()
  const { send, sending } = useSend(approvalEndpoints.decide, { refreshes, success: false })
  const decide = useCallback(
    async (approvalIds: number[], { passed, reason }: Decision): Promise<boolean> => {
      const answer = await send({ approvalIds, passed, reason })
      if (answer.ok) notifySuccess(`已${passed ? '通过' : '拒绝'} ${answer.data.decided} 项申请`)
      else for (const { path } of refreshes) void client.invalidateQueries({ queryKey: [path] })
      return answer.ok
    },
    [client, send],
  )
  return { decide, deciding: sending }
}
