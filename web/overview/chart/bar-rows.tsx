import type { ReactNode } from 'react'
import styles from './bar-rows.module.css'
import { scaleText } from './length-text.ts'

export type BarRow = {
  key: string
  name: string
  /** Percent of the whole width; null where there is none. */
  value: number | null
  text: string
  /** After the value. */
  more?: ReactNode
  attention?: boolean
}

type Props = {
  rows: readonly BarRow[]
  /** A line across all rows, in percent, labelled once. */
  target?: number
  targetText?: string
  nameWidth?: 'short' | 'long'
}

/** Bars from zero, with their target. */
export function BarRows({ rows, target, targetText, nameWidth = 'short' }: Props) {
  return (
    <div className={`${styles.rows} ${nameWidth === 'long' ? styles.long : ''}`}>
      {target !== undefined && targetText !== undefined && (
        <div className={styles.labels} aria-hidden="true">
          <span />
          <span className={styles.scale}>
            <em style={{ left: `${target}%` }}>{targetText}</em>
          </span>
          <span />
        </div>
      )}
      {rows.map((row) => (
        <div key={row.key} className={styles.row}>
          <span className={styles.name} title={row.name}>
            {row.name}
          </span>
          <span className={styles.track} aria-hidden="true">
            <i
              className={row.attention ? styles.attention : styles.done}
              style={{ transform: scaleText(Math.min(100, row.value ?? 0)) }}
            />
            {target !== undefined && <b style={{ left: `${target}%` }} />}
          </span>
          <span className={styles.value}>
            <strong className={row.attention ? styles.alarmed : undefined}>{row.text}</strong>
            {row.more !== undefined && <span className={styles.more}>{row.more}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
