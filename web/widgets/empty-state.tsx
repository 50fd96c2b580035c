import { Empty, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'

type Props = {
  title: string
  /** What the reader can do next. */
  hint?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, hint, action }: Props) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <Flex vertical gap={4} align="center">
          <Typography.Text>{title}</Typography.Text>
          {hint && <Typography.Text type="secondary">{hint}</Typography.Text>}
        </Flex>
      }
    >
      {action}
    </Empty>
  )
}
