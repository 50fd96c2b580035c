import { scaleText } from '../chart/length-text.ts'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import styles from './step-bars.module.css'

type BarStep = { key: string; name: string; value: number }

/** How many go on from step to step; every bar and share is of the first. */
export function StepBars({ steps, label }: { steps: readonly BarStep[]; label: string }) {
  const whole = steps[0]?.value ?? 0
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ key, name, value }, nth) => {
        const share = shareOf(value, whole)
        return (
          <li key={key}>
            <span>{name}</span>
            <strong>{countText(value)}</strong>
            <em>{nth > 0 && share !== null ? `${percentText(share, 1)}%` : ''}</em>
            <i aria-hidden="true" className={styles.track}>
              <b
                style={{
                  transform: scaleText(Math.min(100, share ?? 0)),
                  background: `var(--wall-progress${stepOf(nth)})`,
                }}
              />
            </i>
          </li>
        )
      })}
    </ol>
  )
}

/** The further on, the lighter. */
const stepOf = (nth: number): number => Math.min(4, nth + 1)
