import { useState } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { MAP_RATE_LABELS } from '#contract/overview/myopia.ts'
import type { SummaryView } from '#contract/overview/summary.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import columns from '../frame/columns.module.css'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { belowOf } from '../frame/place-words.ts'
import { Segmented } from '../frame/segmented.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { Headline } from '../myopia/headline.tsx'
import { RateMap } from '../myopia/rate-map.tsx'
import { tooFewText } from '../myopia/too-few.ts'
import { AreaProgress } from '../progress/area-progress.tsx'
import { DonePanel } from '../progress/done-panel.tsx'
import { ProgressMap } from '../progress/progress-map.tsx'
import { TaskStates } from '../progress/task-states.tsx'
import { VisitRates } from '../students/visit-rates.tsx'
import { WarnedLevels } from '../students/warned-levels.tsx'
import { AreaRateRows } from './area-rate-rows.tsx'
import styles from './overview-view.module.css'

const MAPS = [
  { value: 'done', label: '完成率' },
  { value: 'rate', label: MAP_RATE_LABELS.myopia },
] as const

type Props = { view: SummaryView; plan: WallPlan; unit: Unit; onOpen: (unit: Unit) => void }

/** How far, what was found, and who has to be looked after: one number each, and the map. */
export function OverviewView({ view, plan, unit, onOpen }: Props) {
  const [map, setMap] = useState<'done' | 'rate'>('done')
  const tooFew = tooFewText(view.all)
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <DonePanel view={view} plan={plan} />
        {tooFew === null ? (
          <Headline view={view} plan={plan} />
        ) : (
          <Panel title="总体近视率">
            <WallMessage>{tooFew}</WallMessage>
          </Panel>
        )}
        <Panel title="视力与就诊" aside="占有效人数、占建议就诊 %" className={columns.grows}>
          <VisitRates view={view} />
        </Panel>
      </div>
      <div className={columns.column}>
        <div className={styles.switch}>
          <Segmented label="地图显示" value={map} options={MAPS} onChange={setMap} />
        </div>
        <div className={columns.map}>
          {map === 'rate' ? (
            <RateMap view={view} unit={unit} rate="myopia" onOpen={onOpen} />
          ) : (
            <ProgressMap view={view} plan={plan} unit={unit} onOpen={onOpen} />
          )}
        </div>
        <TaskStates tasks={view.tasks} />
      </div>
      <div className={columns.column}>
        <AreaProgress view={view} plan={plan} title={`${belowOf(unit)}进度`} onOpen={onOpen} />
        {/* Schools of several stages one below the other would be a ranking of what cannot be compared. */}
        {tooFew === null && unit.level !== 'region' && (
          <Panel
            title={`${belowOf(unit)}近视率`}
            aside={view.comparison?.incomparable === false ? '○ 上次　变化为百分点（%）' : '%'}
            className={columns.grows}
          >
            <AreaRateRows areas={view.areas} onOpen={onOpen} />
          </Panel>
        )}
        <Panel
          title="预警学生"
          aside={view.warned === null ? undefined : `共 ${countText(view.warned.warned)} 人`}
        >
          <WarnedLevels warned={view.warned} />
        </Panel>
      </div>
    </div>
  )
}
