import { type FormEvent, useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { LoginInput, type SecondStep as Step } from '#contract/session/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { signIn } from '#web/core/session/session-store.ts'
import { siteConfig } from '#web/core/site.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { Field, PasswordField } from './field.tsx'
import fieldsStyles from './fields.module.css'
import loginStyles from './login.module.css'
import { ProofStep } from './proof-step.tsx'
import { SecondStep } from './second-step.tsx'
import { ruleOf, useFields } from './use-fields.ts'
import { useTask } from './use-task.ts'

type Credentials = { account: string; password: string }
const { account: accountField, password: passwordField } = LoginInput.shape

export function AccountSignIn({ onForgotten }: { onForgotten: () => void }) {
  const [asked, setAsked] = useState<{ step: Step; credentials: Credentials; phone: string | null } | null>(
    null,
  )
  const { texts, set, check, bind, showIssues } = useFields(
    { account: '', password: '' },
    {
      account: ({ account }) => ruleOf(accountField)(account),
      password: ({ password }) => ruleOf(passwordField)(password),
    },
  )
  const { busy, run } = useTask(showIssues)
  const enter = (credentials: Credentials) =>
    run(async () => {
      const answer = await call(sessionEndpoints.login, credentials)
      const { token, secondStep: step, phone } = answer
      if (step) setAsked({ step, credentials, phone })
      else if (token) signIn(token)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (check()) void enter({ account: texts.account.trim(), password: texts.password })
  }
  const { demo } = siteConfig()
  return (
    <>
      <form noValidate onSubmit={submit}>
        <Field
          label="用户名"
          field={bind('account')}
          placeholder="请输入用户名"
          autoComplete="username"
          autoFocus
          maxLength={100}
        />
        <PasswordField
          label="密码"
          field={bind('password')}
          placeholder="请输入密码"
          autoComplete="current-password"
        />
        <div className={loginStyles.loginLinks}>
          <button type="button" className={fieldsStyles.link} onClick={onForgotten}>
            忘记密码？
          </button>
        </div>
        <button type="submit" className={fieldsStyles.primary} disabled={busy}>
          {busy ? '正在登录…' : '登录'}
        </button>
      </form>
      {demo && (
        <DemoAccounts
          accounts={demo.accounts}
          busy={busy}
          onChoose={(account) => {
            set('account', account)
            set('password', demo.password)
            void enter({ account, password: demo.password })
          }}
        />
      )}
      {asked?.step === 'sms' && (
        <SecondStep {...asked.credentials} phone={asked.phone} onBack={() => setAsked(null)} />
      )}
      {asked?.step === 'totp' && (
        <ProofStep
          asks="totp"
          enter={(proof) => call(sessionEndpoints.login, { ...asked.credentials, ...proof })}
          onBack={() => setAsked(null)}
        />
      )}
    </>
  )
}
