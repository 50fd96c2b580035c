import { Button, Form, Input } from 'antd'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { siteConfig } from '#web/core/site.ts'
import { ConfirmPasswordItem } from './confirm-password-item.tsx'
import { resetPasswordFields } from './password-fields.ts'

type Values = { newPassword: string; rePassword: string }
type ResetNewPasswordProps = { saving: boolean; onSave: (password: string) => void }

export function ResetNewPassword({ saving, onSave }: ResetNewPasswordProps) {
  const [form] = Form.useForm<Values>()
  const fields = resetPasswordFields(siteConfig().passwordPolicy)
  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      onFinish={({ newPassword }) => onSave(newPassword.trim())}
    >
      <Form.Item name="newPassword" label="新密码" rules={rulesOf(fields, 'newPassword')}>
        <Input.Password autoFocus autoComplete="new-password" placeholder="请输入新密码" />
      </Form.Item>
      <ConfirmPasswordItem fields={fields} />
      <Button block type="primary" htmlType="submit" loading={saving}>
        确定
      </Button>
    </Form>
  )
}
