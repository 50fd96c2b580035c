import { Form, Input } from 'antd'
import { LeaveStudents } from '#contract/students/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'

export const REASON_MAX = 200

/** An optional reason, stored with the record. */
export function ReasonField({ label, placeholder }: { label: string; placeholder?: string }) {
  return (
    <Form.Item name="reason" label={label} rules={rulesOf(LeaveStudents, 'reason')}>
      <Input.TextArea rows={3} maxLength={REASON_MAX} showCount placeholder={placeholder} />
    </Form.Item>
  )
}
