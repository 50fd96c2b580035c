import { warningWord } from '#contract/eyesight/warning-words.ts'
import type { WarningDetail } from '#contract/warning/warning-schemas.ts'
import layout from '#web/core/layout.module.css'
import { Panel } from '#web/widgets/panel.tsx'
import { WarningTag } from '#web/widgets/student/warning-tag.tsx'
import styles from './warning-detail.module.css'

/** Each rule that applies, with its values, and what they add up to. */
export function Reasons({ warning }: { warning: WarningDetail }) {
  const { facts, level, gradesName, studentId, planName } = warning
  return (
    <Panel>
      <div className={styles.partHead}>
        <h2>为什么预警</h2>
        <span>{studentId === null ? planName : `${planName} · ${gradesName}，随本计划固定`}</span>
      </div>
      {facts.map(({ indicator, label, sentence, rule, level: own }, nth) => (
        <div key={`${indicator} ${String(nth)}`} className={styles.fact}>
          <b>{label}</b>
          <div>
            {sentence}
            <div className={styles.secondary}>规则：{rule}</div>
          </div>
          <WarningTag level={own} />
        </div>
      ))}
      <div className={layout.above12}>
        合计：<b>{warningWord(level)}</b>。
        {studentId === null
          ? '数据变化后条件不再成立，预警会自动解除，经过保留。'
          : '以后有正常的有效记录，或更正后条件不再成立，预警会自动解除，经过保留。'}
      </div>
    </Panel>
  )
}
