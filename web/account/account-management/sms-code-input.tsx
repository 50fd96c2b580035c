import { Button, type FormInstance, Input, Space } from 'antd'
import { useEffect, useState } from 'react'
import { SmsType } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { SMS_RESEND_SECONDS } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { secondsToWait } from '#contract/session/sms-wait.ts'
import { useSend } from '#web/core/api/use-send.ts'
import styles from './account-management.module.css'

type Props = {
  id?: string
  value?: string
  onChange?: (value: string) => void
  /** The form whose `phone` the code is sent to. */
  form: FormInstance
}

/** Spec §4: the button waits 60 seconds with a countdown, or what is left of them, and is back at once where sending failed. */
export function SmsCodeInput({ id, value, onChange, form }: Props) {
  const [wait, setWait] = useState(0)
  const sms = useSend(sessionEndpoints.sendSms, { success: '验证码发送成功！', form })
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const handleSend = async () => {
    const phone = await form.validateFields(['phone']).then(
      (values: { phone: string }) => values.phone,
      () => null,
    )
    if (phone === null) return
    const answer = await sms.send({ phone, type: SmsType.code.changePhone })
    if (answer.ok) setWait(SMS_RESEND_SECONDS)
    else if (answer.error.code === REFUSALS.smsTooSoon) setWait(secondsToWait(answer.error.message))
  }
  return (
    <Space.Compact block>
      <Input
        id={id}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        placeholder="请输入验证码"
      />
      <Button onClick={handleSend} loading={sms.sending} disabled={wait > 0} className={styles.sendButton}>
        {wait > 0 ? `${wait} 秒后重发` : '获取验证码'}
      </Button>
    </Space.Compact>
  )
}
