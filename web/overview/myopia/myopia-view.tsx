import { memo, useState } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { seasonSign, termText } from '#contract/eyesight/term.ts'
import {
  MAP_RATE_LABELS,
  MAP_RATES,
  type MapRate,
  type MyopiaView as View,
} from '#contract/overview/myopia.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import columns from '../frame/columns.module.css'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { Segmented } from '../frame/segmented.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { CorrectionBar } from './correction-bar.tsx'
import { DegreeRing } from './degree-ring.tsx'
import { GradeCurve } from './grade-curve.tsx'
import { Headline } from './headline.tsx'
import styles from './myopia-view.module.css'
import { OtherRates } from './other-rates.tsx'
import { Properties } from './properties.tsx'
import { RateMap } from './rate-map.tsx'
import { StageTargets } from './stage-targets.tsx'
import { tooFewText } from './too-few.ts'
import { Trend } from './trend.tsx'

const RATES = MAP_RATES.map((value) => ({ value, label: MAP_RATE_LABELS[value] }))

type Props = { view: View; plan: WallPlan; unit: Unit; onOpen: (unit: Unit) => void }

/** What was found, in the same places as the progress: the whole at the left, where in the middle, against what at the right. */
export const MyopiaView = memo(function MyopiaView({ view, plan, unit, onOpen }: Props) {
  const [rate, setRate] = useState<MapRate>('myopia')
  const tooFew = tooFewText(view.all)
  // No rate, and no map that looks like one.
  if (tooFew !== null) return <WallMessage>{tooFew}</WallMessage>
  return (
    <div className={columns.columns}>
      <div className={columns.column}>
        <Headline view={view} plan={plan} />
        <Panel
          title="近视程度"
          aside={`近视 ${countText(view.all.numerator)} 人的构成`}
          className={columns.grows}
        >
          <DegreeRing view={view} />
        </Panel>
        <Panel title="其他指标" aside={lastTerm(view)}>
          <OtherRates view={view} />
        </Panel>
      </div>
      <div className={columns.column}>
        <div className={columns.map}>
          <RateMap view={view} unit={unit} rate={rate} onOpen={onOpen} />
          <div className={styles.rates}>
            <Segmented label="地图显示" value={rate} options={RATES} onChange={setRate} />
          </div>
        </div>
        <Panel
          title="各年级近视率"
          aside={`纳入近视率统计 ${countText(view.all.denominator)} 人 · 变化为百分点`}
          className={styles.grades}
        >
          <GradeCurve view={view} />
        </Panel>
      </div>
      <div className={columns.column}>
        <Panel title="各学段与 2030 年目标" aside="近视率 %" className={columns.grows}>
          <StageTargets stages={view.stages} />
        </Panel>
        <Panel title={`历次${seasonSign(plan)}季`} aside="近视率 %" className={columns.grows}>
          <Trend view={view} plan={plan} />
        </Panel>
        <Panel title="城乡" aside="近视率 %">
          <Properties rows={view.properties} />
        </Panel>
        <Panel title="矫正情况" aside={`视力不良 ${countText(view.poor.numerator)} 人`}>
          <CorrectionBar view={view} />
        </Panel>
      </div>
    </div>
  )
})

function lastTerm({ comparison }: View): string {
  if (!comparison || comparison.incomparable) return ''
  return `较 ${termText(comparison)}，百分点`
}
