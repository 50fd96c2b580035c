import { Alert, Form, Input } from 'antd'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { RevealStudent } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { UsualReasons } from '#web/widgets/dialog/usual-reasons.tsx'
import type { FullNumbers } from '../history-parts/identity-items.tsx'

const USUAL_REASONS = ['核对学籍信息', '联系家长', '办理转学手续', '处理筛查结果']

type Props = DialogProps & {
  studentId: number
  name: string
  seconds: number
  onRevealed: (numbers: FullNumbers) => void
}

/** Full numbers only for a stated reason, which is recorded with the name of the reader. */
export function RevealDialog({ open, studentId, name, seconds, onClose, onRevealed }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const reveal = useSend(studentEndpoints.revealStudent, {
    refreshes: [studentEndpoints.studentViewers],
    success: false,
    form,
  })
  const handleFinish = async ({ reason }: { reason: string }) => {
    const answer = await reveal.send({ studentId, reason })
    // Another reason would not help: it is the number of times that is used up.
    if (answer.ok || answer.error.code === REFUSALS.tooManyReveals) onClose()
    if (answer.ok) onRevealed(answer.data)
  }
  return (
    <FormModal<{ reason: string }>
      form={form}
      onFinish={handleFinish}
      open={open}
      title={`查看“${name}”的完整信息`}
      okText="查看"
      width={480}
      confirmLoading={reveal.sending}
      onCancel={onClose}
    >
      <Alert
        type="info"
        showIcon
        title={`完整的姓名、证件号和电话显示 ${seconds} 秒`}
        description="您的姓名、机构、时间和所填原因会记入该生的查看记录。"
        className={layout.around12}
      />
      <Form.Item name="reason" label="查看原因" rules={rulesOf(RevealStudent, 'reason')}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount placeholder="为什么需要完整信息" />
      </Form.Item>
      <UsualReasons reasons={USUAL_REASONS} />
    </FormModal>
  )
}
