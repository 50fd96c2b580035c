import { Form, Input } from 'antd'
import { OwnerProof } from '#contract/session/second-step.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'

export type OwnerValues = { password: string; totpCode: string }

export function PasswordItem() {
  return (
    <Form.Item name="password" label="登录密码" rules={rulesOf(OwnerProof, 'password')}>
      <Input.Password autoFocus autoComplete="current-password" placeholder="用于确认是您本人操作" />
    </Form.Item>
  )
}

export function TotpItem({ label = '动态验证码，或一个恢复码' }: { label?: string }) {
  return (
    <Form.Item name="totpCode" label={label} rules={rulesOf(OwnerProof, 'totpCode')}>
      <Input autoComplete="one-time-code" maxLength={20} placeholder="请输入动态验证码" />
    </Form.Item>
  )
}
