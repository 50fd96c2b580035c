import { Form, Input } from 'antd'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { type StudentVisit, WithdrawVisit } from '#contract/visits/visit-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { FormModal } from '../dialog/form-modal.tsx'
import type { DialogProps } from '../dialog/use-dialog.tsx'
import { UsualReasons } from '../dialog/usual-reasons.tsx'

const USUAL_REASONS = ['登记错了学生', '日期或数值填错', '重复登记']

type Props = DialogProps & {
  visit: Pick<StudentVisit, 'visitId' | 'visitedOn' | 'hospitalName'>
  onWithdrawn?: () => void
}

/** Taken back with a reason; it stays on record. */
export function WithdrawVisitDialog({ open, onClose, visit, onWithdrawn }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const { send, sending } = useSend(visitEndpoints.withdrawVisit, {
    refreshes: [visitEndpoints.studentVisits],
    success: '已撤销',
    form,
  })
  const handleFinish = async ({ reason }: { reason: string }) => {
    const sent = await send({ visitId: visit.visitId, reason })
    if (!sent.ok) return
    onWithdrawn?.()
    onClose()
  }
  return (
    <FormModal<{ reason: string }>
      form={form}
      onFinish={handleFinish}
      open={open}
      title={`撤销 ${visit.visitedOn} ${visit.hospitalName} 的就诊登记`}
      okText="撤销登记"
      width={480}
      confirmLoading={sending}
      onCancel={onClose}
    >
      <Form.Item name="reason" label="撤销原因" rules={rulesOf(WithdrawVisit, 'reason')}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
      </Form.Item>
      <UsualReasons reasons={USUAL_REASONS} />
    </FormModal>
  )
}
