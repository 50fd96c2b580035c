import type { ProgressView } from '#contract/overview/progress.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './feed.module.css'

const TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' })
const SHOWN = 4

/** The last classes with results: school, class and how many, no names. */
export function Feed({ feed }: { feed: ProgressView['feed'] }) {
  if (feed.length === 0) return <WallMessage>有新的筛查结果时，这里列出学校和班级。</WallMessage>
  return (
    <ol className={styles.feed}>
      {feed.slice(0, SHOWN).map(({ classId, at, schoolName, className, students }) => (
        <li key={`${classId} ${at}`}>
          <time dateTime={at}>{TIME.format(new Date(at))}</time>
          <span>
            {schoolName} {className}
          </span>
          <strong>+{students} 人</strong>
        </li>
      ))}
    </ol>
  )
}
