import { countText } from '../frame/number-text.ts'
import { RollingNumber } from '../frame/rolling-number/rolling-number.tsx'
import styles from './funnel.module.css'
import { scaleText } from './length-text.ts'

export type FunnelStep = {
  key: string
  label: string
  /** Null where it is hidden. */
  value: number | null
  /** What it is a share of, in words. */
  share: string | null
}

/** Steps one below the other, all measured by the same whole. */
export function Funnel({ steps, whole }: { steps: readonly FunnelStep[]; whole: number }) {
  return (
    <ol className={styles.funnel}>
      {steps.map(({ key, label, value, share }) => (
        <li key={key}>
          <span className={styles.label}>{label}</span>
          <strong className={styles.value}>
            {value === null ? '＊' : <RollingNumber text={countText(value)} />}
          </strong>
          <span className={styles.share}>{share}</span>
          <span className={styles.track} aria-hidden="true">
            <i style={{ transform: scaleText(Math.min(100, ((value ?? 0) * 100) / Math.max(1, whole))) }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
