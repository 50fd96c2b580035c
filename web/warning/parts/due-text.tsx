import { Typography } from 'antd'
import { type WarningRow, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { daysUntil } from '#web/core/days-until.ts'
import layout from '#web/core/layout.module.css'

type Props = Pick<WarningRow, 'dueOn' | 'overdue' | 'status' | 'ended'>

/** By when something has to be done; red once the day is over, nothing where it is done. */
export function DueText({ dueOn, overdue, status, ended }: Props) {
  if (ended !== null || status === WarningStatus.code.closed) return '—'
  if (!overdue) return dueOn
  return (
    <>
      {dueOn}
      <br />
      <Typography.Text type="danger" strong className={layout.text13}>
        已逾期 {-daysUntil(dueOn)} 天
      </Typography.Text>
    </>
  )
}
