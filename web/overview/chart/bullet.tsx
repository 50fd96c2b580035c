import styles from './bullet.module.css'
import { scaleText } from './length-text.ts'

type Props = { value: number | null; target: number; attention?: boolean }

/** A share against its target; both in percent. */
export function Bullet({ value, target, attention = false }: Props) {
  return (
    <div className={styles.bullet} aria-hidden="true">
      <i
        className={attention ? styles.attention : undefined}
        style={{ transform: scaleText(Math.min(100, value ?? 0)) }}
      />
      <b style={{ left: `${Math.min(100, target)}%` }} />
    </div>
  )
}
