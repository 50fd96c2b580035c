import { Flex, Table, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import type { TaskClassRow, TaskDetail } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { ratioText } from '../figures/percent-text.ts'
import { ProgressMeter } from '../figures/progress-meter.tsx'
import { FillNumbersButton } from '../monitoring/fill-numbers-button.tsx'

/** Classes with their progress; each leads to the class at work. */
export function ClassTable({ task }: { task: TaskDetail }) {
  const begun = task.status !== TaskStatus.code.waiting
  const sum = (of: (row: TaskClassRow) => number) => task.classes.reduce((total, row) => total + of(row), 0)
  return (
    <>
      <Flex justify="space-between" align="start" gap="middle">
        <Typography.Title level={5} className={layout.noMarginAbove}>
          班级（{formatNumber(task.classes.length)}）
        </Typography.Title>
        {begun && <FillNumbersButton taskId={task.taskId} schoolName={task.schoolName} />}
      </Flex>
      <Table<TaskClassRow>
        size="middle"
        sticky
        rowKey="classId"
        dataSource={task.classes}
        pagination={false}
        locale={{ emptyText: '范围内还没有班级：请在学生管理中添加班级与学生' }}
        columns={[
          {
            title: '班级',
            render: (_, { classId, gradeName, className }) =>
              begun ? (
                <Link to={`/eyesight/class-details?taskId=${task.taskId}&classId=${classId}`}>
                  {gradeName}
                  {className}
                </Link>
              ) : (
                `${gradeName}${className}`
              ),
          },
          number(begun ? '应筛' : '在校', ({ progress }) => progress.expected),
          number('实筛', ({ progress }) => progress.screened),
          { title: '完成率', width: 220, render: (_, { progress }) => <ProgressMeter {...progress} /> },
          number('有效', ({ progress }) => progress.valid),
          {
            title: '有效率',
            align: 'right',
            width: 96,
            render: (_, { progress }) => ratioText(progress.valid, progress.screened),
          },
          number('未检（有原因）', ({ absent }) => absent),
          {
            title: '复测',
            align: 'right',
            width: 96,
            render: (_, { retestDone, retestDrawn }) => `${retestDone} / ${retestDrawn}`,
          },
          {
            title: '待处理',
            width: 96,
            render: (_, { openConflicts }) =>
              openConflicts > 0 && <Tag color="warning">冲突 {openConflicts}</Tag>,
          },
        ]}
        summary={() =>
          task.classes.length > 1 && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>
                <b>合计</b>
              </Table.Summary.Cell>
              <Table.Summary.Cell index={1} align="right">
                {formatNumber(sum(({ progress }) => progress.expected))}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={2} align="right">
                {formatNumber(sum(({ progress }) => progress.screened))}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={3}>
                {ratioText(
                  sum(({ progress }) => progress.screened),
                  sum(({ progress }) => progress.expected),
                )}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={4} align="right">
                {formatNumber(sum(({ progress }) => progress.valid))}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={5} align="right">
                {ratioText(
                  sum(({ progress }) => progress.valid),
                  sum(({ progress }) => progress.screened),
                )}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={6} align="right">
                {formatNumber(sum(({ absent }) => absent))}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={7} align="right">
                {sum(({ retestDone }) => retestDone)} / {sum(({ retestDrawn }) => retestDrawn)}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={8} />
            </Table.Summary.Row>
          )
        }
      />
    </>
  )
}

const number = (title: string, of: (row: TaskClassRow) => number) => ({
  title,
  align: 'right' as const,
  width: 110,
  render: (_: unknown, row: TaskClassRow) => formatNumber(of(row)),
})
