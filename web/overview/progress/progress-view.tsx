import { memo } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { ProgressView as View } from '#contract/overview/progress.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { BurnUp } from '../chart/burn-up.tsx'
import columns from '../frame/columns.module.css'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { AreaProgress } from './area-progress.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { DonePanel } from './done-panel.tsx'
import { Executors } from './executors.tsx'
import { Feed } from './feed.tsx'
import { paceText } from './pace-text.ts'
import { ProgressMap } from './progress-map.tsx'
import { StageProgress } from './stage-progress.tsx'
import { TaskStates } from './task-states.tsx'

type Props = { view: View; plan: WallPlan; unit: Unit; today: string; onOpen: (unit: Unit) => void }

/** One question: will the plan reach its target in time? Left how far and how fast, right who is behind. */
export const ProgressView = memo(function ProgressView(props: Props) {
  const { view, plan, unit, today, onOpen } = props
  const isUnderWay = plan.status === PlanStatus.code.underWay
  const below = { province: '各市', city: '各区县', region: '各学校' }[unit.level as 'province'] ?? '下级'
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <DonePanel view={view} plan={plan} />
        <Panel title="各学段进度" aside="完成率 %" className={columns.grows}>
          <StageProgress stages={view.stages} target={plan.targetRate} />
        </Panel>
        <Panel title="每日进度" aside={paceText(view)} className={columns.grows}>
          <BurnUp view={view} plan={plan} today={today} />
        </Panel>
      </div>
      <div className={columns.column}>
        <div className={columns.map}>
          <ProgressMap view={view} plan={plan} unit={unit} onOpen={onOpen} />
        </div>
        <TaskStates tasks={view.tasks} />
      </div>
      <div className={columns.column}>
        <AreaProgress view={view} plan={plan} title={`${below}进度`} onOpen={onOpen} />
        {view.coverage && <CoveragePanel coverage={view.coverage} />}
        <Panel
          title="承担机构"
          aside={`${countText(view.executorCount)} 家 · 最慢的在前 · 欠为人数`}
          className={columns.grows}
        >
          <Executors view={view} target={plan.targetRate} />
        </Panel>
        <Panel
          title="最新动态"
          aside={isUnderWay ? `今日已筛 ${countText(view.screenedToday)} 人` : PlanStatus.label(plan.status)}
        >
          <Feed feed={view.feed} today={today} />
        </Panel>
      </div>
    </div>
  )
})
