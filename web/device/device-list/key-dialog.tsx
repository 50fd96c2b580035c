import { Typography } from 'antd'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { transport } from '#web/core/api/transport.ts'
import layout from '#web/core/layout.module.css'
import { SecretDialog } from '#web/widgets/dialog/secret-dialog.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'

export type IssuedKey = { name: string; keyId: string; secret: string; isNew: boolean }

export function KeyDialog({ issued, ...dialog }: DialogProps & { issued: IssuedKey }) {
  const { name, keyId, secret, isNew } = issued
  const address = `${transport.apiBase || window.location.origin}${deviceEndpoints.postReadings.path}`
  return (
    <SecretDialog
      {...dialog}
      title={isNew ? `“${name}”已登记` : `“${name}”的密钥已更换`}
      width={620}
      warning={{
        title: '密钥只显示这一次，关闭后不能再查看',
        description: '请写入设备或采集软件，不要通过聊天工具发送。遗失后只能更换密钥。',
      }}
      items={[
        { key: 'address', label: '上传地址', children: address },
        { key: 'keyId', label: '密钥编号', children: <Code>{keyId}</Code> },
        { key: 'secret', label: '密钥', children: <Code>{secret}</Code> },
      ]}
      copy={{
        label: '复制接入信息',
        text: `上传地址：${address}\n密钥编号：${keyId}\n密钥：${secret}`,
      }}
    />
  )
}

function Code({ children }: { children: string }) {
  return (
    <Typography.Text code className={`${layout.text14} ${layout.breakAnywhere}`}>
      {children}
    </Typography.Text>
  )
}
