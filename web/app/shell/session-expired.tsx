import { Button } from 'antd'
import { StubbornDialog } from '#web/widgets/dialog/stubborn-dialog.tsx'
import styles from '../../widgets/dialog/stubborn-dialog.module.css'
import { AntdFrame } from '../antd-frame.tsx'

/** Nobody was there for too long: the user's data is gone from the page, only this is left (spec §4). */
export function SessionExpired() {
  const reload = () => window.location.reload()
  return (
    <AntdFrame>
      <StubbornDialog title="会话过期">
        <p>会话已超时，请重新登录</p>
        <div className={styles.dialogActions}>
          <Button type="primary" onClick={reload}>
            确定
          </Button>
        </div>
      </StubbornDialog>
    </AntdFrame>
  )
}
