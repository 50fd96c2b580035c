import { type ReactNode, useRef } from 'react'
import { useRowScroll } from '../frame/use-row-scroll.ts'
import styles from './scroll-rows.module.css'

/** Rows that scroll by themselves where there is not room for all. */
export function ScrollRows({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  useRowScroll(list)
  return (
    <ul ref={list} className={styles.rows} aria-label={label}>
      {children}
    </ul>
  )
}
