import { useState } from 'react'
import { CaptchaText, MESSAGES } from '#contract/core/fields.ts'
import type { SendSmsInput } from '#contract/session/schemas.ts'
import { useSmsCode } from '../use-sms-code.ts'
import { CaptchaField } from './captcha-field.tsx'
import { Field } from './field.tsx'
import styles from './fields.module.css'
import { type FieldBinding, ruleOf, useFields } from './use-fields.ts'

type SmsFieldProps = {
  field: FieldBinding
  /** The request for the code; null while its fields are not filled in. */
  target: () => SendSmsInput | null
}

/** The SMS code with its button; a captcha joins it once the server asks for one. */
export function SmsField({ field, target }: SmsFieldProps) {
  const sms = useSmsCode()
  const [captchaId, setCaptchaId] = useState('')
  const captcha = useFields({ captchaCode: '' }, { captchaCode: (t) => ruleOf(CaptchaText)(t.captchaCode) })
  const send = () => {
    const input = target()
    if (!input || (sms.captchaRound > 0 && !captcha.check())) return
    const proof = sms.captchaRound > 0 ? { captchaId, captchaCode: captcha.texts.captchaCode } : {}
    captcha.set('captchaCode', '')
    void sms.send({ ...input, ...proof })
  }
  return (
    <>
      {sms.captchaRound > 0 && (
        <CaptchaField field={captcha.bind('captchaCode')} round={sms.captchaRound} onId={setCaptchaId} />
      )}
      <Field
        label="短信验证码"
        field={field}
        placeholder={MESSAGES.smsCodeRequired[0]}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        extra={
          <button type="button" className={styles.smsButton} disabled={sms.waiting} onClick={send}>
            {sms.label}
          </button>
        }
      />
    </>
  )
}
