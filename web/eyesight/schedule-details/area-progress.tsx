import { Breadcrumb, Table, Typography } from 'antd'
import { useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Breakdown, type UnitKey, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { FigureNumber } from '../figures/figure-number.tsx'
import { ratioText } from '../figures/percent-text.ts'
import { RowRange } from '../figures/plan-range.tsx'
import { ProgressMeter } from '../figures/progress-meter.tsx'

type Row = Breakdown['rows'][number]

/** Progress of the places below, one click deeper each. */
export function AreaProgress({ planId }: { planId: number }) {
  const [unit, setUnit] = useState<UnitKey>({})
  const { data, isFetching, error } = useCall(eyesightEndpoints.breakdown, { planId, ...unit })
  const level = data?.childLevel ? UnitLevel.label(data.childLevel) : '班级'
  return (
    <>
      <Typography.Title level={5} className={layout.noMarginAbove}>
        分{level}进度
      </Typography.Title>
      {data && data.path.length > 1 && (
        <Breadcrumb
          className={layout.below12}
          items={data.path.map(({ name, key }, nth) => ({
            key: name,
            title:
              nth === data.path.length - 1 ? (
                name
              ) : (
                <LinkButton onClick={() => setUnit(key)}>{name}</LinkButton>
              ),
          }))}
        />
      )}
      <Table<Row>
        size="small"
        rowKey={({ unit: { key } }) => JSON.stringify(key)}
        loading={isFetching && !data}
        dataSource={data?.rows ?? []}
        pagination={{ pageSize: 15, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: error ? '加载失败，请刷新页面' : '计划范围内没有学校' }}
        columns={[
          {
            title: level,
            render: (_, row) =>
              row.unit.level === 'class' ? (
                row.unit.name
              ) : (
                <>
                  <LinkButton onClick={() => setUnit(row.unit.key)}>{row.unit.name}</LinkButton>
                  <RowRange planId={planId} {...row} />
                </>
              ),
          },
          counter('应筛', 'expected', planId),
          counter('实筛', 'screened', planId),
          {
            title: '完成率',
            width: 230,
            render: (_, { counts }) => <ProgressMeter {...counts} />,
          },
          counter('有效', 'valid', planId),
          {
            title: '有效率',
            width: 92,
            align: 'right',
            render: (_, { counts }) => ratioText(counts.valid, counts.screened),
          },
        ]}
      />
    </>
  )
}

function counter(title: string, name: 'expected' | 'screened' | 'valid', planId: number) {
  return {
    title,
    width: 110,
    align: 'right' as const,
    render: (_: unknown, { unit, counts }: Row) => (
      <FigureNumber
        asked={{ planId, ...unit.key, counter: name }}
        text={formatNumber(counts[name])}
        label={`${unit.name}${title}人数`}
      />
    ),
  }
}
