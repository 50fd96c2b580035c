import { Flex, Tag } from 'antd'
import { SchoolStage } from '#contract/core/codes.ts'
import layout from '#web/core/layout.module.css'

/** The stages a school teaches, youngest first. */
export function StageTags({ stages }: { stages: readonly number[] }) {
  if (stages.length === 0) return '—'
  return (
    <Flex gap={4} wrap>
      {stages.map((stage) => (
        <Tag key={stage} variant="filled" className={layout.noMarginAfter}>
          {SchoolStage.label(stage)}
        </Tag>
      ))}
    </Flex>
  )
}
