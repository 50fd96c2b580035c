import { Button, Form, Input, Space } from 'antd'
import { SmsType } from '#contract/core/codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { VerifySmsInput } from '#contract/session/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useSmsCode } from './use-sms-code.ts'

export type PhoneProof = { phone: string; smsCode: string }
const type = SmsType.code.resetPassword

export function ResetVerifyPhone({ onVerified }: { onVerified: (proof: PhoneProof) => void }) {
  const [form] = Form.useForm<PhoneProof>()
  const { user } = useSession()
  const sms = useSmsCode()
  const verify = useSend(sessionEndpoints.verifySms, { form, success: false })
  const sendCode = async () => {
    const typed = await form.validateFields(['phone']).catch(() => null)
    if (typed) await sms.send({ phone: typed.phone.trim(), type, userId: user?.userId })
  }
  const submit = async (values: PhoneProof) => {
    const proof = { phone: values.phone.trim(), smsCode: values.smsCode.trim() }
    if ((await verify.send({ ...proof, type })).ok) onVerified(proof)
  }
  return (
    <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={(values) => void submit(values)}>
      <Form.Item name="phone" label="手机号码" rules={rulesOf(VerifySmsInput, 'phone')}>
        <Input autoFocus autoComplete="tel" inputMode="tel" placeholder="请输入手机号码" />
      </Form.Item>
      <Form.Item label="短信验证码" required>
        <Space.Compact block>
          <Form.Item name="smsCode" noStyle rules={rulesOf(VerifySmsInput, 'smsCode')}>
            <Input
              aria-label="短信验证码"
              autoComplete="one-time-code"
              inputMode="numeric"
              placeholder="请输入验证码"
            />
          </Form.Item>
          <Button disabled={sms.waiting} onClick={() => void sendCode()}>
            {sms.label}
          </Button>
        </Space.Compact>
      </Form.Item>
      <Button block type="primary" htmlType="submit" loading={verify.sending}>
        下一步
      </Button>
    </Form>
  )
}
