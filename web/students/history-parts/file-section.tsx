import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Panel } from '#web/widgets/panel.tsx'

type Props = { title: string; extra?: ReactNode; children: ReactNode }

/** One part of a student's file under its heading. */
export function FileSection({ title, extra, children }: Props) {
  return (
    <Panel>
      <Flex
        justify="space-between"
        align="center"
        gap="small"
        wrap
        style={{ minHeight: 32, marginBottom: 12 }}
      >
        <Typography.Title level={3} style={{ margin: 0, fontSize: 16 }}>
          {title}
        </Typography.Title>
        {extra}
      </Flex>
      {children}
    </Panel>
  )
}
