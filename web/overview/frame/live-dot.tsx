import styles from './live-dot.module.css'
import { useSeconds } from './use-seconds.ts'

type Props = {
  updatedAt: number
  away: boolean
  /** There are no figures, and there will not be. */
  error?: unknown
  /** Instead of how old the figures are: when a rotation goes on. */
  note?: string
}

const TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' })

/** Whether the figures are those of now. */
export function LiveDot({ updatedAt, away, error, note }: Props) {
  const now = useSeconds()
  const isFaint = !away && Math.floor(now / 1_000) % 2 === 1
  if (error) return null
  const age = Math.max(0, Math.round((now - updatedAt) / 1_000))
  return (
    <span className={away ? styles.away : styles.live} role="status">
      <i className={isFaint ? `${styles.dot} ${styles.faint}` : styles.dot} />
      {away
        ? `数据截至 ${TIME.format(updatedAt)}，正在重连`
        : (note ?? (updatedAt === 0 ? '正在读取' : `${age} 秒前更新`))}
    </span>
  )
}
