import { Flex, Tag, Typography } from 'antd'
import type { Quota } from '#contract/authority/schemas.ts'

const LINES = [
  ['superAdmin', '超级管理员'],
  ['admin', '管理员'],
  ['screener', '筛查员'],
] as const satisfies readonly (readonly [keyof Quota, string])[]

export const isFull = (line: { used: number; limit: number } | undefined): boolean =>
  line !== undefined && line.used >= line.limit

/** How many accounts of each kind the organisation has and may have. */
export function QuotaStrip({ quota }: { quota: Quota }) {
  return (
    <Flex gap="small" wrap align="center">
      <Typography.Text type="secondary">账号名额</Typography.Text>
      {LINES.filter(([key]) => quota[key].limit > 0 || quota[key].used > 0).map(([key, label]) => (
        <Tag key={key} color={isFull(quota[key]) ? 'warning' : undefined} variant="filled">
          {label} {quota[key].used}/{quota[key].limit}
          {isFull(quota[key]) && ' 已满'}
        </Tag>
      ))}
    </Flex>
  )
}
