import type { OrganisationView } from '#contract/overview/organisation.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { BurnUp } from '../chart/burn-up.tsx'
import { StackedBar, type StackedPart } from '../chart/stacked-bar.tsx'
import { QualityPanel } from '../executors/quality-panel.tsx'
import columns from '../frame/columns.module.css'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { DonePanel } from '../progress/done-panel.tsx'
import { Feed } from '../progress/feed.tsx'
import { paceText } from '../progress/pace-text.ts'
import { TaskStates } from '../progress/task-states.tsx'
import { EnteredPanel } from './entered-panel.tsx'
import { OwedPanel } from './owed-panel.tsx'
import { WeekTasks } from './week-tasks.tsx'

type Props = { view: OrganisationView; plan: WallPlan; today: string }

/** Left how far and how well, in the middle who is at work, right what is still owed. */
export function OrganisationPanels({ view, plan, today }: Props) {
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <DonePanel view={view} plan={plan} />
        <QualityPanel quality={view.quality} retestRatio={view.retestRatio} errorCap={view.errorCap} />
        <Panel title="每日进度" aside={paceText(view)} className={columns.grows}>
          <BurnUp view={view} plan={plan} today={today} />
        </Panel>
      </div>
      <div className={columns.column}>
        <EnteredPanel view={view} plan={plan} today={today} />
        <WeekTasks view={view} target={plan.targetRate} />
        <TaskStates tasks={view.tasks} />
      </div>
      <div className={columns.column}>
        <OwedPanel view={view} />
        <Panel title="数据来源" aside={`首次结果 ${countText(view.total.screened)} 人`}>
          <Sources view={view} />
        </Panel>
        <Panel title="最新动态" aside="班级 · 新增结果">
          <Feed feed={view.feed} today={today} />
        </Panel>
      </div>
    </div>
  )
}

function Sources({ view: { sources, total } }: { view: OrganisationView }) {
  if (total.screened === 0) return <WallMessage>还没有筛查结果。</WallMessage>
  const part = (key: keyof typeof sources, label: string, color: StackedPart['color']): StackedPart => ({
    key,
    label,
    color,
    value: sources[key],
    text: `${percentText(shareOf(sources[key], total.screened), 1)}%`,
  })
  return (
    <StackedBar
      label="数据来源"
      parts={[
        part('device', '设备', '--wall-progress3'),
        part('hand', '手工', '--wall-progress1'),
        part('sheet', '导入', '--wall-ungraded'),
      ]}
    />
  )
}
