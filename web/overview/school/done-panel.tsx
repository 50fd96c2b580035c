import type { SchoolView } from '#contract/overview/school.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { Bullet } from '../chart/bullet.tsx'
import { countText, NOTHING, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { RollingNumber } from '../frame/rolling-number/rolling-number.tsx'
import styles from './done-panel.module.css'
import { notBegunText } from './school-words.ts'

type Props = { view: SchoolView; plan: WallPlan; today: string }

/** How far the school is, and how many are missing until the target. */
export function DonePanel({ view, plan, today }: Props) {
  const { total, missing, absent } = view
  const hasBegun = total.screened > 0
  const rate = hasBegun ? shareOf(total.screened, total.expected) : null
  const owing = total.expected - total.screened
  return (
    <Panel title="筛查完成率" aside={`目标 ${plan.targetRate}%`}>
      <div className={styles.hero}>
        <p className={styles.rate}>
          <RollingNumber text={percentText(rate)} />
          {rate !== null && <small>%</small>}
        </p>
        {hasBegun && missing > 0 && (
          <p className={styles.missing}>
            <strong>
              {countText(missing)}
              <small>人</small>
            </strong>
            <span>再筛即达标</span>
          </p>
        )}
      </div>
      <Bullet value={rate} target={plan.targetRate} />
      <p className={styles.short}>
        {rate === null
          ? notBegunText(view, today)
          : rate < plan.targetRate
            ? `差 ${percentText(plan.targetRate - rate)} 个百分点`
            : '已达到目标'}
      </p>
      <dl className={styles.numbers}>
        <Fact name="应筛" value={countText(total.expected)} />
        <Fact name="实筛" value={hasBegun ? countText(total.screened) : NOTHING} />
        <Fact
          name={hasBegun ? `有效（${percentText(shareOf(total.valid, total.screened))}%）` : '有效'}
          value={hasBegun ? countText(total.valid) : NOTHING}
        />
        <Fact name="未筛" value={countText(owing)} more={absent > 0 ? `${absent} 人有原因` : ''} />
      </dl>
    </Panel>
  )
}

function Fact({ name, value, more = '' }: { name: string; value: string; more?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <RollingNumber text={value} />
        {more && <small>{more}</small>}
      </dd>
    </div>
  )
}
