import { Flex, Tag, Typography } from 'antd'
import type { TemplateState } from '#contract/letters/template-schemas.ts'

/** Where the template in force comes from. */
export function OriginNote({ state: { origin, originName, version } }: { state: TemplateState }) {
  return (
    <Flex gap={6} align="center" wrap>
      <Typography.Text type="secondary">正在使用</Typography.Text>
      {origin === 'own' && <Typography.Text strong>本地区第 {version} 版</Typography.Text>}
      {origin === 'above' && <Typography.Text strong>沿用上级：{originName}</Typography.Text>}
      {origin === 'sample' && (
        <>
          <Typography.Text strong>{originName}</Typography.Text>
          <Tag color="warning">示例</Tag>
        </>
      )}
    </Flex>
  )
}
