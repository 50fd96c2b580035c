import { type FormEvent, useState } from 'react'
import { SmsType } from '#contract/core/codes.ts'
import { Phone, SmsCode } from '#contract/core/fields.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { siteConfig } from '#web/core/site.ts'
import { DIFFERS, resetPasswordFields } from '../password-fields.ts'
import { PasswordField } from './field.tsx'
import fieldsStyles from './fields.module.css'
import loginStyles from './login.module.css'
import { PhoneProofFields } from './phone-proof-fields.tsx'
import { ruleOf, useFields } from './use-fields.ts'
import { useTask } from './use-task.ts'

type Proof = { phone: string; smsCode: string }
const type = SmsType.code.resetPassword

/** A new password by the code sent to the phone, in two steps (spec §4 "Password reset dialog"). */
export function Forgotten({ onDone }: { onDone: () => void }) {
  const [proof, setProof] = useState<Proof | null>(null)
  return (
    <>
      <ol className={loginStyles.steps} aria-label="重置密码">
        <li aria-current={proof ? undefined : 'step'}>验证手机</li>
        <li aria-current={proof ? 'step' : undefined}>设置新密码</li>
      </ol>
      {proof ? (
        <NewPassword proof={proof} onDone={onDone} onBack={() => setProof(null)} />
      ) : (
        <VerifyPhone onVerified={setProof} />
      )}
      <button type="button" className={`${fieldsStyles.link} ${loginStyles.loginBack}`} onClick={onDone}>
        返回登录
      </button>
    </>
  )
}

function VerifyPhone({ onVerified }: { onVerified: (proof: Proof) => void }) {
  const fields = useFields(
    { phone: '', smsCode: '' },
    {
      phone: ({ phone }) => ruleOf(Phone)(phone),
      smsCode: ({ smsCode }) => ruleOf(SmsCode)(smsCode),
    },
  )
  const { texts, check, showIssues } = fields
  const { busy, run } = useTask(showIssues)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    const proof = { phone: texts.phone.trim(), smsCode: texts.smsCode.trim() }
    void run(async () => {
      await call(sessionEndpoints.verifySms, { ...proof, type })
      onVerified(proof)
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <PhoneProofFields fields={fields} type={type} />
      <button type="submit" className={fieldsStyles.primary} disabled={busy}>
        下一步
      </button>
    </form>
  )
}

type NewPasswordProps = { proof: Proof; onDone: () => void; onBack: () => void }

function NewPassword({ proof, onDone, onBack }: NewPasswordProps) {
  const rules = resetPasswordFields(siteConfig().passwordPolicy).shape
  const { texts, check, bind, showIssues } = useFields(
    { newPassword: '', rePassword: '' },
    {
      newPassword: ({ newPassword }) => ruleOf(rules.newPassword)(newPassword),
      rePassword: ({ newPassword, rePassword }) =>
        ruleOf(rules.rePassword)(rePassword) ??
        (newPassword.trim() === rePassword.trim() ? undefined : DIFFERS),
    },
  )
  const { busy, run } = useTask(showIssues)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    void run(
      async () => {
        await call(sessionEndpoints.resetPassword, { ...proof, newPassword: texts.newPassword.trim() })
        notifySuccess('密码修改成功，请重新登录')
        onDone()
      },
      ({ code }) => {
        // The code ran out meanwhile: only the first step can help.
        if (code === 703 || code === 704) onBack()
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <PasswordField
        label="新密码"
        field={bind('newPassword')}
        placeholder="请输入新密码"
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField
        label="确认密码"
        field={bind('rePassword')}
        placeholder="请再次输入新密码"
        autoComplete="new-password"
      />
      <button type="submit" className={fieldsStyles.primary} disabled={busy}>
        确定
      </button>
    </form>
  )
}
