import { Alert, Skeleton } from 'antd'
import { useSearchParams } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { blankPlan, planToForm } from './plan-form-values.ts'
import { PlanWizard } from './plan-wizard.tsx'

/** A new plan, or (with ?planId=) one that is edited. */
export function Page() {
  const [search] = useSearchParams()
  const planId = Number(search.get('planId')) || undefined
  const range = useAreaRange()
  const plan = useCall(
    eyesightEndpoints.planDetail,
    { planId: planId ?? 0 },
    { enabled: planId !== undefined },
  )
  if (!range) {
    return <Alert type="info" showIcon title="筛查计划由教育或卫健部门制定" />
  }
  // What is shown while the next one loads may be another plan's.
  const known = plan.data?.planId === planId ? plan.data : undefined
  if (planId && !known) {
    return (
      <Panel>
        {plan.error ? (
          <Alert type="error" showIcon title="没有找到这个计划，或不在您的范围内" />
        ) : (
          <Skeleton active />
        )}
      </Panel>
    )
  }
  const initial = known ? planToForm(known) : blankPlan(range)
  return <PlanWizard key={planId ?? 'new'} initial={initial} plan={known} range={range} />
}
