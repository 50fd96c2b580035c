import { Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import layout from '#web/core/layout.module.css'
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
        className={`${layout.tall32} ${layout.below12}`}
      >
        <Typography.Title level={3} className={`${layout.noMargin} ${layout.text16}`}>
          {title}
        </Typography.Title>
        {extra}
      </Flex>
      {children}
    </Panel>
  )
}
