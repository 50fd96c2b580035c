import type { CSSProperties } from 'react'
import type { ProgressView } from '#contract/overview/progress.ts'
import { monthDay } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './feed.module.css'

const CLOCK = { timeZone: 'Asia/Shanghai' } as const
const TIME = new Intl.DateTimeFormat('sv-SE', { ...CLOCK, timeStyle: 'medium' })
const DAY = new Intl.DateTimeFormat('sv-SE', { ...CLOCK, dateStyle: 'short' })
const MINUTE = new Intl.DateTimeFormat('sv-SE', { ...CLOCK, timeStyle: 'short' })
const SHOWN = 4

/** The last classes with results: school, class and how many, no names. */
export function Feed({ feed, today }: { feed: ProgressView['feed']; today: string }) {
  if (feed.length === 0) return <WallMessage>有新的筛查结果时，这里列出学校和班级。</WallMessage>
  const shown = feed.slice(0, SHOWN)
  return (
    <div className={styles.box}>
      {/* Made anew when another class comes first, and only then pushed down. */}
      <ol key={shown[0]?.classId} className={styles.feed} style={{ '--rows': shown.length } as CSSProperties}>
        {shown.map(({ classId, at, schoolName, className, students }) => (
          <li key={classId}>
            <time dateTime={at}>{momentText(at, today)}</time>
            <span>
              {schoolName} {className}
            </span>
            <strong>+{students} 人</strong>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** 14:32:05; of another day 11-18 14:32. */
function momentText(at: string, today: string): string {
  const moment = new Date(at)
  const day = DAY.format(moment)
  return day === today ? TIME.format(moment) : `${monthDay(day)} ${MINUTE.format(moment)}`
}
