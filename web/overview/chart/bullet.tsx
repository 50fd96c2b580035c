import styles from './bullet.module.css'

/** A share against its target; both in percent. */
export function Bullet({ value, target }: { value: number | null; target: number }) {
  return (
    <div className={styles.bullet} aria-hidden="true">
      <i style={{ width: `${Math.min(100, value ?? 0)}%` }} />
      <b style={{ left: `${Math.min(100, target)}%` }} />
    </div>
  )
}
