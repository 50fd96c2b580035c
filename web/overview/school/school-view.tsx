import { memo } from 'react'
import type { SchoolView as View } from '#contract/overview/school.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import columns from '../frame/columns.module.css'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { CurvePanel } from './curve-panel.tsx'
import { DegreeBar, ReserveBar } from './degree-bar.tsx'
import { DonePanel } from './done-panel.tsx'
import { FollowUp } from './follow-up.tsx'
import { HeatPanel } from './heat-panel.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { RetestQuality } from './retest-quality.tsx'
import styles from './school-view.module.css'
import { TodoList } from './todo-list.tsx'

type Props = { view: View; plan: WallPlan; today: string }

/** One school: left how far and what is to do, in the middle its classes, right what was found and what became of it. */
export const SchoolView = memo(function SchoolView({ view, plan, today }: Props) {
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <DonePanel view={view} plan={plan} today={today} />
        <RetestQuality view={view} />
        <TodoList view={view} today={today} className={columns.grows} />
      </div>
      <div className={columns.column}>
        <HeatPanel view={view} target={plan.targetRate} className={columns.grows} />
        <CurvePanel view={view} plan={plan} className={styles.curve} />
      </div>
      <div className={columns.column}>
        <RatesPanel view={view} />
        {view.ofKindergarten ? (
          <Panel title="远视储备" aside={`有效 ${countText(view.total.valid)} 人`} className={styles.degrees}>
            <ReserveBar view={view} />
          </Panel>
        ) : (
          <Panel
            title="近视程度"
            aside={
              view.degrees && view.all.denominator ? `近视 ${countText(view.all.numerator)} 人` : undefined
            }
            className={styles.degrees}
          >
            <DegreeBar view={view} />
          </Panel>
        )}
        <Panel title="检出后的去向" aside="截至今日，人" className={columns.grows}>
          <FollowUp view={view} />
        </Panel>
      </div>
    </div>
  )
})
