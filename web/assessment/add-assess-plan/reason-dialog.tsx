import { Form, Input } from 'antd'
import { ChangeReason } from '#contract/core/fields.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { UsualReasons } from '#web/widgets/dialog/usual-reasons.tsx'
import { reasonRule } from '../parts/reason-rule.ts'

type Values = { reason: string }
type Props = DialogProps & { sending: boolean; onSave: (reason: string) => Promise<boolean> }

const USUAL = ['多数单位未能按时完成', '评分细则表述不清', '考核范围调整']

/** A published plan is changed with a reason, which the units read. */
export function ReasonDialog({ open, onClose, sending, onSave }: Props) {
  const [form] = Form.useForm<Values>()
  return (
    <FormModal<Values>
      form={form}
      open={open}
      title="修改已发布的计划"
      okText="保存修改"
      width={480}
      confirmLoading={sending}
      onCancel={onClose}
      onFinish={async ({ reason }) => {
        if (await onSave(reason)) onClose()
      }}
    >
      <UsualReasons reasons={USUAL} />
      <Form.Item
        name="reason"
        label="原因"
        extra="修改内容与原因会通知各申报单位，并记入经过"
        rules={[reasonRule(ChangeReason)]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount autoFocus />
      </Form.Item>
    </FormModal>
  )
}
