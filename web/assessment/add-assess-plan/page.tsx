import { Button, Skeleton } from 'antd'
import { z } from 'zod'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { AssessPlanId } from '#contract/assessment/plan-schemas.ts'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { STEP_NAMES } from './editor-steps.ts'
import { blankPlan, contentOf } from './plan-draft.ts'
import { PlanEditor } from './plan-editor.tsx'

const Address = z.object({
  planId: AssessPlanId.optional(),
  /** The part to begin with. */
  step: z.enum(STEP_NAMES).default('basics'),
})

/** A new plan, or (with ?planId=) one that is changed. */
export function Page() {
  const [{ planId, step }] = useUrlState(Address)
  const plan = useCall(
    assessmentEndpoints.assessPlan,
    { planId: planId ?? 0 },
    { enabled: planId !== undefined },
  )
  const proposal = useCall(assessmentEndpoints.assessProposal, {})
  // What is shown while the next one loads may be another plan's.
  const known = plan.data?.planId === planId ? plan.data : undefined
  const error = proposal.error ?? (planId !== undefined ? plan.error : null)
  if (!proposal.data || (planId !== undefined && !known)) {
    return (
      <Panel>
        {error ? (
          <EmptyState
            title="考核计划无法打开"
            hint={error.message}
            action={
              <Button onClick={() => void Promise.all([proposal.refetch(), planId && plan.refetch()])}>
                重试
              </Button>
            }
          />
        ) : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </Panel>
    )
  }
  const refusal = refusalOf(known)
  const stored = known ? contentOf(known) : blankPlan(proposal.data)
  if (refusal || !stored) {
    return (
      <Panel>
        <EmptyState title={refusal ?? '本机构没有可以考核的单位'} hint="请从考核计划列表进入" />
      </Panel>
    )
  }
  return (
    <PlanEditor key={planId ?? 'new'} plan={known} stored={stored} proposal={proposal.data} first={step} />
  )
}

function refusalOf(plan: { own: boolean; status: number; ownerName: string } | undefined): string | null {
  if (!plan) return null
  if (!plan.own) return `计划由${plan.ownerName}制定，只能由其修改`
  return plan.status === AssessPlanStatus.code.closed ? '计划已截止，不能再修改' : null
}
