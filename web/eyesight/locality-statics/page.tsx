import { Alert, Flex, Table } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Breakdown, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { RangeNote } from '../figures/plan-range.tsx'
import { SaveTable } from '../figures/save-table.tsx'
import { UnitFilters } from '../figures/unit-filters.tsx'
import { UnitPath } from '../figures/unit-path.tsx'
import { useUnit } from '../figures/use-unit.ts'
import { NoPlan } from '../plans/no-plan.tsx'
import { progressColumns } from './columns.tsx'
import { TotalRow } from './total-row.tsx'

const REFRESH_MS = 30_000
type Row = Breakdown['rows'][number]

/** Progress of a plan: sub-regions, their schools, grades and classes. */
export function Page() {
  const unit = useUnit()
  const { lastPlanId: _compared, ...asked } = unit.asked
  const figures = useCall(eyesightEndpoints.breakdown, asked, {
    enabled: unit.ready,
    refetchInterval: REFRESH_MS,
  })
  const { data } = figures
  if (!unit.loading && unit.plans.length === 0 && !unit.ready) return <NoPlan />
  const childName = data?.childLevel ? UnitLevel.label(data.childLevel) : '单位'
  return (
    <Flex vertical gap="middle">
      <UnitFilters unit={unit} />
      <Panel>
        <Flex
          justify="space-between"
          align="center"
          gap="middle"
          className={`${layout.below12} ${layout.tall32}`}
        >
          {data ? <UnitPath path={data.path} onGo={unit.go} /> : <span />}
          <Flex gap="small" align="center">
            {data && <span>统计至 {formatDateTime(data.at)}</span>}
            <SaveTable
              endpoint={eyesightEndpoints.saveBreakdown}
              asked={data && data.rows.length > 0 ? asked : undefined}
            />
            <RefreshButton loading={figures.isFetching} onClick={() => void figures.refetch()} />
          </Flex>
        </Flex>
        {data && (
          <div className={layout.below12}>
            <RangeNote range={data.range} />
          </div>
        )}
        {figures.error && !data && <Alert type="error" showIcon title="进度加载失败，请刷新重试" />}
        <Table<Row>
          size="middle"
          sticky
          rowKey={({ unit: { key, level } }) => `${level}${JSON.stringify(key)}`}
          loading={figures.isFetching && !data}
          dataSource={data?.rows ?? []}
          columns={progressColumns({ planId: asked.planId, stage: asked.stage, childName, onGo: unit.go })}
          pagination={{ defaultPageSize: 20, hideOnSinglePage: true, pageSizeOptions: [15, 20, 30, 50] }}
          locale={{ emptyText: '计划范围内没有学校' }}
          summary={() =>
            data && data.rows.length > 0 ? (
              <TotalRow planId={asked.planId} stage={asked.stage} unit={data.unit} total={data.total} />
            ) : null
          }
          scroll={{ x: 900 }}
        />
      </Panel>
    </Flex>
  )
}
