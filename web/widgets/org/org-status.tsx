import { Flex, Tag, Typography } from 'antd'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { OrgOption } from '#contract/orgs/schemas.ts'
import { formatDate } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { expiryOf } from './org-expiry.ts'

type Props = { status: OrgOption['status']; expiresOn: string | null; enabled: boolean }

/** Whether people of an organisation can work: approved, not disabled, and until when. */
export function OrgStatus({ status, expiresOn, enabled }: Props) {
  if (status === ApprovalStatus.code.pending) return <Tag color="warning">待审核</Tag>
  if (status === ApprovalStatus.code.rejected) return <Tag color="error">已拒绝</Tag>
  if (!enabled) return <Tag title="已被主管部门停用，其账号不能登录">停用</Tag>
  const expiry = expiryOf(expiresOn, formatDate(new Date()))
  return (
    <Flex vertical align="flex-start" gap={1}>
      <Tag color={expiry.kind === 'expired' ? 'error' : 'success'} className={layout.tightLines}>
        {expiry.kind === 'expired' ? '已过期' : '已通过'}
      </Tag>
      {expiry.kind === 'unset' ? (
        <Small type="warning" title="未设有效期，其账号不能登录">
          未设有效期
        </Small>
      ) : (
        <Small type={expiry.kind === 'soon' ? 'warning' : 'secondary'} title={inWords(expiry)}>
          {expiry.kind === 'expired' ? expiresOn : `至 ${expiresOn}`}
        </Small>
      )}
    </Flex>
  )
}

function inWords({ kind, days }: { kind: 'valid' | 'soon' | 'expired'; days: number }): string {
  if (kind === 'expired') return `已过期 ${-days} 天，其账号不能登录`
  return days === 0 ? '今天到期' : `还剩 ${days} 天`
}

type SmallProps = { type: 'secondary' | 'warning'; title: string; children: string | null }

function Small({ type, title, children }: SmallProps) {
  return (
    <Typography.Text type={type} title={title} className={`${layout.smallText} ${layout.compactLines}`}>
      {children}
    </Typography.Text>
  )
}
