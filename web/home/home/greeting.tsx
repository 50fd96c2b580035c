import { Card, Flex, Tag, Typography } from 'antd'
import { DataRangeType } from '#contract/core/codes.ts'
import type { HomeSummary } from '#contract/home/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { UserInfo } from '#contract/session/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

/** Who I am here, what I see, and when I was here last. */
export function Greeting({ user, summary }: { user: UserInfo; summary: HomeSummary | undefined }) {
  const range = useCall(sessionEndpoints.userDataRange, {}, { background: true })
  const own = user.dataRangeType === DataRangeType.code.own
  return (
    <Card variant="borderless">
      <Flex vertical gap={6}>
        <Flex gap="small" align="center" wrap>
          <Typography.Title level={2} className={`${layout.noMargin} ${layout.text20}`}>
            {partOfDay()}，{user.realName}
          </Typography.Title>
          <Tag color="processing" variant="filled">
            {user.roleTypeName}
          </Tag>
        </Flex>
        <Typography.Text>
          {user.orgName}
          <Typography.Text type="secondary">
            {' · '}您可以查看{own ? '本机构' : (range.data?.areaName ?? '数据范围内')}的数据
          </Typography.Text>
        </Typography.Text>
        {summary && <LastSignIn summary={summary} />}
      </Flex>
    </Card>
  )
}

function LastSignIn({ summary: { lastSignIn, failedSignInsSince } }: { summary: HomeSummary }) {
  if (!lastSignIn) return <Typography.Text type="secondary">这是您第一次登录，欢迎使用</Typography.Text>
  return (
    <Typography.Text type="secondary">
      上次登录：{formatDateTime(lastSignIn.at)}，网络地址 {lastSignIn.address}
      {failedSignInsSince > 0 && (
        <Typography.Text type="warning">
          ；此后有 {failedSignInsSince} 次失败的登录尝试，如非本人操作请尽快修改密码
        </Typography.Text>
      )}
    </Typography.Text>
  )
}

function partOfDay(): string {
  const hour = Number(formatDateTime(new Date()).slice(11, 13))
  if (hour < 6) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}
