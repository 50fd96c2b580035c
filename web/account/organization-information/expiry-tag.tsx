import { Flex, Tag, Typography } from 'antd'
import { ORG_SOON_DAYS } from '#contract/orgs/terms.ts'
import { formatDate } from '#web/core/format.ts'

const DAY_MS = 86_400_000

/** The last valid day of an organisation and how far off it is. */
export function ExpiryTag({ expiresOn }: { expiresOn: string | null }) {
  if (expiresOn === null)
    return <Typography.Text type="secondary">未设置，请联系上级主管部门</Typography.Text>
  const days = Math.round((Date.parse(expiresOn) - Date.parse(formatDate(new Date()))) / DAY_MS)
  return (
    <Flex gap="small" align="center">
      {expiresOn}
      {days < 0 ? (
        <Tag color="error">已过期</Tag>
      ) : (
        <Tag color={days <= ORG_SOON_DAYS ? 'warning' : 'success'}>
          {days === 0 ? '今天到期' : `还剩 ${days} 天`}
        </Tag>
      )}
    </Flex>
  )
}
