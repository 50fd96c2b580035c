import { Alert, Form, Input } from 'antd'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import { ChangeReason } from '#contract/core/fields.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { PLAN_REFRESHES } from '../parts/plan-refreshes.ts'
import { reasonRule } from '../parts/reason-rule.ts'

type Values = { reason: string }

/** Nobody hands in after this; it cannot be taken back. */
export function CloseDialog({ open, onClose, plan }: DialogProps & { plan: AssessPlan }) {
  const [form] = Form.useForm<Values>()
  const { send, sending } = useSend(assessmentEndpoints.closeAssessPlan, {
    refreshes: PLAN_REFRESHES,
    success: '申报已截止',
    form,
  })
  const { untouched, draft, returned } = plan.progress
  const waiting = untouched + draft + returned
  return (
    <FormModal<Values>
      form={form}
      open={open}
      title={`提前截止“${plan.name}”`}
      okText="截止申报"
      okButtonProps={{ danger: true }}
      width={480}
      confirmLoading={sending}
      onCancel={onClose}
      onFinish={async ({ reason }) => {
        const sent = await send({ planId: plan.planId, version: plan.version, reason })
        if (sent.ok) onClose()
      }}
    >
      <Alert
        type="warning"
        showIcon
        className={layout.around12}
        title={
          waiting > 0
            ? `还有 ${waiting} 个单位没有提交，截止后不能再提交，除非准予补报`
            : '截止后不能恢复申报'
        }
        description="系统指标随即取数，此后不再变化。"
      />
      <Form.Item name="reason" label="原因" rules={[reasonRule(ChangeReason)]}>
        <Input.TextArea rows={3} maxLength={200} showCount autoFocus />
      </Form.Item>
    </FormModal>
  )
}
