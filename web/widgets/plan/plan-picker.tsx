import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanChoice } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { defaultPlan } from '../default-plan.ts'

/** The plan a page is about: the one of the address, else the one somebody of this level most likely means. */
export function usePlans(planId: number | undefined, choose: (planId: number) => void) {
  const choices = useCall(eyesightEndpoints.planChoices, {})
  const begun = choices.data?.filter(({ status }) => status > PlanStatus.code.draft)
  const level = useSession().user?.dataRangeType
  const first = begun && defaultPlan(begun, level)
  useEffect(() => {
    if (planId === undefined && first) choose(first.planId)
  }, [planId, first, choose])
  return { plans: begun ?? [], loading: choices.isFetching && !choices.data, error: choices.error }
}

type Props = {
  plans: readonly PlanChoice[]
  value: number | undefined
  onChange: (planId: number) => void
  label?: string
}

export function PlanPicker({ plans, value, onChange, label = '筛查计划' }: Props) {
  return (
    <Form.Item label={label}>
      <Select
        aria-label={label}
        value={value}
        onChange={onChange}
        showSearch={{ optionFilterProp: 'label' }}
        className={layout.width340}
        placeholder="请选择计划"
        options={plans.map(({ planId, planName, status }) => ({
          value: planId,
          label: `${planName}（${PlanStatus.label(status)}）`,
        }))}
      />
    </Form.Item>
  )
}
