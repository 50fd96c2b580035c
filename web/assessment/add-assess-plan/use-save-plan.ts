import { useState } from 'react'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan, AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { newClientKey } from '#web/core/client-key.ts'

const { assessPlan, assessPlanPage, assessProposal, saveAssessPlan, publishAssessPlan } = assessmentEndpoints
const refreshes = [assessPlan, assessPlanPage, assessProposal]

type Saving = {
  content: AssessPlanContent
  plan: AssessPlan | undefined
  version: number
  /** Why a published plan is changed. */
  reason?: string | undefined
}
export type SavedPlan = { planId: number; version: number }

export function useSavePlan() {
  const [clientKey] = useState(newClientKey)
  const saving = useSend(saveAssessPlan, { refreshes, success: '已保存' })
  const publishing = useSend(publishAssessPlan, { refreshes, success: '计划已发布，各单位已收到通知' })
  return {
    sending: saving.sending || publishing.sending,
    save: async ({ content, plan, version, reason }: Saving): Promise<SavedPlan | undefined> => {
      const sent = await saving.send({ ...content, planId: plan?.planId, version, clientKey, reason })
      return sent.ok ? sent.data : undefined
    },
    publish: async (saved: SavedPlan): Promise<boolean> => (await publishing.send(saved)).ok,
  }
}
