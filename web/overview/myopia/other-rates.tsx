import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { countText, percentText } from '../frame/number-text.ts'
import { Change } from './change.tsx'
import styles from './other-rates.module.css'

export function OtherRates({ view }: { view: MyopiaView }) {
  return (
    <ul className={styles.rates}>
      <Row label="视力不良率" rate={view.poor} />
      <Row label="高度近视率" rate={view.high} />
      <Row label="建议就诊率" rate={view.referral} />
      <Row label="角膜塑形镜" rate={view.orthoK} counts />
    </ul>
  )
}

function Row({ label, rate, counts = false }: { label: string; rate: WallRate; counts?: boolean }) {
  return (
    <li>
      <span>{label}</span>
      <strong>
        {rate.hidden ? '＊' : counts ? countText(rate.numerator) : percentText(rate.rate)}
        <small>{counts ? '人' : '%'}</small>
      </strong>
      <Change rate={rate} />
    </li>
  )
}
