import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { SummaryView } from '#contract/overview/summary.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { countText, NOTHING, percentText } from '../frame/number-text.ts'
import styles from './visit-rates.module.css'

/** Who sees badly, who should see a doctor, and who was there in time. */
export function VisitRates({ view }: { view: SummaryView }) {
  return (
    <ul className={styles.rates}>
      <Row label="视力不良" rate={view.poor} />
      <Row label="建议就诊" rate={view.referral} />
      <Row label="30 日内就诊" rate={view.visited30} />
      <Row label="90 日内就诊" rate={view.visited90} />
    </ul>
  )
}

function Row({ label, rate }: { label: string; rate: WallRate }) {
  const isFew = (rate.denominator ?? 0) < SHOWN_LEAST
  const number = `${countText(rate.numerator)} 人${isFew ? `，满 ${SHOWN_LEAST} 人后显示占比` : ''}`
  return (
    <li>
      <span>{label}</span>
      <em>{rate.hidden ? '' : number}</em>
      <strong>
        {rate.hidden ? '＊' : isFew ? NOTHING : percentText(rate.rate)}
        {!rate.hidden && !isFew && <small>%</small>}
      </strong>
    </li>
  )
}
