import { Alert, Button, Flex, Typography } from 'antd'
import { useSession } from '#web/core/session/session-store.ts'
import { siteTitle } from '#web/core/site.ts'
import styles from './second-step.module.css'

type Props = { codes: readonly string[]; doneLabel: string; onDone: () => void }

/** Shown this one time: nobody can read them again. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const account = useSession().user?.account ?? ''
  const text = [`${siteTitle()} ${account} 的恢复码（每个只能用一次）`, ...codes].join('\n')
  const copyLabels = ['复制全部恢复码', '已复制']
  return (
    <Flex vertical gap="middle">
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次，请抄下或打印后妥善保管"
        description="手机丢失或换机时，登录页面上可用一个恢复码代替动态验证码，每个只能用一次。"
      />
      <ul className={styles.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <Typography.Text code>{code}</Typography.Text>
          </li>
        ))}
      </ul>
      <Flex justify="space-between" align="center">
        <Typography.Text copyable={{ text, icon: copyLabels, tooltips: copyLabels, tabIndex: 0 }} />
        <Button type="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </Flex>
    </Flex>
  )
}
