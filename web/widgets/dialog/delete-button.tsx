import { Button, Popconfirm } from 'antd'

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
      <Button
        danger
        type={link ? 'link' : 'default'}
        size={link ? 'small' : 'middle'}
        disabled={disabled}
        style={link ? { padding: 0 } : undefined}
      >
        {label}
      </Button>
    </Popconfirm>
  )
}
