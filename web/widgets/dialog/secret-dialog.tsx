import { Alert, Button, Descriptions, type DescriptionsProps, Typography } from 'antd'
import type { ReactNode } from 'react'
import layout from '#web/core/layout.module.css'
import { PageModal } from './page-modal.tsx'
import type { DialogProps } from './use-dialog.tsx'

type Props = DialogProps & {
  title: string
  width: number
  warning: { title: string; description: string }
  items: NonNullable<DescriptionsProps['items']>
  copy: { label: string; text: string }
  /** More to know, below the secret. */
  children?: ReactNode
}

/** Shows a secret once: only its button closes it, and nobody can read the secret again afterwards. */
export function SecretDialog({ open, title, width, warning, items, copy, children, ...on }: Props) {
  const icon = [copy.label, '已复制']
  return (
    <PageModal
      open={open}
      title={title}
      closable={false}
      keyboard={false}
      width={width}
      afterClose={on.onClosed}
      footer={
        <Button type="primary" onClick={on.onClose}>
          我已保存，关闭
        </Button>
      }
    >
      <Alert type="warning" showIcon {...warning} className={`${layout.above12} ${layout.below16}`} />
      <Descriptions column={1} size="small" bordered items={items} />
      {children}
      <Typography.Paragraph
        className={layout.around12}
        copyable={{ text: copy.text, icon, tooltips: icon, tabIndex: 0 }}
      />
    </PageModal>
  )
}
