import { Button } from 'antd'
import { CONTRAST_MAX, CONTRAST_MIN } from '#contract/reports/contrast/contrast-query.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { FrozenPage } from '../parts/frozen/frozen-page.tsx'
import { ReportFrame } from '../parts/report-frame.tsx'
import { Failure, FrozenAddress } from '../parts/report-page.tsx'
import { ContrastFilters } from './contrast-filters.tsx'
import { type ContrastState, useContrast } from './use-contrast.ts'

/** One that was frozen is opened by its number. */
export function Page() {
  const [{ reportNo }] = useUrlState(FrozenAddress)
  return reportNo ? <FrozenPage kind="contrast" reportNo={reportNo} /> : <LiveContrast />
}

function LiveContrast() {
  const state = useContrast()
  const { plans, report } = state
  if (plans.known && plans.list.length === 0 && state.planIds.length === 0 && state.planId === undefined) {
    return (
      <Panel>
        <EmptyState title="还没有可以比较的筛查计划" hint="计划开始并有筛查结果后，在此比较" />
      </Panel>
    )
  }
  return (
    <ReportFrame
      filters={<ContrastFilters state={state} />}
      problem={problemOf(state)}
      report={report}
      lastPlanId={undefined}
      source={{ report: state.request }}
    />
  )
}

/** Why the report cannot be shown, with a way to solve it. */
function problemOf(state: ContrastState) {
  const { plans, places, report, startAnew } = state
  if (plans.error) return <Retry reason={plans.error.message} onRetry={() => void plans.retry()} />
  const failed = places.error ? places : report.error && state.isComplete ? report : null
  if (failed?.error) {
    return (
      <Failure
        title={places.error ? '没有找到所选的单位，或该计划中没有它' : '报告加载失败'}
        reason={failed.error.message}
        actions={
          <>
            <Button onClick={() => void failed.refetch()}>重试</Button>
            <Button type="primary" onClick={startAnew}>
              重新选择单位
            </Button>
          </>
        }
      />
    )
  }
  return tooFewOf(state)
}

const Retry = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <Failure title="报告加载失败" reason={reason} actions={<Button onClick={onRetry}>重试</Button>} />
)

/** Side by side there are two at least. */
function tooFewOf({ by, planIds, planId, unitIds, lacksPlans, places, compareBy }: ContrastState) {
  const several = ` ${CONTRAST_MIN} 至 ${CONTRAST_MAX} 个`
  if (by === 'plans') {
    if (lacksPlans) {
      return (
        <Hint title="有筛查结果的计划不足两个" hint="可以先比较同一计划中的多个单位">
          <Button type="primary" onClick={() => compareBy('units')}>
            比较单位
          </Button>
        </Hint>
      )
    }
    if (planIds.length === 1) {
      return (
        <Hint title={`请选择${several}筛查计划`} hint="在上方“筛查计划”中再选择至少一个，以第一个为基准" />
      )
    }
    return null
  }
  if (lacksPlans) return <Hint title="还没有有筛查结果的计划" hint="有筛查结果后，在此比较各单位" />
  const isWaiting = planId === undefined || places.data === undefined || places.isPlaceholderData
  if (isWaiting || unitIds.length >= CONTRAST_MIN) return null
  return (
    <Hint
      title={`请选择${several}同级单位`}
      hint="在上方“对比单位”中选择，以第一个为基准；逐级选择可以比较更低一级的单位"
    />
  )
}

type HintProps = { title: string; hint: string; children?: React.ReactNode }

const Hint = ({ title, hint, children }: HintProps) => (
  <Panel>
    <EmptyState title={title} hint={hint} action={children} />
  </Panel>
)
