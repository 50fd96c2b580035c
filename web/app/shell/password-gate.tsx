import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { PASSWORD_REMINDER_DAYS } from '#contract/core/limits.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { openDialog } from '#web/core/session/dialogs.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { StubbornDialog } from '#web/widgets/dialog/stubborn-dialog.tsx'
import styles from '../../widgets/dialog/stubborn-dialog.module.css'
import { useNotifications } from '../notifications-frame.tsx'
import { MandatoryPasswordChange } from './session-dialogs.tsx'

const PASSWORD_SOURCE = 10
const EXPIRED = { title: '密码已过期', text: '您的密码已过期，请修改密码后重新登录。' }
const ONE_TIME = {
  title: '请修改密码',
  text: '新账号或被重置的账号，首次登录须修改一次性密码，修改后请重新登录。',
}

/** Reminds of a password about to expire; behind an expired one nothing is shown (spec §4). */
export function PasswordGate({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const days = useRemainingDays()
  const [acknowledged, setAcknowledged] = useState(false)
  useReminder(days)
  const expired = days !== null && days <= 0
  if (!expired && !user?.mustChangePassword) return children
  if (days === null) return null
  const reason = user?.oneTimePassword ? ONE_TIME : EXPIRED
  if (acknowledged) return <MandatoryPasswordChange />
  return (
    <StubbornDialog title={reason.title}>
      <p>{reason.text}</p>
      <div className={styles.dialogActions}>
        <Button type="primary" onClick={() => setAcknowledged(true)}>
          修改密码
        </Button>
      </div>
    </StubbornDialog>
  )
}

/** Null until known; a request that fails locks nobody out. */
function useRemainingDays(): number | null {
  const [days, setDays] = useState<number | null>(null)
  useEffect(() => {
    let gone = false
    call(sessionEndpoints.passwordRemainingDays, { source: PASSWORD_SOURCE }).then(
      (answer) => gone || setDays(answer),
      () => gone || setDays(Number.POSITIVE_INFINITY),
    )
    return () => {
      gone = true
    }
  }, [])
  return days
}

function useReminder(days: number | null): void {
  const notification = useNotifications()
  useEffect(() => {
    if (days === null || days < 1 || days > PASSWORD_REMINDER_DAYS) return
    notification.warning({
      key: 'password-expiry',
      title: '密码即将过期',
      description: `您的密码将在 ${days} 天后过期，请及时修改。`,
      duration: 0,
      actions: (
        <Button
          type="link"
          size="small"
          onClick={() => {
            notification.destroy('password-expiry')
            openDialog('changePassword')
          }}
        >
          修改密码
        </Button>
      ),
    })
    return () => notification.destroy('password-expiry')
  }, [days, notification])
}
