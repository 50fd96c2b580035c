import { Button, Form, Input } from 'antd'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { DIFFERS, ResetFields } from './password-fields.ts'

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
      <Form.Item
        name="rePassword"
        label="确认密码"
        dependencies={['newPassword']}
        validateFirst
        rules={[
          ...rulesOf(ResetFields, 'rePassword'),
          ({ getFieldValue }) => ({
            validator: (_rule, value?: string) =>
              value?.trim() === (getFieldValue('newPassword') as string | undefined)?.trim()
                ? Promise.resolve()
                : Promise.reject(new Error(DIFFERS)),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder="请再次输入新密码" />
      </Form.Item>
      <Button block type="primary" htmlType="submit" loading={saving}>
        确定
      </Button>
    </Form>
  )
}
