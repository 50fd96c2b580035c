import { Popconfirm } from 'antd'
import { LinkButton } from '../link-button.tsx'

type Props = {
  label: string
  /** The question. */
  title: string
  /** The consequence. */
  detail?: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
}

/** A link of a table row whose action is confirmed first. */
export function ConfirmedLink({ label, title, detail, danger, onConfirm }: Props) {
  return (
    <Popconfirm
      title={title}
      description={detail}
      okText={label}
      okButtonProps={{ danger }}
      cancelText="取消"
      placement="topRight"
      onConfirm={onConfirm}
    >
      <LinkButton danger={danger}>{label}</LinkButton>
    </Popconfirm>
  )
}
