import { Alert, Flex, Skeleton } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { AreaProgress } from './area-progress.tsx'
import { DailyCurve } from './daily-curve.tsx'
import { ExecutorTable } from './executor-table.tsx'
import { PlanFacts } from './plan-facts.tsx'
import { PlanHeader } from './plan-header.tsx'
import { ProgressStrip } from './progress-strip.tsx'
import { StageTable } from './stage-table.tsx'

const REFRESH_MS = 30_000

/** A plan in one page. */
export function Page() {
  const [search] = useSearchParams()
  const planId = Number(search.get('planId'))
  const navigate = useNavigate()
  const asked = { enabled: planId > 0 }
  const plan = useCall(eyesightEndpoints.planDetail, { planId }, asked)
  const live = { ...asked, refetchInterval: REFRESH_MS, background: true }
  const overview = useCall(eyesightEndpoints.planOverview, { planId }, live)
  if (!(planId > 0)) {
    return (
      <Panel>
        <EmptyState title="没有指明计划" hint="请从筛查计划列表进入" />
      </Panel>
    )
  }
  if (plan.error && !plan.data) {
    return <Alert type="error" showIcon title="没有找到这个计划，或不在您的范围内" />
  }
  if (!plan.data || !overview.data) {
    return (
      <Panel>
        <Skeleton active paragraph={{ rows: 12 }} />
      </Panel>
    )
  }
  return (
    <Flex vertical gap="middle">
      <Panel>
        <PlanHeader plan={plan.data} onDeleted={() => navigate('/eyesight/schedule-list')} />
        <ProgressStrip plan={plan.data} total={overview.data.total} range={overview.data.range} />
      </Panel>
      <Panel>
        <AreaProgress planId={planId} />
      </Panel>
      <Flex gap="middle" wrap align="stretch">
        <div className={layout.halfOrLine}>
          <Panel>
            <StageTable planId={planId} rows={overview.data.byStage} />
          </Panel>
        </div>
        <div className={layout.halfOrLine}>
          <Panel>
            <DailyCurve days={overview.data.byDay} />
          </Panel>
        </div>
      </Flex>
      <Panel>
        <ExecutorTable planId={planId} rows={overview.data.byExecutor} />
      </Panel>
      <Panel>
        <PlanFacts plan={plan.data} />
      </Panel>
    </Flex>
  )
}
