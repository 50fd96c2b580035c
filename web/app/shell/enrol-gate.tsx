import { Button, Card, Flex, Result, Skeleton, Typography } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { refreshPermissions, useSession } from '#web/core/session/session-store.ts'
import styles from './enrol-gate.module.css'
import { logOut } from './log-out.ts'

// Needed once in the life of an account: the console does not wait for them.
const TotpBinding = lazy(async () => ({
  default: (await import('#web/widgets/second-step/totp-binding.tsx')).TotpBinding,
}))
const RecoveryCodes = lazy(async () => ({
  default: (await import('#web/widgets/second-step/recovery-codes.tsx')).RecoveryCodes,
}))

/** Who must have a second step and has none sets it up here; behind it nothing is shown until then. */
export function EnrolGate({ children }: { children: ReactNode }) {
  const { user } = useSession()
  return user?.mustEnrol ? <Enrolment /> : children
}

function Enrolment() {
  const { secret, failed, start } = useSecret()
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <main className={styles.page}>
      <Card
        className={styles.card}
        title={codes ? '请保存恢复码' : '设置登录的二次验证'}
        extra={
          !codes && (
            <Button type="link" onClick={() => void logOut()}>
              退出登录
            </Button>
          )
        }
      >
        <Suspense fallback={<Skeleton active />}>
          {codes ? (
            <RecoveryCodes
              codes={codes}
              doneLabel="我已保存，进入平台"
              onDone={() => void refreshPermissions()}
            />
          ) : (
            <Flex vertical gap="small">
              <Typography.Text type="secondary">
                平台要求您的账号登录时使用二次验证。设置一次即可，之后登录时输入密码和动态验证码。
              </Typography.Text>
              {secret && <TotpBinding secret={secret} onBound={setCodes} />}
              {!secret && !failed && <Skeleton active />}
              {failed && (
                <Result
                  status="warning"
                  title="暂时无法设置"
                  extra={<Button onClick={() => void start()}>重试</Button>}
                />
              )}
            </Flex>
          )}
        </Suspense>
      </Card>
    </main>
  )
}

/** Asked for once: every secret makes the one before it worthless. */
function useSecret() {
  const [secret, setSecret] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const start = useCallback(async () => {
    setFailed(false)
    await call(sessionEndpoints.startTotp, {}).then(
      (answer) => setSecret(answer.secret),
      () => setFailed(true),
    )
  }, [])
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void start()
  }, [start])
  return { secret, failed, start }
}
