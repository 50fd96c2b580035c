import { Button, Modal } from 'antd'
import { AntdFrame } from '../antd-frame.tsx'

/** Nobody was there for too long: the user's data is gone from the page, only this is left (spec §4). */
export function SessionExpired() {
  const reload = () => window.location.reload()
  return (
    <AntdFrame>
      <Modal
        open
        centered
        width={400}
        title="会话过期"
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" autoFocus onClick={reload}>
            确定
          </Button>
        }
      >
        会话已超时，请重新登录
      </Modal>
    </AntdFrame>
  )
}
