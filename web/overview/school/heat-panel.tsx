import { type CSSProperties, useState } from 'react'
import { SchoolStage } from '#contract/core/codes.ts'
import {
  CLASS_ABOVE_GRADE,
  CLASS_DONE_LEAST,
  type ClassCell,
  type SchoolView,
} from '#contract/overview/school.ts'
import { Panel } from '../frame/panel.tsx'
import { Segmented } from '../frame/segmented.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { fillOf, type MapStep } from '../map/map-area.ts'
import { HeatGrid } from './heat-grid.tsx'
import styles from './heat-panel.module.css'
import { type Breaks, breakLabels, type HeatMeasure, progressBreaks, rateBreaks } from './heat-steps.ts'
import { rateName } from './school-words.ts'

/** More classes a grade leave no room for two grids side by side. */
const CLASSES_IN_TWO_GRIDS = 6
const STEPS: readonly MapStep[] = [0, 1, 2, 3, 4]

type Props = { view: SchoolView; target: number; className?: string | undefined }

/** The same classes twice, by progress and by rate, so that both are read in one row. */
export function HeatPanel({ view, target, className }: Props) {
  const [pointed, setPointed] = useState<ClassCell | null>(null)
  const [chosen, setChosen] = useState<HeatMeasure>('progress')
  const { grades, ofKindergarten } = view
  const most = Math.max(0, ...grades.map(({ classes }) => classes.length))
  const isOne = most > CLASSES_IN_TWO_GRIDS
  const names: Record<HeatMeasure, string> = { progress: '完成率', rate: rateName(view) }
  const measures: readonly HeatMeasure[] = isOne ? [chosen] : ['progress', 'rate']
  return (
    <Panel
      title="各年级各班"
      className={className}
      aside={<output>{pointed ? detailOf(pointed, view) : `白框：${markText(measures, names.rate)}`}</output>}
    >
      {isOne && (
        <div className={styles.switch}>
          <Segmented
            label="各班显示"
            value={chosen}
            options={[
              { value: 'progress', label: names.progress },
              { value: 'rate', label: names.rate },
            ]}
            onChange={setChosen}
          />
        </div>
      )}
      {most === 0 ? (
        <WallMessage>本校没有班级在这次计划的范围内。</WallMessage>
      ) : (
        <div className={styles.grids} style={{ '--rows': grades.length } as CSSProperties}>
          {measures.map((measure) => (
            <figure key={measure} className={styles.one}>
              <figcaption>{names[measure]} %</figcaption>
              <HeatGrid
                grades={grades}
                measure={measure}
                label={names[measure]}
                target={target}
                ofKindergarten={ofKindergarten}
                onPoint={setPointed}
              />
              <Legend measure={measure} scales={scalesOf(view, measure, target)} view={view} />
            </figure>
          ))}
        </div>
      )}
    </Panel>
  )
}

function markText(measures: readonly HeatMeasure[], rate: string): string {
  const texts: Record<HeatMeasure, string> = {
    progress: `完成率不足 ${CLASS_DONE_LEAST}%`,
    rate: `${rate}高于本年级 ${CLASS_ABOVE_GRADE} 个百分点以上`,
  }
  return measures.map((measure) => texts[measure]).join('，或')
}

/** 四年级1班：应筛 39，实筛 19，有效 19，未检有原因 1，今日 3 */
function detailOf({ name, done, absent, screenedToday }: ClassCell, { total }: SchoolView): string {
  const parts = [`应筛 ${done.expected}`, `实筛 ${done.screened}`, `有效 ${done.valid}`]
  if (absent > 0) parts.push(`未检有原因 ${absent}`)
  if (screenedToday > 0) parts.push(`今日 ${screenedToday}`)
  return `${name}：${parts.join('，')}${total.screened === 0 ? '，尚未开始' : ''}`
}

type Scale = { name: string | null; breaks: Breaks }

/** Primary and middle schools have steps of their own. */
function scalesOf({ grades, ofKindergarten }: SchoolView, measure: HeatMeasure, target: number): Scale[] {
  if (measure === 'progress') return [{ name: null, breaks: progressBreaks(target) }]
  const scales: Scale[] = []
  for (const { stage } of grades) {
    const breaks = rateBreaks(stage, ofKindergarten)
    if (!scales.some((scale) => scale.breaks[0] === breaks[0]))
      scales.push({ name: stage === SchoolStage.code.primary ? '小学' : '中学', breaks })
  }
  return scales.length === 1 ? scales.map((scale) => ({ ...scale, name: null })) : scales
}

function Legend({
  measure,
  scales,
  view,
}: {
  measure: HeatMeasure
  scales: readonly Scale[]
  view: SchoolView
}) {
  const cells = view.grades.flatMap(({ classes }) => classes)
  const hasHidden = measure === 'rate' && cells.some(({ rate }) => rate.hidden)
  const hasNone = cells.some(({ done, rate }) =>
    measure === 'progress' ? done.screened === 0 : !rate.hidden && rate.rate === null,
  )
  return (
    <div className={styles.legend}>
      <div className={styles.steps} aria-hidden="true">
        {STEPS.map((step) => (
          <i key={step} style={{ background: fillOf(measure, step) }} />
        ))}
      </div>
      {scales.map(({ name, breaks }) => (
        <div key={breaks[0]} className={styles.labels}>
          {breakLabels(breaks).map((label, nth) => (
            <span key={label}>{nth === 0 && name ? `${name} ${label}` : label}</span>
          ))}
        </div>
      ))}
      {(hasHidden || hasNone) && (
        <p className={styles.notes}>
          {hasHidden && <span>＊ 不足 5 人，或可由此推算，不显示</span>}
          {hasNone && (
            <span>
              <i className={styles.hatch} />
              {measure === 'progress' ? '尚未开始' : '没有结果'}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
