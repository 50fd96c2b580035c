import { Form } from 'antd'
import { SchoolStage } from '#contract/core/codes.ts'
import {
  ANY_STAGE,
  INDICATOR_NAMES,
  INDICATORS,
  type IndicatorName,
  type WarningRule,
  type WarningScopeCode,
} from '#contract/warning/rules.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { SelectDropdown } from '#web/widgets/select/select-dropdown.tsx'
import { newRule } from './rule-rows.ts'

type Values = { scope: WarningScopeCode; indicator: IndicatorName; stage: WarningRule['stage'] }
type Props = DialogProps & {
  scope: WarningScopeCode
  scopes: readonly { value: WarningScopeCode; label: string }[]
  onAdd: (rule: WarningRule) => void
}

const STAGES = [{ value: ANY_STAGE, label: '全部学段' }, ...SchoolStage.options] as const

/** The level found by a screening is one rule for all stages; others can be set again for one stage or more strictly. */
const indicatorsOf = (scope: WarningScopeCode | undefined) =>
  INDICATOR_NAMES.filter(
    (name) =>
      name !== 'level' &&
      (scope === undefined || (INDICATORS[name].scopes as readonly WarningScopeCode[]).includes(scope)),
  ).map((value) => ({ value, label: INDICATORS[value].label }))

/** A row of the area's own: about whom, what and which stage; its values are set in the table. */
export function AddRuleDialog({ open, onClose, scope: first, scopes, onAdd }: Props) {
  const [form] = Form.useForm<Values>()
  const scope = Form.useWatch('scope', form)
  const handleFinish = async (values: Values) => {
    onAdd(newRule(values.scope, values.indicator, values.stage, crypto.randomUUID().slice(0, 8)))
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ scope: first, stage: ANY_STAGE }}
      onFinish={handleFinish}
      open={open}
      title="新增规则"
      okText="添加"
      width={440}
      onCancel={onClose}
    >
      <Form.Item name="scope" label="对象" rules={[{ required: true, message: '请选择对象' }]}>
        <SelectDropdown
          options={scopes}
          allowClear={false}
          onChange={() => form.resetFields(['indicator'])}
        />
      </Form.Item>
      <Form.Item name="indicator" label="指标" rules={[{ required: true, message: '请选择指标' }]}>
        <SelectDropdown options={indicatorsOf(scope)} />
      </Form.Item>
      <Form.Item name="stage" label="学段" rules={[{ required: true, message: '请选择学段' }]}>
        <SelectDropdown options={STAGES} allowClear={false} />
      </Form.Item>
    </FormModal>
  )
}
