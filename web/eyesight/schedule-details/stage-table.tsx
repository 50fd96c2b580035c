import { Table, Typography } from 'antd'
import { SchoolStage } from '#contract/core/codes.ts'
import type { PlanOverview } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { FigureNumber } from '../figures/figure-number.tsx'
import { ratioText } from '../figures/percent-text.ts'

type Row = PlanOverview['byStage'][number]

export function StageTable({ planId, rows }: { planId: number; rows: Row[] }) {
  const count = (title: string, counter: 'expected' | 'screened' | 'valid') => ({
    title,
    align: 'right' as const,
    render: (_: unknown, { stage, counts }: Row) => (
      <FigureNumber
        asked={{ planId, stage, counter }}
        text={formatNumber(counts[counter])}
        label={`${SchoolStage.label(stage)}${title}人数`}
      />
    ),
  })
  return (
    <>
      <Typography.Title level={5} className={layout.noMarginAbove}>
        分学段进度
      </Typography.Title>
      <Table<Row>
        size="small"
        rowKey="stage"
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: '计划范围内没有在校学生' }}
        columns={[
          { title: '学段', dataIndex: 'stage', render: SchoolStage.label },
          count('应筛', 'expected'),
          count('实筛', 'screened'),
          {
            title: '完成率',
            align: 'right',
            render: (_, { counts }) => ratioText(counts.screened, counts.expected),
          },
          count('有效', 'valid'),
          {
            title: '有效率',
            align: 'right',
            render: (_, { counts }) => ratioText(counts.valid, counts.screened),
          },
        ]}
      />
    </>
  )
}
