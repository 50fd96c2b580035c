import styles from './clock.module.css'
import { useSeconds } from './use-seconds.ts'

const TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const WEEKDAY = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', weekday: 'short' })

export function Clock() {
  const now = useSeconds()
  const [day, time] = TIME.format(now).split(' ')
  return (
    <div className={styles.clock} role="timer" aria-label="现在时间">
      <strong>{time}</strong>
      <span>
        {day} {WEEKDAY.format(now)}
      </span>
    </div>
  )
}
