import { Timeline } from 'antd'
import { type WarningDetail, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './warning-detail.module.css'

type Shown = { key: string; title: string; note: string; at: string; due: 'done' | 'next' | 'later' }
const COLORS = { done: 'blue', next: 'orange', later: 'gray' } as const

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
              <time>{at}</time>
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
    at: formatDateTime(at).slice(5),
    due: 'done',
  }))
}

function due({ status, ended, dueOn, letter, visitedOn, studentId }: WarningDetail): Shown[] {
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
      due: 'next',
    },
    review,
  ]
}
