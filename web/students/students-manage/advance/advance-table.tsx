import { Flex, Table, Tag, Typography } from 'antd'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import type { PlannedGrade, planOf } from './advance-plan.ts'

/** Where the classes of every grade go, and how many people that makes. */
export function AdvanceTable({ plan }: { plan: ReturnType<typeof planOf> }) {
  return (
    <Flex vertical gap="small">
      <Table<PlannedGrade>
        size="small"
        rowKey="key"
        dataSource={plan.grades}
        pagination={false}
        columns={[
          { title: '现在', dataIndex: 'from', width: 80 },
          { title: '班级', render: (_, grade) => <Classes grade={grade} /> },
          {
            title: '升级后',
            dataIndex: 'to',
            width: 90,
            render: (to: string | null) => to ?? <Tag color="warning">毕业</Tag>,
          },
          { title: '人数', dataIndex: 'people', width: 72, align: 'right', render: formatNumber },
        ]}
      />
      <Typography.Text strong className={layout.atTheEnd}>
        共 {formatNumber(plan.classCount)} 个班级，升级 {formatNumber(plan.promoted)} 人，毕业{' '}
        {formatNumber(plan.graduating)} 人
      </Typography.Text>
    </Flex>
  )
}

function Classes({ grade }: { grade: PlannedGrade }) {
  return (
    <Flex wrap gap="0 12px">
      {grade.classes.map(({ classId, className, studentCount }) => (
        <span key={classId} className={layout.oneLine}>
          {className} <Typography.Text type="secondary">{formatNumber(studentCount)}人</Typography.Text>
        </span>
      ))}
    </Flex>
  )
}
