import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A white box on the page. antd's Card would do, but brings its tabs along to every list screen. */
export function Panel({ children, tight }: { children: ReactNode; tight?: boolean }) {
  return <section className={tight ? `${styles.panel} ${styles.tight}` : styles.panel}>{children}</section>
}
