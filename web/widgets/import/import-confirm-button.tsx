import { Popconfirm } from 'antd'
import layout from '#web/core/layout.module.css'
import { ActionButton } from '../link-button.tsx'

type Props = {
  label: string
  /** The question; it names the import. */
  title: string
  /** The consequence. */
  description: string
  okText?: string
  cancelText?: string
  onConfirm: () => Promise<unknown>
  /** As a link inside a row; otherwise a button. */
  link?: boolean
  danger?: boolean
  primary?: boolean
  disabled?: boolean
}

/** A button that asks before it does something. */
export function ImportConfirmButton({ label, link, danger, primary, disabled, ...ask }: Props) {
  return (
    <Popconfirm
      title={ask.title}
      description={<div className={layout.atMost320}>{ask.description}</div>}
      okText={ask.okText ?? label}
      cancelText={ask.cancelText ?? '取消'}
      okButtonProps={{ danger }}
      onConfirm={ask.onConfirm}
      // Over what it belongs to, and clear of the edge of the window.
      placement={link ? 'topLeft' : 'bottomRight'}
      disabled={disabled}
    >
      <ActionButton danger={danger} type={primary ? 'primary' : 'default'} link={link} disabled={disabled}>
        {label}
      </ActionButton>
    </Popconfirm>
  )
}
