import { type FormEvent, useState } from 'react'
import { TotpCode, TypedPassword } from '#contract/core/fields.ts'
import type { LoginAnswer } from '#contract/session/schemas.ts'
import { signIn } from '#web/core/session/session-store.ts'
import { StubbornDialog } from '#web/widgets/dialog/stubborn-dialog.tsx'
import stubbornDialogStyles from '../../widgets/dialog/stubborn-dialog.module.css'
import { Field, PasswordField } from './field.tsx'
import fieldsStyles from './fields.module.css'
import { ruleOf, useFields } from './use-fields.ts'
import { useTask } from './use-task.ts'

export type Proof = { totpCode: string } | { password: string }
type Props = {
  asks: 'totp' | 'password'
  /** The first proof again, together with the second. */
  enter: (proof: Proof) => Promise<LoginAnswer>
  onBack: () => void
}

/** The second step where it is no SMS: the code of the authenticator, or the password of who came by phone. */
export function ProofStep({ asks, enter, onBack }: Props) {
  const { texts, check, bind, showIssues } = useFields(
    { totpCode: '', password: '' },
    {
      totpCode: ({ totpCode }) => ruleOf(TotpCode)(totpCode),
      password: ({ password }) => ruleOf(TypedPassword)(password),
    },
  )
  const { busy, run } = useTask(showIssues)
  const field = asks === 'totp' ? 'totpCode' : 'password'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check([field])) return
    const proof = asks === 'totp' ? { totpCode: texts.totpCode.trim() } : { password: texts.password }
    void run(async () => {
      const { token } = await enter(proof)
      if (token) signIn(token)
    })
  }
  return (
    <StubbornDialog title={asks === 'totp' ? '二次验证' : '请输入密码'}>
      <form noValidate onSubmit={submit}>
        {asks === 'totp' ? (
          <TotpField field={bind('totpCode')} />
        ) : (
          <>
            <p className={stubbornDialogStyles.dialogNote}>您的账号需要二次验证，请再输入登录密码</p>
            <PasswordField
              label="密码"
              field={bind('password')}
              placeholder="请输入密码"
              autoComplete="current-password"
            />
          </>
        )}
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

function TotpField({ field }: { field: Parameters<typeof Field>[0]['field'] }) {
  const [lost, setLost] = useState(false)
  return (
    <>
      <p className={stubbornDialogStyles.dialogNote}>
        {lost
          ? '请输入一个恢复码，每个只能用一次。恢复码也没有了，请联系所在机构的管理员重置二次验证。'
          : '请输入手机身份验证器上当前显示的6位数字'}
      </p>
      <Field
        label={lost ? '恢复码' : '动态验证码'}
        field={field}
        placeholder={lost ? '请输入恢复码' : '请输入动态验证码'}
        autoComplete="one-time-code"
        inputMode={lost ? 'text' : 'numeric'}
        maxLength={lost ? 20 : 7}
        autoFocus
        extra={
          <button
            type="button"
            className={`${fieldsStyles.link} ${fieldsStyles.smsButton}`}
            onClick={() => setLost(!lost)}
          >
            {lost ? '用动态验证码' : '手机不在身边？'}
          </button>
        }
      />
    </>
  )
}
