import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { formatNumber } from '#web/core/format.ts'
import styles from '../students-manage.module.css'

type Props = {
  level: 0 | 1 | 2
  name: string
  people: number
  chosen: boolean
  /** Undefined where there is nothing below. */
  open?: boolean
  onToggle?: () => void
  onChoose: () => void
  menu?: ReactNode
}

export function RosterRow({ level, name, people, chosen, open, onToggle, onChoose, menu }: Props) {
  return (
    <div
      className={chosen ? `${styles.rosterRow} ${styles.rosterRowChosen}` : styles.rosterRow}
      data-level={level}
    >
      {open === undefined ? (
        <span className={styles.rosterToggle} />
      ) : (
        <button
          type="button"
          className={styles.rosterToggle}
          // The arrow keys open and close as well; one stop for each row is enough.
          tabIndex={-1}
          aria-expanded={open}
          aria-label={open ? `收起${name}` : `展开${name}`}
          onClick={onToggle}
        >
          {open ? <CaretDownOutlined /> : <CaretRightOutlined />}
        </button>
      )}
      <button
        type="button"
        className={styles.rosterName}
        data-part="name"
        aria-current={chosen || undefined}
        onClick={onChoose}
        onKeyDown={goByArrows}
        title={name}
      >
        <span className={styles.rosterText}>{name}</span>
        <span className={styles.rosterPeople}>
          {formatNumber(people)}
          <span className={styles.rosterUnit}>人</span>
        </span>
      </button>
      {menu}
    </div>
  )
}

function goByArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const own = event.currentTarget
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) {
    const names = [...(own.closest('nav')?.querySelectorAll<HTMLElement>('[data-part="name"]') ?? [])]
    names[names.indexOf(own) + step]?.focus()
    event.preventDefault()
  }
  const state = { ArrowRight: 'false', ArrowLeft: 'true' }[event.key]
  if (state) {
    own.parentElement?.querySelector<HTMLElement>(`[aria-expanded='${state}']`)?.click()
    event.preventDefault()
  }
}
