import { Tag } from 'antd'
import { ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import type { CodeOf } from '#contract/core/enums.ts'

type ApplicationCode = CodeOf<typeof ApplicationStatus>
type PlanCode = CodeOf<typeof AssessPlanStatus>

const APPLICATION_COLORS: Record<ApplicationCode, string | undefined> = {
  0: 'blue',
  1: 'cyan',
  2: 'warning',
  3: 'geekblue',
  4: 'success',
}
const PLAN_COLORS: Record<PlanCode, string | undefined> = { 0: undefined, 1: 'blue', 2: 'orange' }

type ApplicationProps = {
  status: ApplicationCode
  /** The plan closed without it. */
  missed: boolean
  /** Something was entered; left out where it is not known. */
  touched?: boolean
}

export function ApplicationTag({ status, missed, touched = true }: ApplicationProps) {
  if (missed) return <Tag color="error">未申报</Tag>
  if (status === ApplicationStatus.code.draft && !touched) return <Tag>待填报</Tag>
  return <Tag color={APPLICATION_COLORS[status]}>{ApplicationStatus.label(status)}</Tag>
}

type PlanProps = {
  status: PlanCode
  /** Results were published to the units. */
  resultsAt: string | null
}

export const AssessPlanTag = ({ status, resultsAt }: PlanProps) =>
  resultsAt === null ? (
    <Tag color={PLAN_COLORS[status]}>{AssessPlanStatus.label(status)}</Tag>
  ) : (
    <Tag color="success">结果已公布</Tag>
  )
