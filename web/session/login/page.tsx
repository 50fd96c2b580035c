import { useEffect, useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { siteTitle } from '#web/core/site.ts'
import { AccountSignIn } from './account-sign-in.tsx'
import fieldsStyles from './fields.module.css'
import { Forgotten } from './forgotten.tsx'
import { Illustration } from './illustration.tsx'
import loginStyles from './login.module.css'
import { PlainNotices } from './plain-notices.tsx'
import { Register } from './register.tsx'
import { SmsSignIn } from './sms-sign-in.tsx'

type Mode = 'account' | 'sms' | 'forgotten' | 'register'
const HEADINGS: Record<Mode, string> = {
  account: '欢迎登录',
  sms: '欢迎登录',
  forgotten: '忘记密码',
  register: '注册机构',
}

export function Page() {
  const [mode, setMode] = useState<Mode>('account')
  const sms = useSmsAvailable()
  const signingIn = mode === 'account' || mode === 'sms'
  return (
    <div className={loginStyles.login} data-sign-in>
      <PlainNotices />
      <aside className={loginStyles.loginHero}>
        <div className={loginStyles.loginBrand}>
          <img src="/favicon.svg" width="40" height="40" alt="" />
          <span>{siteTitle()}</span>
        </div>
        <Illustration />
        <p className={loginStyles.loginSlogan}>守护每一双眼睛，看见更清晰的未来</p>
        <p className={loginStyles.loginHint}>学生视力筛查 · 近视防控 · 数据监测一体化</p>
      </aside>
      <main
        className={
          mode === 'register'
            ? `${loginStyles.loginPanel} ${loginStyles.loginPanelWide}`
            : loginStyles.loginPanel
        }
      >
        <h1>{HEADINGS[mode]}</h1>
        {signingIn && <Tabs mode={mode} sms={sms === true} onChange={setMode} />}
        {mode === 'account' && <AccountSignIn onForgotten={() => setMode('forgotten')} />}
        {mode === 'sms' && <SmsSignIn />}
        {mode === 'forgotten' && sms === false && <AskAdministrator onDone={() => setMode('account')} />}
        {mode === 'forgotten' && sms !== false && <Forgotten onDone={() => setMode('account')} />}
        {mode === 'register' && <Register onDone={() => setMode('account')} />}
        {signingIn && sms !== false && (
          <p className={loginStyles.loginRegister}>
            还没有机构账号？
            <button type="button" className={fieldsStyles.link} onClick={() => setMode('register')}>
              注册机构
            </button>
          </p>
        )}
      </main>
    </div>
  )
}

const TABS = [
  ['account', '账号登录'],
  ['sms', '短信登录'],
] as const

/** Without SMS nobody can sign in, reset a password or register by one; null until known. */
function useSmsAvailable(): boolean | null {
  const [available, setAvailable] = useState<boolean | null>(null)
  useEffect(() => {
    let gone = false
    call(sessionEndpoints.loginModels, {}).then(
      (models) => gone || setAvailable(models.some(({ code }) => code === 'sms')),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return available
}

function AskAdministrator({ onDone }: { onDone: () => void }) {
  return (
    <>
      <p>本平台没有开通短信，不能自助重置密码。请联系所在机构或上级部门的管理员重置。</p>
      <button type="button" className={`${fieldsStyles.link} ${loginStyles.loginBack}`} onClick={onDone}>
        返回登录
      </button>
    </>
  )
}

type TabsProps = { mode: Mode; sms: boolean; onChange: (mode: Mode) => void }

function Tabs({ mode, sms, onChange }: TabsProps) {
  return (
    <div role="tablist" className={loginStyles.loginTabs} aria-label="登录方式">
      {TABS.filter(([key]) => key !== 'sms' || sms).map(([key, label]) => (
        <button key={key} type="button" role="tab" aria-selected={mode === key} onClick={() => onChange(key)}>
          {label}
        </button>
      ))}
    </div>
  )
}
