import { Flex, Tag } from 'antd'
import { SchoolStage } from '#contract/core/codes.ts'

/** The stages a school teaches, youngest first. */
export function StageTags({ stages }: { stages: readonly number[] }) {
  if (stages.length === 0) return '—'
  return (
    <Flex gap={4} wrap>
      {stages.map((stage) => (
        <Tag key={stage} variant="filled" style={{ marginInlineEnd: 0 }}>
          {SchoolStage.label(stage)}
        </Tag>
      ))}
    </Flex>
  )
}
