import { CheckCircleFilled } from '@ant-design/icons'
import type { Application } from '#contract/assessment/application-schemas.ts'
import type { Head } from '#contract/assessment/indicators.ts'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './add-assess-apply.module.css'
import type { Snapshot } from './answers/answer-sheet.ts'
import { headScore, progressOf } from './progress.ts'

type Props = {
  application: Application
  answers: Snapshot
  chosen: string | undefined
  onChoose: (headKey: string) => void
}

/** The heads with their points and how much of each is filled in. */
export const HeadNav = ({ application, answers, chosen, onChoose }: Props) => (
  <Panel>
    <h2 className={styles.partTitle}>考核指标</h2>
    <nav aria-label="一级指标">
      <ul className={styles.heads}>
        {application.indicators.map((head, at) => (
          <li key={head.key}>
            <button
              type="button"
              className={styles.head}
              aria-current={head.key === chosen ? 'true' : undefined}
              onClick={() => onChoose(head.key)}
            >
              <span className={styles.headName}>
                {head.bonus ? '' : `${String(at + 1)}. `}
                {head.name}
              </span>
              {application.may.edit ? (
                <Progress {...progressOf(application, answers, head)} />
              ) : (
                <Score application={application} head={head} />
              )}
              <span className={styles.headPoints}>{head.points} 分</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  </Panel>
)

function Progress({ toFill, filled, open }: ReturnType<typeof progressOf>) {
  if (toFill === 0) return <span className={styles.headProgress}>系统取数</span>
  if (!open) {
    return (
      <span className={styles.headDone} title="已填齐">
        <CheckCircleFilled aria-label="已填齐" />
      </span>
    )
  }
  return (
    <span className={styles.headProgress}>{filled < toFill ? `已填 ${filled}/${toFill}` : '缺佐证'}</span>
  )
}

const SCORED_BY = { review: '得分', unit: '自评', system: '系统' }

function Score({ application, head }: { application: Application; head: Head }) {
  const { score, leftOut, by } = headScore(application, head)
  return (
    <span className={styles.headProgress}>{leftOut ? '不计分' : `${SCORED_BY[by]} ${score ?? '—'}`}</span>
  )
}
