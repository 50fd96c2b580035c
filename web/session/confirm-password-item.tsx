import { Form, Input } from 'antd'
import type { z } from 'zod'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { DIFFERS } from './password-fields.ts'

type ConfirmPasswordItemProps = { fields: z.ZodObject; onPressEnter?: () => void }

/** The new password once more, equal to the field `newPassword` of the same form. */
export function ConfirmPasswordItem({ fields, onPressEnter }: ConfirmPasswordItemProps) {
  return (
    <Form.Item
      name="rePassword"
      label="确认密码"
      dependencies={['newPassword']}
      validateFirst
      rules={[
        ...rulesOf(fields, 'rePassword'),
        ({ getFieldValue }) => ({
          validator: (_rule, value?: string) =>
            value?.trim() === (getFieldValue('newPassword') as string | undefined)?.trim()
              ? Promise.resolve()
              : Promise.reject(new Error(DIFFERS)),
        }),
      ]}
    >
      <Input.Password
        autoComplete="new-password"
        placeholder="请再次输入新密码"
        onPressEnter={onPressEnter}
      />
    </Form.Item>
  )
}
