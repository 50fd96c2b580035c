import { Button, Drawer, Flex } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  open: boolean
  title: string
  size: number
  /** The form among the children that the button sends. */
  formId: string
  okText: string
  sending: boolean
  disabled?: boolean
  /** Beside the buttons, always in sight. */
  note?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A drawer around one form; a click beside it loses nothing that was typed. */
export function FormDrawer(props: Props) {
  const { open, title, size, formId, okText, sending, disabled, note, onClose, children } = props
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={title}
      size={size}
      destroyOnHidden
      mask={{ closable: false }}
      footer={
        <Flex justify={note ? 'space-between' : 'flex-end'} align="center" gap="small">
          {note}
          <Flex gap="small">
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" htmlType="submit" form={formId} loading={sending} disabled={disabled}>
              {okText}
            </Button>
          </Flex>
        </Flex>
      }
    >
      {children}
    </Drawer>
  )
}
