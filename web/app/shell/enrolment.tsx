import { Button, Card, Flex, Result, Skeleton, Typography } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { refreshPermissions } from '#web/core/session/session-store.ts'
import { RecoveryCodes } from '#web/widgets/second-step/recovery-codes.tsx'
import { TotpBinding } from '#web/widgets/second-step/totp-binding.tsx'
import styles from './enrolment.module.css'
import { logOut } from './log-out.ts'

/** Sets up an authenticator and hands over the recovery codes. */
export function Enrolment() {
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
