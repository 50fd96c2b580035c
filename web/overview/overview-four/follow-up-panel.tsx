import { useRef } from 'react'
import type { SchoolView } from '#contract/overview/school.ts'
import { countText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { useRowScroll } from '../frame/use-row-scroll.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { HIDDEN } from '../school/heat-steps.ts'
import { nextStep } from '../school/school-words.ts'
import styles from './follow-up-panel.module.css'

/** Those advised to see a doctor who have not been there, and for how many of them it is too long ago. */
export function FollowUpPanel({ view, className }: { view: SchoolView; className?: string | undefined }) {
  const list = useRef<HTMLDivElement>(null)
  useRowScroll(list, 'tbody tr')
  const { followUp, grades, total } = view
  const { referral, visited, overdue } = followUp
  const title = '就诊随访'
  if (referral === null || visited === null || overdue === null || referral === 0) {
    return (
      <Panel title={title} className={className}>
        <WallMessage>
          {total.valid === 0
            ? '有筛查结果后，这里显示建议就诊的人数。'
            : referral === 0
              ? '没有建议就诊的学生。'
              : '人数过少，不显示。'}
        </WallMessage>
      </Panel>
    )
  }
  const rows = grades.filter(({ done }) => done.valid > 0)
  return (
    <Panel title={title} aside={`建议就诊 ${countText(referral)} 人`} className={className}>
      <dl className={styles.numbers}>
        <Fact name="已就诊" value={visited} />
        <Fact name="待就诊" value={referral - visited} />
        <Fact name="逾期" value={overdue} attention={overdue > 0} />
      </dl>
      <div ref={list} className={styles.scroll}>
        <table className={styles.grades} aria-label="各年级就诊随访">
          <thead>
            <tr>
              <th scope="col">年级</th>
              <th scope="col">建议</th>
              <th scope="col">待就诊</th>
              <th scope="col">逾期</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, followUp: own }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{own ? own.referral : HIDDEN}</td>
                <td>{own ? own.referral - own.visited : HIDDEN}</td>
                <td className={own && own.overdue > 0 ? styles.attention : undefined}>
                  {own ? own.overdue : HIDDEN}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.next}>{nextStep(followUp)}</p>
    </Panel>
  )
}

function Fact({ name, value, attention = false }: { name: string; value: number; attention?: boolean }) {
  return (
    <div className={attention ? styles.attention : undefined}>
      <dt>{name}</dt>
      <dd>
        {countText(value)}
        <small>人</small>
      </dd>
    </div>
  )
}
