import { Alert, Button, Flex } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  /** Who saved what, and when. */
  title: string
  /** What was saved, or that it can be looked at. */
  children: ReactNode
  /** A further button in front of the two. */
  action?: ReactNode
  className?: string | undefined
  onTake: () => void
  onInsist: () => void
}

/** Somebody else has saved while a text was typed: the typed one stays until the reader decides between the two. */
export function ChangedNote({ title, children, action, className, onTake, onInsist }: Props) {
  return (
    <Alert
      type="warning"
      showIcon
      className={className}
      title={title}
      description={
        <Flex vertical gap="small">
          {children}
          <Flex gap="small">
            {action}
            <Button size="small" onClick={onTake}>
              改用最新内容
            </Button>
            <Button size="small" onClick={onInsist}>
              以我填写的为准
            </Button>
          </Flex>
        </Flex>
      }
    />
  )
}
