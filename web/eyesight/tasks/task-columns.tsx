import { Flex, type TableColumnType, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import layout from '#web/core/layout.module.css'
import { NotBegun, ProgressMeter } from '../figures/progress-meter.tsx'
import { PlanLink } from '../plans/plan-link.tsx'
import { shanghaiDay } from '../plans/school-years.ts'
import { TaskStatusTag } from '../plans/status-tag.tsx'

export const TASK_TABLE_WIDTH = 1100
export const taskDetailsOf = (taskId: number): string => `/eyesight/task-details?taskId=${taskId}`

export const isOverdue = ({ status, endsOn }: TaskRow, today = shanghaiDay(new Date())): boolean =>
  status !== TaskStatus.code.completed && endsOn < today

export const TaskProgress = ({ task: { status, progress } }: { task: TaskRow }) =>
  status === TaskStatus.code.waiting ? (
    <NotBegun students={progress.expected} />
  ) : (
    <ProgressMeter {...progress} />
  )

/** Columns of every list of tasks; `withPlan` where tasks of several plans are listed. */
export function taskColumns(options: {
  withPlan: boolean
  actions?: (row: TaskRow) => ReactNode
}): TableColumnType<TaskRow>[] {
  const { withPlan, actions } = options
  return [
    {
      title: '学校',
      fixed: 'start',
      width: 206,
      render: (_, row) => (
        <Flex vertical>
          <Link to={taskDetailsOf(row.taskId)}>{row.schoolName}</Link>
          <Typography.Text type="secondary" className={layout.smallText}>
            {row.areaName} · {row.selectionText}
          </Typography.Text>
        </Flex>
      ),
    },
    ...(withPlan
      ? [
          {
            title: '计划',
            width: 164,
            render: (_: unknown, { planId, planName }: TaskRow) => (
              <PlanLink planId={planId} planName={planName} />
            ),
          },
        ]
      : []),
    { title: '承担机构', dataIndex: 'executorName', width: 150 },
    {
      title: '状态',
      width: 92,
      render: (_, row) => <TaskStatusTag status={row.status} overdue={isOverdue(row)} />,
    },
    {
      title: '日期',
      width: 116,
      render: (_, { startsOn, endsOn }) => (
        <>
          {startsOn}
          <br />至 {endsOn}
        </>
      ),
    },
    { title: '进度', width: 184, render: (_, row) => <TaskProgress task={row} /> },
    ...(actions
      ? [
          {
            title: '操作',
            width: 132,
            fixed: 'end' as const,
            render: (_: unknown, row: TaskRow) => actions(row),
          },
        ]
      : []),
  ]
}
