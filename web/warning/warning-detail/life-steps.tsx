import { CheckOutlined } from '@ant-design/icons'
import {
  type WarningDetail,
  WarningStatus,
  type WarningStatusCode,
} from '#contract/warning/warning-schemas.ts'
import { formatDate } from '#web/core/format.ts'
import styles from './warning-detail.module.css'

/** Events that begin each state; a reopening begins anew. */
const KINDS: Record<WarningStatusCode, readonly string[]> = {
  1: ['raised'],
  2: ['notify'],
  3: ['act', 'visit'],
  4: ['close'],
}
const REOPENED = ['reopen', 'reopened']

/** When a state was last reached. */
function dateOf({ events, raisedOn }: WarningDetail, status: WarningStatusCode): string | undefined {
  const again = events.findLastIndex(({ kind }) => REOPENED.includes(kind))
  if (status === WarningStatus.code.waiting) {
    const reopened = events[again]
    return reopened ? formatDate(reopened.at) : raisedOn
  }
  const event = events.slice(again + 1).findLast(({ kind }) => KINDS[status].includes(kind))
  return event && formatDate(event.at)
}

/** The four steps of a warning's life with the days they were reached. */
export function LifeSteps({ warning }: { warning: WarningDetail }) {
  return (
    <ol className={styles.steps} aria-label="处理进度">
      {WarningStatus.options.map(({ value, label }, nth) => {
        const isCurrent = value === warning.status
        const date = value <= warning.status ? dateOf(warning, value) : undefined
        // A step can be left out, such as by closing at once.
        const isReached = isCurrent || date !== undefined
        return (
          <li
            key={value}
            aria-current={isCurrent ? 'step' : undefined}
            className={`${styles.step} ${isReached ? styles.reached : ''} ${isCurrent ? styles.current : ''}`}
          >
            <span className={styles.mark} aria-hidden>
              {isReached && !isCurrent ? <CheckOutlined /> : nth + 1}
            </span>
            {label}
            {date && <span className={styles.stepDate}>{date.slice(5)}</span>}
          </li>
        )
      })}
    </ol>
  )
}
