import { Form, Input, Typography } from 'antd'
import { APPEAL_MOST, AppealResult } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'

type Props = DialogProps & { applicationId: number; appealsUntil: string | null }
type Values = { text: string }

/** What the unit says against its result. */
export function AppealDialog({ open, onClose, applicationId, appealsUntil }: Props) {
  const [form] = Form.useForm<Values>()
  const { send, sending } = useSend(assessmentEndpoints.appealAssessResult, {
    refreshes: [assessmentEndpoints.assessApplication],
    success: '异议已提交',
    form,
  })
  const handleFinish = async ({ text }: Values) => {
    const sent = await send({ applicationId, text })
    if (sent.ok) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      onFinish={handleFinish}
      open={open}
      title="提出异议"
      okText="提交异议"
      width={560}
      confirmLoading={sending}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">
        异议只能提出一次{appealsUntil !== null && `，截止 ${appealsUntil}`}；答复会显示在本页并发送消息。
      </Typography.Paragraph>
      <Form.Item name="text" label="异议内容" rules={rulesOf(AppealResult, 'text', '请写明异议的内容和理由')}>
        <Input.TextArea
          autoSize={{ minRows: 5, maxRows: 12 }}
          maxLength={APPEAL_MOST}
          showCount
          placeholder="写明对哪一项有异议、理由和依据，至少10个字"
        />
      </Form.Item>
    </FormModal>
  )
}
