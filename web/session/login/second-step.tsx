import { type FormEvent, useEffect, useRef, useState } from 'react'
import { SmsType } from '#contract/core/codes.ts'
import { CaptchaText, MESSAGES, SmsCode } from '#contract/core/fields.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { signIn } from '#web/core/session/session-store.ts'
import { StubbornDialog } from '#web/widgets/dialog/stubborn-dialog.tsx'
import stubbornDialogStyles from '../../widgets/dialog/stubborn-dialog.module.css'
import { useSmsCode } from '../use-sms-code.ts'
import { CaptchaField } from './captcha-field.tsx'
import { Field } from './field.tsx'
import fieldsStyles from './fields.module.css'
import { ruleOf, useFields } from './use-fields.ts'
import { useTask } from './use-task.ts'

type SecondStepProps = { account: string; password: string; phone: string | null; onBack: () => void }
const type = SmsType.code.login

/** The code that the server asks for after the password (spec §4 "Account login"). */
export function SecondStep({ account, password, phone, onBack }: SecondStepProps) {
  const sms = useSmsCode()
  const [captchaId, setCaptchaId] = useState('')
  const captcha = useFields({ captchaCode: '' }, { captchaCode: (t) => ruleOf(CaptchaText)(t.captchaCode) })
  const code = useFields({ smsCode: '' }, { smsCode: ({ smsCode }) => ruleOf(SmsCode)(smsCode) })
  const { busy, run } = useTask(code.showIssues)

  const sent = useRef(false)
  const { send } = sms
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void send({ account, type })
  }, [account, send])

  const resend = () => {
    if (sms.captchaRound === 0) return void send({ account, type })
    if (captcha.check()) void send({ account, type, captchaId, captchaCode: captcha.texts.captchaCode })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!code.check()) return
    void run(async () => {
      const smsCode = code.texts.smsCode.trim()
      const { token } = await call(sessionEndpoints.login, { account, password, smsCode })
      if (token) signIn(token)
    })
  }
  return (
    <StubbornDialog title="短信验证">
      <p className={stubbornDialogStyles.dialogNote}>
        为保障账号安全，请输入 <strong>{phone ?? '绑定手机'}</strong> 收到的短信验证码
      </p>
      <form noValidate onSubmit={submit}>
        {sms.captchaRound > 0 && (
          <CaptchaField field={captcha.bind('captchaCode')} round={sms.captchaRound} onId={setCaptchaId} />
        )}
        <Field
          label="短信验证码"
          field={code.bind('smsCode')}
          placeholder={MESSAGES.smsCodeRequired[0]}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          autoFocus
          extra={
            <button
              type="button"
              className={`${fieldsStyles.link} ${fieldsStyles.smsButton}`}
              disabled={sms.waiting}
              onClick={resend}
            >
              {sms.seconds > 0 ? `${sms.seconds}秒后重新发送` : '重新发送'}
            </button>
          }
        />
        <div className={stubbornDialogStyles.dialogActions}>
          <button type="button" className={fieldsStyles.secondary} onClick={onBack}>
            返回
          </button>
          <button type="submit" className={fieldsStyles.primary} disabled={busy}>
            {busy ? '正在登录…' : '确定'}
          </button>
        </div>
      </form>
    </StubbornDialog>
  )
}
