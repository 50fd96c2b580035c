import { Alert, Flex, Form, Segmented } from 'antd'
import { useCallback, useMemo } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { IntakeQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanId } from '#contract/eyesight/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { ListTable } from '#web/widgets/list/list-table.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { PlanPicker, usePlans } from '#web/widgets/plan/plan-picker.tsx'
import { NoPlan } from '../plans/no-plan.tsx'
import { INTAKE_WIDTH, intakeColumns } from './columns.tsx'
import { IntakeStrip } from './intake-strip.tsx'

const ConflictDrawer = lazyPart(async () => (await import('./conflict-drawer.tsx')).ConflictDrawer)
const Address = IntakeQuery.extend({ planId: PlanId.optional() })
const PINNED = ['planId'] as const
const ONLY = [
  { value: 'all', label: '全部学校' },
  { value: 'owing', label: '还欠数据' },
  { value: 'conflicts', label: '有冲突' },
  { value: 'retest', label: '复测不足' },
  { value: 'errors', label: '误差超限' },
] as const
type Only = (typeof ONLY)[number]['value']

/** Data intake of a plan: where readings come from, what is wrong with them, who still owes them. */
export function Page() {
  const { query, setFilter, table } = useListQuery(Address, { pinned: PINNED })
  const { planId, only } = query
  const choose = useCallback((chosen: number) => setFilter({ planId: chosen }), [setFilter])
  const { plans, loading } = usePlans(planId, choose)
  const conflicts = useDialog(ConflictDrawer, { planId: planId ?? 0 })
  const intake = useCall(
    eyesightEndpoints.intake,
    { ...query, planId: planId ?? 0 },
    { enabled: planId !== undefined },
  )
  const { data } = intake
  const columns = useMemo(
    () => intakeColumns({ plan: data?.plan, onConflicts: (taskId) => conflicts.show({ taskId }) }),
    [data?.plan, conflicts.show],
  )
  if (!loading && plans.length === 0 && planId === undefined) return <NoPlan />
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <Form layout="inline" component="search" className={layout.filterBar}>
          <PlanPicker plans={plans} value={planId} onChange={choose} />
          <KeywordFilter label="学校" width={180} query={query} onChange={setFilter} />
        </Form>
      </Panel>
      {intake.error && !data && <Alert type="error" showIcon title="数据接入情况加载失败，请刷新重试" />}
      {data && <IntakeStrip intake={data} onConflicts={() => conflicts.show()} />}
      <Panel>
        <ListTable
          title={
            <Segmented<Only>
              options={[...ONLY]}
              value={only ?? 'all'}
              onChange={(value) => setFilter({ only: value === 'all' ? undefined : value })}
            />
          }
          toolbar={data && <span>统计至 {formatDateTime(data.at)}</span>}
          columns={columns}
          rowKey="orgId"
          list={{
            data: data?.page,
            error: intake.error,
            isFetching: intake.isFetching,
            refetch: intake.refetch,
          }}
          {...table}
          minWidth={INTAKE_WIDTH}
          empty={<EmptyState title="还没有任务" hint="分配任务并开始后，在此查看各校数据接入" />}
        />
      </Panel>
      {planId !== undefined && conflicts.element}
    </Flex>
  )
}
