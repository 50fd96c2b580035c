import { VisitSource } from '#contract/letters/visit-source.ts'
import type { HospitalsView } from '#contract/overview/hospitals.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { BarRows } from '../chart/bar-rows.tsx'
import columns from '../frame/columns.module.css'
import { countText, monthDay, percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import styles from './visits-panel.module.css'

/** Who was referred and seen, and who recorded the visits of the last days. */
export function VisitsPanel({ view: { visited, visited30, visits } }: { view: HospitalsView }) {
  const hidden = visits.sources.some((each) => each.visits === null)
  const none = visits.sources.every((each) => each.visits === 0)
  const isFew = !visited.hidden && (visited.denominator ?? 0) < SHOWN_LEAST
  const most = Math.max(1, ...visits.sources.map((each) => each.visits ?? 0))
  return (
    <Panel
      title="就诊登记"
      className={columns.grows}
      aside={visited.hidden ? '不足 5 人，不显示' : `建议就诊 ${countText(visited.denominator)} 人`}
    >
      {isFew ? (
        <p className={styles.caption}>建议就诊满 {SHOWN_LEAST} 人后显示就诊率。</p>
      ) : (
        <dl className={styles.rates}>
          <Rate label="已就诊" rate={visited} />
          <Rate label="30 日内就诊" rate={visited30} />
        </dl>
      )}
      <p className={styles.caption}>
        {none ? '近 7 日没有新的就诊登记。' : `近 7 日登记（${monthDay(visits.since)} 起，次）`}
      </p>
      {!none && (
        <BarRows
          rows={visits.sources.map(({ source, visits: count }) => ({
            key: String(source),
            name: VisitSource.label(source),
            value: count === null ? null : (count * 100) / most,
            text: count === null ? '＊' : countText(count),
          }))}
        />
      )}
      {hidden && <p className={styles.caption}>＊ 次数过少，不显示</p>}
    </Panel>
  )
}

function Rate({ label, rate }: { label: string; rate: WallRate }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {rate.hidden ? '＊' : percentText(rate.rate)}
        <small>%</small>
      </dd>
      <dd className={styles.people}>{rate.hidden ? '' : `${countText(rate.numerator)} 人`}</dd>
    </div>
  )
}
