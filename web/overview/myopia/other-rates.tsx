import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import { countText, percentText } from '../frame/number-text.ts'
import { Change } from './change.tsx'
import styles from './other-rates.module.css'

type RateRow = {
  label: string
  rate: WallRate
  /** The number of students instead of the share. */
  counts?: boolean
}

export const OtherRates = ({ view }: { view: MyopiaView }) => (
  <RateRows
    rows={[
      { label: '视力不良率', rate: view.poor },
      { label: '高度近视率', rate: view.high },
      { label: '建议就诊率', rate: view.referral },
      { label: '角膜塑形镜', rate: view.orthoK, counts: true },
    ]}
  />
)

/** Rates one below the other, with their changes. */
export function RateRows({ rows }: { rows: readonly RateRow[] }) {
  return (
    <ul className={styles.rates}>
      {rows.map((row) => (
        <Row key={row.label} {...row} />
      ))}
    </ul>
  )
}

function Row({ label, rate, counts = false }: RateRow) {
  return (
    <li>
      <span>{label}</span>
      <strong>
        {rate.hidden ? '＊' : counts ? countText(rate.numerator) : percentText(rate.rate)}
        <small>{counts ? '人' : '%'}</small>
      </strong>
      {counts ? <span className={styles.share}>占 {percentText(rate.rate)}%</span> : <Change rate={rate} />}
    </li>
  )
}
