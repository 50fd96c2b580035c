import { ATTENTION_BELOW, type ProgressView } from '#contract/overview/progress.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { Bullet } from '../chart/bullet.tsx'
import { countText, monthDay, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { RollingNumber } from '../frame/rolling-number/rolling-number.tsx'
import styles from './done-panel.module.css'

type Props = {
  view: Pick<ProgressView, 'total' | 'range' | 'workdaysLeft' | 'forecast'>
  plan: WallPlan
}

/** How far, against the target and the days that are left. */
export function DonePanel({ view, plan }: Props) {
  const { total, range, workdaysLeft, forecast } = view
  // Zeros would look like results.
  const hasBegun = total.screened > 0
  const rate = hasBegun ? shareOf(total.screened, total.expected) : null
  const short = rate === null ? null : plan.targetRate - rate
  const isBehind = forecast !== null && forecast < ATTENTION_BELOW
  return (
    <Panel title="筛查完成率" aside={`目标 ${plan.targetRate}%`}>
      <div className={styles.hero}>
        <p className={styles.rate}>
          <RollingNumber text={percentText(rate)} />
          {rate !== null && <small>%</small>}
        </p>
        <p className={styles.left}>
          {plan.status === PlanStatus.code.underWay ? (
            <>
              <strong>{workdaysLeft}</strong> 个工作日
              <span>距 {monthDay(plan.endsOn)} 结束</span>
            </>
          ) : (
            <span>{PlanStatus.label(plan.status)}</span>
          )}
        </p>
      </div>
      <Bullet value={rate} target={plan.targetRate} />
      <p className={isBehind ? styles.behind : styles.short}>
        {short === null
          ? notBegunText(total, plan)
          : short > 0
            ? `差 ${percentText(short)} 个百分点`
            : '已达到目标'}
      </p>
      <dl className={styles.numbers}>
        <Heads label="应筛人数" value={total.expected} />
        <Heads label="实筛人数" value={hasBegun ? total.screened : null} />
        <Heads label="有效人数" value={hasBegun ? total.valid : null} />
        <div>
          <dt>有效率</dt>
          <dd>
            {percentText(shareOf(total.valid, total.screened))}
            {hasBegun && <small>%</small>}
          </dd>
        </div>
      </dl>
      <p className={styles.range}>
        计划范围：已开展 {countText(range.begun.schools)} 所 · 未开始 {countText(range.waiting.schools)} 所 ·
        未分配 {countText(range.unassigned.schools)} 所
      </p>
    </Panel>
  )
}

/** What comes next, before anybody is screened. */
function notBegunText({ expected }: Props['view']['total'], { status, startsOn }: WallPlan): string {
  const when = status === PlanStatus.code.published ? `${monthDay(startsOn)} 开始` : '尚无筛查结果'
  return expected === 0 ? `${when}，尚无应筛学生` : when
}

function Heads({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <RollingNumber text={countText(value)} />
      </dd>
    </div>
  )
}
