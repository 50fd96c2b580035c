import { Form, Input } from 'antd'
import { SaveDesign } from '#contract/reports/design/design-schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'

export function NameField() {
  return (
    <Form.Item name="name" label="报告名称" rules={rulesOf(SaveDesign, 'name', '请输入1-30个字的报告名称')}>
      <Input maxLength={30} showCount autoFocus placeholder="如：各区县近视率排名" />
    </Form.Item>
  )
}
