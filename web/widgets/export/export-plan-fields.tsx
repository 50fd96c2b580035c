import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { itemOf } from '#contract/exports/catalogue.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { HealthForm } from '#contract/exports/health-sheet.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { SelectRadio } from '../select/select-radio.tsx'

type Props = {
  item: ExportKey
  /** The page is about one plan already. */
  fixed: boolean
}

/** The extra fields of a screening item: the plan, where the page names none, and the kind of sheet. */
export function ExportPlanFields({ item, fixed }: Props) {
  return (
    <>
      {!fixed && <PlanField />}
      {itemOf(item).group === 'health' && (
        <Form.Item name="healthExcelType" label="表式" initialValue={HealthForm.code.school}>
          <SelectRadio options={HealthForm.options} />
        </Form.Item>
      )}
    </>
  )
}

/** The newest plan that has begun, unless another one is chosen. */
function PlanField() {
  const form = Form.useFormInstance()
  const choices = useCall(eyesightEndpoints.planChoices, {})
  const begun = choices.data?.filter(({ status }) => status >= PlanStatus.code.underWay)
  const first = begun?.[0]?.planId
  useEffect(() => {
    if (first !== undefined && form.getFieldValue('planId') === undefined) form.setFieldValue('planId', first)
  }, [first, form])
  return (
    <Form.Item name="planId" label="筛查计划" rules={[{ required: true, message: '请选择筛查计划' }]}>
      <Select
        loading={choices.isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择筛查计划"
        notFoundContent="还没有开始的筛查计划"
        options={begun?.map(({ planId, planName, status }) => ({
          value: planId,
          label: `${planName}（${PlanStatus.label(status)}）`,
        }))}
      />
    </Form.Item>
  )
}
