import { memo } from 'react'
import { adviceText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { warningWord } from '#contract/eyesight/warning-words.ts'
import type { RowView } from '../sheet/row-view.ts'
import styles from './class-grid.module.css'

/** The short conclusion in the colour of its warning level. */
export const ConclusionCell = memo(function ConclusionCell({
  view: { judgement, conclusion, fields },
}: {
  view: RowView
}) {
  const { warningLevel, reserveShort, referral, state } = judgement
  const level = warningLevel === 0 && reserveShort ? 'reserve' : warningLevel
  return (
    <td
      className={styles.gridConclusion}
      data-state={state}
      data-level={level ?? undefined}
      title={adviceText(judgement, fields) ?? conclusion}
    >
      <div>
        <span>{conclusion}</span>
        {referral && <em>建议就诊</em>}
      </div>
      {warningLevel !== null && (
        <span className={styles.gridUnseen}>预警级别：{warningWord(warningLevel)}</span>
      )}
    </td>
  )
})
