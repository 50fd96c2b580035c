import { Alert, Flex, Form, Select, Table, Typography } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { otherTermWords } from '#contract/eyesight/figures/compared-plan.ts'
import { type IndicatorTable, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { ROUNDING } from '#contract/eyesight/figures/rates.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { SaveTable } from '../figures/save-table.tsx'
import { UnitFilters } from '../figures/unit-filters.tsx'
import { UnitPath } from '../figures/unit-path.tsx'
import { useUnit } from '../figures/use-unit.ts'
import { NoPlan } from '../plans/no-plan.tsx'
import { indicatorColumns } from './columns.tsx'
import { RateTotal } from './rate-total.tsx'

type Row = IndicatorTable['rows'][number]

/** The rates by place, compared with an earlier plan in 百分点. */
export function Page() {
  const unit = useUnit()
  const table = useCall(eyesightEndpoints.indicatorTable, unit.asked, { enabled: unit.ready })
  const { data } = table
  const { query, setQuery } = unit
  if (!unit.loading && unit.plans.length === 0 && !unit.ready) return <NoPlan />
  const childName = data?.childLevel ? UnitLevel.label(data.childLevel) : '单位'
  const others = unit.plans.filter(
    ({ planId, status }) => planId !== query.planId && status >= PlanStatus.code.underWay,
  )
  return (
    <Flex vertical gap="middle">
      <UnitFilters unit={unit}>
        <Form.Item label="对比计划">
          <Select
            aria-label="对比计划"
            allowClear
            className={layout.width260}
            placeholder={data?.lastPlan?.planName ?? '计划未指定对比'}
            value={query.lastPlanId}
            onChange={(lastPlanId: number | undefined) => setQuery({ lastPlanId })}
            options={others.map(({ planId, planName }) => ({ value: planId, label: planName }))}
          />
        </Form.Item>
      </UnitFilters>
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
              endpoint={eyesightEndpoints.saveIndicators}
              asked={data && data.rows.length > 0 ? unit.asked : undefined}
            />
            <RefreshButton loading={table.isFetching} onClick={() => void table.refetch()} />
          </Flex>
        </Flex>
        {table.error && !data && <Alert type="error" showIcon title="指标加载失败，请刷新重试" />}
        {data && <ComparisonNote table={data} />}
        <Table<Row>
          size="middle"
          sticky
          rowKey={({ unit: { key, level } }) => `${level}${JSON.stringify(key)}`}
          loading={table.isFetching && !data}
          dataSource={data?.rows ?? []}
          columns={indicatorColumns({
            planId: unit.asked.planId,
            stage: query.stage,
            childName,
            compared: data?.lastPlan != null,
            onGo: unit.go,
          })}
          pagination={{ defaultPageSize: 20, hideOnSinglePage: true, pageSizeOptions: [15, 20, 30, 50] }}
          locale={{ emptyText: '还没有有效的筛查结果' }}
          summary={() => data && data.rows.length > 0 && <RateTotal table={data} stage={query.stage} />}
          scroll={{ x: 1370 }}
        />
        {data?.lastPlan && <Typography.Text type="secondary">{ROUNDING}</Typography.Text>}
      </Panel>
    </Flex>
  )
}

/** Which plan the differences are against, and how far they can be compared. */
function ComparisonNote({ table }: { table: IndicatorTable }) {
  const { lastPlan, comparison, rows } = table
  if (!lastPlan) return null
  const notes = [
    table.rulesDiffer && '两次计划的判定标准或检查项目不一致，差值不能直接比较',
    table.unlike && rows.some((row) => row.unlike) && '标有“口径不一致”的单位，两次参加的学校不同',
    table.unlike && !rows.some((row) => row.unlike) && '两次参加的学校不同，口径不一致',
  ].filter(Boolean)
  const other = otherTermWords(table.plan, lastPlan)
  const words = `与“${lastPlan.planName}”比较，单位为百分点（${comparison}${other === '' ? '' : `，${other}，仅供参考`}）`
  return (
    <Alert
      type={comparison === '环比' || notes.length > 0 ? 'warning' : 'info'}
      showIcon
      title={[words, ...notes].join('；')}
      className={layout.below12}
    />
  )
}
