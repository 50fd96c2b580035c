import { termText } from '#contract/eyesight/term.ts'
import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { WallPlan, WallRate } from '#contract/overview/wall.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { type DotRow, DotRows } from '../chart/dot-rows.tsx'
import { percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { RollingNumber } from '../frame/rolling-number/rolling-number.tsx'
import { arrowText } from './change.tsx'
import styles from './headline.module.css'

type Props = {
  view: Pick<MyopiaView, 'all' | 'male' | 'female' | 'comparison' | 'status'>
  plan: WallPlan
}

/** The rate with its change, and how far girls and boys are apart. */
export function Headline({ view, plan }: Props) {
  const { all, female, male, comparison } = view
  const rows = [rowOf('女生', female), rowOf('男生', male)]
  const values = rows.flatMap(({ marks }) => marks.map(({ value }) => value))
  const [from, to] = [Math.floor(Math.min(...values) / 2) * 2 - 2, Math.ceil(Math.max(...values) / 2) * 2 + 2]
  const term = comparison && termText(comparison)
  return (
    <Panel title="总体近视率" aside="6岁 + 小学 + 初中 + 高中">
      <div className={styles.hero}>
        <p className={styles.rate}>
          {all.hidden ? '＊' : <RollingNumber text={percentText(all.rate)} />}
          <small>%</small>
        </p>
        <p className={styles.change}>
          {all.change === null ? (
            <span>{comparison ? '口径不一致' : '没有可比较的计划'}</span>
          ) : (
            <>
              <strong className={all.change > 0 ? styles.worse : styles.better}>
                {arrowText(all.change)}
              </strong>
              <span>百分点，较 {term}</span>
            </>
          )}
        </p>
      </div>
      {values.length > 0 && <DotRows rows={rows} from={from} to={to} ticks={ticksOf(from, to)} />}
      <p className={styles.note}>
        <span>● {termText(plan)}　</span>
        <span>
          {term && all.change !== null && `○ ${term}`}
          {comparison?.schools != null && `（两次都参加的 ${comparison.schools} 所学校）`}
        </span>
        {view.status === PlanStatus.code.underWay && <span>；筛查仍在进行</span>}
      </p>
    </Panel>
  )
}

const rowOf = (name: string, { rate, last, change }: WallRate): DotRow => ({
  key: name,
  name,
  marks: [
    ...(rate === null ? [] : [{ value: rate, look: 'now' as const }]),
    ...(last === null || change === null ? [] : [{ value: last, look: 'last' as const }]),
  ],
  text: percentText(rate),
  tone: 'plain',
})

function ticksOf(from: number, to: number): number[] {
  const apart = to - from > 12 ? 4 : 2
  const ticks: number[] = []
  for (let tick = from; tick <= to; tick += apart) ticks.push(tick)
  return ticks
}
