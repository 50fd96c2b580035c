import { Button, Form, Input } from 'antd'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { ConfirmPasswordItem } from './confirm-password-item.tsx'
import { ResetFields } from './password-fields.ts'

type Values = { newPassword: string; rePassword: string }
type ResetNewPasswordProps = { saving: boolean; onSave: (password: string) => void }

export function ResetNewPassword({ saving, onSave }: ResetNewPasswordProps) {
  const [form] = Form.useForm<Values>()
  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={({ newPassword }) => onSave(newPassword.trim())}
    >
      <Form.Item name="newPassword" label="新密码" rules={rulesOf(ResetFields, 'newPassword')}>
        <Input.Password autoFocus autoComplete="new-password" placeholder="请输入新密码" />
      </Form.Item>
      <ConfirmPasswordItem fields={ResetFields} />
      <Button block type="primary" htmlType="submit" loading={saving}>
        确定
      </Button>
    </Form>
  )
}
