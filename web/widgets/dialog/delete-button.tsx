import { Popconfirm } from 'antd'
import { ActionButton } from '../link-button.tsx'

type Props = {
  onConfirm: () => Promise<unknown>
  /** The question; it names what is deleted. */
  title: string
  /** The consequence. */
  description?: string
  label?: string
  /** As a link inside a table row. */
  link?: boolean
  disabled?: boolean
}

export function DeleteButton({ onConfirm, title, description, label = '删除', link, disabled }: Props) {
  return (
    <Popconfirm
      title={title}
      description={description}
      onConfirm={onConfirm}
      okText={label}
      okButtonProps={{ danger: true }}
      cancelText="取消"
      disabled={disabled}
    >
      <ActionButton danger link={link} disabled={disabled}>
        {label}
      </ActionButton>
    </Popconfirm>
  )
}
