import { useEffect, useState } from 'react'
import styles from './live-dot.module.css'

type Props = {
  updatedAt: number
  away: boolean
  /** Instead of how old the figures are: when a rotation goes on. */
  note?: string
}

const TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' })

/** Whether the figures are those of now. */
export function LiveDot({ updatedAt, away, note }: Props) {
  const now = useSeconds()
  const age = Math.max(0, Math.round((now - updatedAt) / 1_000))
  return (
    <span className={away ? styles.away : styles.live} role="status">
      <i className={styles.dot} />
      {away
        ? `数据截至 ${TIME.format(updatedAt)}，正在重连`
        : (note ?? (updatedAt === 0 ? '正在读取' : `${age} 秒前更新`))}
    </span>
  )
}

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
