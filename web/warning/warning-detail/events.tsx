import { Timeline } from 'antd'
import { type WarningDetail, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { formatDate, formatDateTime, today } from '#web/core/format.ts'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './warning-detail.module.css'

type Due = 'done' | 'overdue' | 'next' | 'later'
type Shown = { key: string; title: string; note: string; at: string; due: Due }
const COLORS: Record<Due, string> = { done: 'blue', overdue: 'red', next: 'orange', later: 'gray' }

/** What happened, the oldest first, then what is still due. */
export function Events({ warning }: { warning: WarningDetail }) {
  const shown = [...past(warning), ...due(warning)]
  return (
    <Panel>
      <div className={styles.partHead}>
        <h2>经过与随访</h2>
        {warning.reminders > 0 && <span>已自动提醒 {warning.reminders} 次</span>}
      </div>
      <Timeline
        items={shown.map(({ key, title, note, at, due: when }) => ({
          key,
          color: COLORS[when],
          content: (
            <div className={styles.event}>
              <div>
                {when === 'done' ? <b>{title}</b> : title}
                {note && <div className={styles.secondary}>{note}</div>}
              </div>
              <time>
                {at}
                {when === 'overdue' && <div className={styles.overDue}>已逾期</div>}
              </time>
            </div>
          ),
        }))}
      />
    </Panel>
  )
}

function past({ events }: WarningDetail): Shown[] {
  return events.map(({ at, kind, title, note, by }, nth) => ({
    key: `${String(nth)} ${kind}`,
    title,
    note: [by ?? '系统', note].filter(Boolean).join(' · '),
    at: timeText(at),
    due: 'done',
  }))
}

const YEAR_LENGTH = 4

/** 11-18 16:40, and of another year the day alone: 2025-11-18 */
function timeText(at: string): string {
  const isOfThisYear = formatDate(at).slice(0, YEAR_LENGTH) === today().slice(0, YEAR_LENGTH)
  return isOfThisYear ? formatDateTime(at).slice(YEAR_LENGTH + 1) : formatDate(at)
}

function due({ status, ended, dueOn, letter, visitedOn, studentId, overdue }: WarningDetail): Shown[] {
  if (ended !== null) return []
  const review: Shown = {
    key: 'review',
    title: studentId === null ? '数据变化时复核' : '下次筛查复核',
    note: '条件不再成立时自动解除',
    at: '',
    due: 'later',
  }
  if (status === WarningStatus.code.closed || visitedOn !== null) return [review]
  const isVisit = letter !== null
  return [
    {
      key: 'due',
      title: isVisit ? '应就诊期限' : '应处理期限',
      note: isVisit ? '到期没有就诊登记，自动提醒班主任联系家长' : '到期未处理，列入逾期',
      at: dueOn,
      due: overdue ? 'overdue' : 'next',
    },
    review,
  ]
}
