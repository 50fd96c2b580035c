import { Alert, Form, Input } from 'antd'
import { z } from 'zod'
import { DisclosureReason } from '#contract/core/fields.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '../dialog/form-modal.tsx'
import type { DialogProps } from '../dialog/use-dialog.tsx'
import { UsualReasons } from '../dialog/usual-reasons.tsx'

const USUAL_REASONS = ['核对学生名单', '处理筛查结果', '落实转诊随访', '办理学籍手续']
const Given = z.object({ reason: DisclosureReason })
type Given = z.infer<typeof Given>

type Props = DialogProps & { onReason: (reason: string) => void }

/** What the names are needed for; the server writes it down for every child that is shown. */
export function NameReasonDialog({ open, onClose, onReason }: Props) {
  const [form] = Form.useForm<Given>()
  const handleFinish = async ({ reason }: Given) => {
    onReason(reason.trim())
    onClose()
  }
  return (
    <FormModal<Given>
      form={form}
      onFinish={handleFinish}
      open={open}
      title="显示学生姓名"
      okText="显示"
      width={480}
      onCancel={onClose}
    >
      <Alert
        type="info"
        showIcon
        title="离开本页后重新隐藏"
        description="您的姓名、机构、时间和所填用途会记入每名学生的查看记录，并计入每天可导出的行数。"
        className={layout.around12}
      />
      <Form.Item name="reason" label="用途" rules={rulesOf(Given, 'reason')}>
        <Input.TextArea autoFocus rows={3} maxLength={200} showCount placeholder="为什么需要学生姓名" />
      </Form.Item>
      <UsualReasons reasons={USUAL_REASONS} />
    </FormModal>
  )
}
