import type { FormEvent } from 'react'
import { SmsType } from '#contract/core/codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { SmsLoginInput } from '#contract/session/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { signIn } from '#web/core/session/session-store.ts'
import { Field } from './field.tsx'
import { SmsField } from './sms-field.tsx'
import { ruleOf, useFields } from './use-fields.ts'
import { useTask } from './use-task.ts'

const { phone: phoneField, smsCode: smsCodeField } = SmsLoginInput.shape

export function SmsSignIn() {
  const { texts, check, bind, showIssues } = useFields(
    { phone: '', smsCode: '' },
    {
      phone: ({ phone }) => ruleOf(phoneField)(phone),
      smsCode: ({ smsCode }) => ruleOf(smsCodeField)(smsCode),
    },
  )
  const { busy, run } = useTask(showIssues)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    void run(async () => {
      const answer = await call(sessionEndpoints.loginBySms, {
        phone: texts.phone.trim(),
        smsCode: texts.smsCode.trim(),
      })
      if (answer.token) signIn(answer.token)
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="手机号码"
        field={bind('phone')}
        placeholder="请输入手机号码"
        autoComplete="tel"
        inputMode="tel"
        autoFocus
        maxLength={14}
      />
      <SmsField
        field={bind('smsCode')}
        target={() => (check(['phone']) ? { phone: texts.phone.trim(), type: SmsType.code.login } : null)}
      />
      <button type="submit" className="primary" disabled={busy}>
        {busy ? '正在登录…' : '登录'}
      </button>
    </form>
  )
}
