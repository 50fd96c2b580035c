import { Table, Typography } from 'antd'
import { Link } from 'react-router'
import type { PlanOverview } from '#contract/eyesight/figures/figure-schemas.ts'
import layout from '#web/core/layout.module.css'
import { ProgressMeter } from '../figures/progress-meter.tsx'

type Row = PlanOverview['byExecutor'][number]

export function ExecutorTable({ planId, rows }: { planId: number; rows: Row[] }) {
  return (
    <>
      <Typography.Title level={5} className={layout.noMarginAbove}>
        承担机构
      </Typography.Title>
      <Table<Row>
        size="small"
        rowKey="orgId"
        dataSource={rows}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: '还没有分配任务' }}
        columns={[
          {
            title: '机构',
            // Schools that screen themselves are one row.
            render: (_, { orgId, orgName }) =>
              orgId === 0 ? (
                orgName
              ) : (
                <Link to={`/eyesight/task-list?planId=${planId}&executorOrgId=${orgId}`}>{orgName}</Link>
              ),
          },
          { title: '任务', dataIndex: 'tasks', align: 'right', width: 90 },
          { title: '已完成', dataIndex: 'completed', align: 'right', width: 90 },
          { title: '进度', width: 260, render: (_, { counts }) => <ProgressMeter {...counts} /> },
        ]}
      />
    </>
  )
}
