import type { HospitalsView } from '#contract/overview/hospitals.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { Bullet } from '../chart/bullet.tsx'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { RollingNumber } from '../frame/rolling-number/rolling-number.tsx'
import styles from './work-panel.module.css'

/** How far the hospitals and social organisations are together. */
export function WorkPanel({ view: { total }, plan }: { view: HospitalsView; plan: WallPlan }) {
  const rate = shareOf(total.screened, total.expected)
  return (
    <Panel title="承担机构完成率" aside={`目标 ${plan.targetRate}%`}>
      <p className={styles.rate}>
        <RollingNumber text={percentText(rate)} />
        {rate !== null && <small>%</small>}
      </p>
      <Bullet value={rate} target={plan.targetRate} />
      <dl className={styles.numbers}>
        <Count label="承担机构" value={total.orgs} unit="家" />
        <Count label="任务" value={total.tasks} unit="项" />
        <Count label="应筛人数" value={total.expected} />
        <Count label="实筛人数" value={total.screened} />
        <Count label="已完成任务" value={total.completed} unit="项" />
        <Count label="逾期任务" value={total.overdue} unit="项" attention={total.overdue > 0} />
      </dl>
    </Panel>
  )
}

type CountProps = { label: string; value: number; unit?: string; attention?: boolean }

function Count({ label, value, unit, attention = false }: CountProps) {
  return (
    <div className={attention ? styles.attention : undefined}>
      <dt>{label}</dt>
      <dd>
        <RollingNumber text={countText(value)} />
        {unit && <small>{unit}</small>}
      </dd>
    </div>
  )
}
