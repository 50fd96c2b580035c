import { Typography } from 'antd'
import type { ApplicationRow } from '#contract/assessment/application-schemas.ts'
import { ApplicationStatus } from '#contract/assessment/statuses.ts'
import { daysUntil } from '#web/core/days-until.ts'
import { today } from '#web/core/format.ts'

type Props = Pick<ApplicationRow, 'submitUntil' | 'status' | 'startsOn' | 'endsOn'>

const { draft, returned } = ApplicationStatus.code
/** From here on the days that are left stand out. */
const SOON_DAYS = 7

/** Until when an application can be handed in, and how many days that leaves. */
export function DeadlineText({ submitUntil, status, startsOn, endsOn }: Props) {
  if (status !== draft && status !== returned) {
    return <Typography.Text type="secondary">申报截止 {endsOn}</Typography.Text>
  }
  if (startsOn > today()) return <Typography.Text>申报自 {startsOn} 开始</Typography.Text>
  if (submitUntil === null) return <Typography.Text type="danger">申报已截止</Typography.Text>
  const days = daysUntil(submitUntil)
  return (
    <Typography.Text type={days <= SOON_DAYS ? 'warning' : undefined} strong={days <= SOON_DAYS}>
      {submitUntil} 截止，{days === 0 ? '今天是最后一天' : `还有 ${days} 天`}
    </Typography.Text>
  )
}
