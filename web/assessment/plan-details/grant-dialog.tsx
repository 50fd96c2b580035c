import { Form, InputNumber } from 'antd'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { PLAN_REFRESHES } from '../parts/plan-refreshes.ts'

type Values = { days: number }
const USUAL_DAYS = 5
const DAYS_MOST = 30

/** A unit that missed the end may still hand in. */
export function GrantDialog({
  open,
  onClose,
  applicationId,
  orgName,
}: DialogProps & { applicationId: number; orgName: string }) {
  const [form] = Form.useForm<Values>()
  const { send, sending } = useSend(assessmentEndpoints.grantLateApplication, {
    refreshes: PLAN_REFRESHES,
    success: `已准予${orgName}补报`,
    form,
  })
  return (
    <FormModal<Values>
      form={form}
      open={open}
      title={`准予“${orgName}”补报`}
      okText="准予补报"
      width={420}
      confirmLoading={sending}
      initialValues={{ days: USUAL_DAYS }}
      onCancel={onClose}
      onFinish={async ({ days }) => {
        const sent = await send({ applicationId, days })
        if (sent.ok) onClose()
      }}
    >
      <Form.Item
        name="days"
        label="补报期限（天，从今天起）"
        extra="单位会收到通知；系统指标仍以截止时的取数为准"
        rules={[{ required: true, message: '请输入天数' }]}
      >
        <InputNumber min={1} max={DAYS_MOST} precision={0} autoFocus />
      </Form.Item>
    </FormModal>
  )
}
