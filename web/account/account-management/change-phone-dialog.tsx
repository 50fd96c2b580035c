import { Alert, Form, Input } from 'antd'
import { accountEndpoints } from '#contract/account/endpoints.ts'
import { PASSWORD_DIALOG_WIDTH } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { ChangePhoneInput } from '#contract/session/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import layout from '#web/core/layout.module.css'
import { refreshPermissions } from '#web/core/session/session-store.ts'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { SmsCodeInput } from './sms-code-input.tsx'

type Values = { phone: string; smsCode: string; password: string }

/** The code goes to the new phone; the password shows that the owner asks. */
export function ChangePhoneDialog({ open, onClose }: DialogProps) {
  const [form] = Form.useForm<Values>()
  const change = useSend(sessionEndpoints.changePhone, {
    refreshes: [accountEndpoints.ownAccount],
    success: '手机号码已更换',
    form,
  })
  const handleFinish = async (values: Values) => {
    const answer = await change.send(values)
    if (!answer.ok) return
    void refreshPermissions()
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      validateTrigger="onBlur"
      onFinish={handleFinish}
      open={open}
      title="更换手机"
      width={PASSWORD_DIALOG_WIDTH}
      okText="确认更换"
      confirmLoading={change.sending}
      onCancel={onClose}
    >
      <Alert
        type="info"
        title="更换后，登录验证和找回密码使用新号码，其他设备需要重新登录"
        className={`${layout.above12} ${layout.below16}`}
      />
      <Form.Item name="phone" label="新手机号码" rules={rulesOf(ChangePhoneInput, 'phone')}>
        <Input autoFocus autoComplete="tel" inputMode="tel" maxLength={14} placeholder="请输入新手机号码" />
      </Form.Item>
      <Form.Item name="smsCode" label="短信验证码" rules={rulesOf(ChangePhoneInput, 'smsCode')}>
        <SmsCodeInput form={form} />
      </Form.Item>
      <Form.Item name="password" label="登录密码" rules={rulesOf(ChangePhoneInput, 'password')}>
        <Input.Password autoComplete="current-password" placeholder="用于确认是您本人操作" />
      </Form.Item>
    </FormModal>
  )
}
