import type { ReactNode } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  /** At the right of the title: unit, legend or a number. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, aside, className, children }: Props) {
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </header>
      <div className={styles.body}>{children}</div>
    </section>
  )
}
