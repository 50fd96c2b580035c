import type { ReactNode } from 'react'
import styles from './wall-message.module.css'

/** Where there are no figures: what is so and what comes next, in one sentence. */
export function WallMessage({ children }: { children: ReactNode }) {
  return (
    <p className={styles.message} role="status">
      {children}
    </p>
  )
}
