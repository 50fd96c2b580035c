import { type FormEvent, useState } from 'react'
import { SmsType } from '#contract/core/codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { SmsLoginInput } from '#contract/session/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { signIn } from '#web/core/session/session-store.ts'
import styles from './fields.module.css'
import { PhoneProofFields } from './phone-proof-fields.tsx'
import { ProofStep } from './proof-step.tsx'
import { ruleOf, useFields } from './use-fields.ts'
import { useTask } from './use-task.ts'

const { phone: phoneField, smsCode: smsCodeField } = SmsLoginInput.shape

export function SmsSignIn() {
  const [asked, setAsked] = useState<'totp' | 'password' | null>(null)
  const fields = useFields(
    { phone: '', smsCode: '' },
    {
      phone: ({ phone }) => ruleOf(phoneField)(phone),
      smsCode: ({ smsCode }) => ruleOf(smsCodeField)(smsCode),
    },
  )
  const { texts, check, showIssues } = fields
  const { busy, run } = useTask(showIssues)
  const first = { phone: texts.phone.trim(), smsCode: texts.smsCode.trim() }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    void run(async () => {
      const { token, secondStep } = await call(sessionEndpoints.loginBySms, first)
      if (secondStep === 'totp' || secondStep === 'password') setAsked(secondStep)
      else if (token) signIn(token)
    })
  }
  return (
    <>
      <form noValidate onSubmit={submit}>
        <PhoneProofFields fields={fields} type={SmsType.code.login} />
        <button type="submit" className={styles.primary} disabled={busy}>
          {busy ? '正在登录…' : '登录'}
        </button>
      </form>
      {asked && (
        <ProofStep
          asks={asked}
          enter={(proof) => call(sessionEndpoints.loginBySms, { ...first, ...proof })}
          onBack={() => setAsked(null)}
        />
      )}
    </>
  )
}
