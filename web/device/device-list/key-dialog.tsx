import { Alert, Button, Descriptions, Typography } from 'antd'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { transport } from '#web/core/api/transport.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'

export type IssuedKey = { name: string; keyId: string; secret: string; isNew: boolean }

const COPY = ['复制接入信息', '已复制']

/** Shown once: after closing nobody can read the secret again. */
export function KeyDialog({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { name, keyId, secret, isNew } = issued
  const address = `${transport.apiBase || window.location.origin}${deviceEndpoints.postReadings.path}`
  const text = `上传地址：${address}\n密钥编号：${keyId}\n密钥：${secret}`
  return (
    <PageModal
      open
      title={isNew ? `“${name}”已登记` : `“${name}”的密钥已更换`}
      closable={false}
      keyboard={false}
      width={620}
      footer={
        <Button type="primary" onClick={onClose}>
          我已保存，关闭
        </Button>
      }
    >
      <Alert
        type="warning"
        showIcon
        title="密钥只显示这一次，关闭后不能再查看"
        description="请写入设备或采集软件，不要通过聊天工具发送。遗失后只能更换密钥。"
        style={{ margin: '12px 0 16px' }}
      />
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { key: 'address', label: '上传地址', children: address },
          { key: 'keyId', label: '密钥编号', children: <Code>{keyId}</Code> },
          { key: 'secret', label: '密钥', children: <Code>{secret}</Code> },
        ]}
      />
      <Typography.Paragraph
        style={{ margin: '12px 0' }}
        copyable={{ text, icon: COPY, tooltips: COPY, tabIndex: 0 }}
      />
    </PageModal>
  )
}

function Code({ children }: { children: string }) {
  return (
    <Typography.Text code style={{ fontSize: 14, overflowWrap: 'anywhere' }}>
      {children}
    </Typography.Text>
  )
}
