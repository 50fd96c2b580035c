import { Timeline } from 'antd'
import type { AssessEvent } from '#contract/assessment/plan-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import styles from './events.module.css'

/** What happened, the oldest first. */
export const Events = ({ events }: { events: readonly AssessEvent[] }) => (
  <Timeline
    items={events.map(({ at, userName, orgName, text }, nth) => ({
      key: `${String(nth)} ${at}`,
      content: (
        <>
          {text}
          <div className={styles.by}>
            {[formatDateTime(at), [orgName, userName].filter(Boolean).join(' ') || '系统'].join(' · ')}
          </div>
        </>
      ),
    }))}
  />
)
