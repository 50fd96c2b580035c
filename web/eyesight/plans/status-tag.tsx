import { Tag } from 'antd'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'

const PLAN_COLORS: Record<number, string> = {
  0: 'default',
  1: 'gold',
  2: 'processing',
  3: 'success',
  4: 'default',
}
const TASK_COLORS: Record<number, string> = { 0: 'gold', 1: 'processing', 2: 'success' }

export const PlanStatusTag = ({ status }: { status: number }) => (
  <Tag color={PLAN_COLORS[status]}>{PlanStatus.label(status)}</Tag>
)

/** `overdue`: behind its date and not completed. */
export const TaskStatusTag = ({ status, overdue = false }: { status: number; overdue?: boolean }) => (
  <>
    <Tag color={TASK_COLORS[status]}>{TaskStatus.label(status)}</Tag>
    {overdue && <Tag color="error">已逾期</Tag>}
  </>
)
