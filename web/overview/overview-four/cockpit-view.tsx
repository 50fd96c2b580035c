import { seasonSign } from '#contract/eyesight/term.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import columns from '../frame/columns.module.css'
import { Panel } from '../frame/panel.tsx'
import { Trend } from '../myopia/trend.tsx'
import { CurvePanel } from '../school/curve-panel.tsx'
import { DonePanel } from '../school/done-panel.tsx'
import { HeatPanel } from '../school/heat-panel.tsx'
import { RatesPanel } from '../school/rates-panel.tsx'
import { rateName } from '../school/school-words.ts'
import { TodoList } from '../school/todo-list.tsx'
import styles from './cockpit-view.module.css'
import { FollowUpPanel } from './follow-up-panel.tsx'
import { TodayPanel } from './today-panel.tsx'

type Props = { view: SchoolView; plan: WallPlan; today: string }

/** The school's own day: left how far and who is at it, in the middle its classes, right what was found and who still waits. */
export function CockpitView({ view, plan, today }: Props) {
  const trend = view.trend.map((point) => ({ ...point, otherSchools: false }))
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <DonePanel view={view} plan={plan} today={today} />
        <TodayPanel view={view} today={today} className={columns.grows} />
        <TodoList view={view} today={today} className={columns.grows} />
      </div>
      <div className={columns.column}>
        <HeatPanel view={view} target={plan.targetRate} className={columns.grows} />
        <CurvePanel view={view} plan={plan} className={styles.curve} />
      </div>
      <div className={columns.column}>
        <RatesPanel view={view} />
        <FollowUpPanel view={view} className={columns.grows} />
        <Panel title={`历次${seasonSign(plan)}季`} aside={`${rateName(view)} %`} className={styles.trend}>
          <Trend view={{ trend }} plan={plan} />
        </Panel>
      </div>
    </div>
  )
}
