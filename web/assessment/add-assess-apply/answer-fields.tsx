import { Input, InputNumber } from 'antd'
import { useId } from 'react'
import type { EvidenceFile } from '#contract/assessment/application-schemas.ts'
import { type Leaf, TEXT_MOST } from '#contract/assessment/indicators.ts'
import { EvidenceList } from '../parts/evidence-list.tsx'
import type { EvidenceUploads } from '../parts/use-evidence-uploads.ts'
import styles from './add-assess-apply.module.css'
import type { AnswerSheet } from './answers/answer-sheet.ts'
import { type AnswerState, contentOf, isConflict, scoreFault, textFault } from './answers/answer-state.ts'
import { ConflictNote } from './conflict-note.tsx'

type Props = {
  applicationId: number
  leaf: Leaf
  files: readonly EvidenceFile[]
  state: AnswerState
  sheet: AnswerSheet
  uploads: EvidenceUploads
}

const STEP = 0.1

/** What the unit says of itself: score, text, files. */
export function AnswerFields({ applicationId, leaf, files, state, sheet, uploads }: Props) {
  const { key, name, points } = leaf
  const { selfScore, text } = contentOf(state)
  const id = useId()
  const finish = () => sheet.finish(key)
  return (
    <div className={styles.fields}>
      {isConflict(state) && (
        <ConflictNote
          state={state}
          onTake={() => sheet.takeStored(key)}
          onInsist={() => sheet.keepOwn(key)}
        />
      )}
      <div className={styles.field}>
        <label htmlFor={`${id}-score`}>自评分</label>
        <div className={styles.score}>
          <InputNumber<number>
            id={`${id}-score`}
            aria-label={`“${name}”的自评分`}
            min={0}
            step={STEP}
            value={selfScore}
            status={scoreFault(selfScore, points) === null ? undefined : 'error'}
            onChange={(score) => sheet.type(key, { selfScore: score })}
            onBlur={finish}
          />
          <span>/ {points} 分</span>
        </div>
      </div>
      <div className={`${styles.field} ${styles.counted}`}>
        <label htmlFor={`${id}-text`}>自评说明</label>
        <Input.TextArea
          id={`${id}-text`}
          aria-label={`“${name}”的自评说明`}
          autoSize={{ minRows: 3, maxRows: 12 }}
          count={{ show: true, max: TEXT_MOST }}
          placeholder="写明工作做法、成效和存在的问题"
          value={text}
          status={textFault(text) === null ? undefined : 'error'}
          onChange={({ target }) => sheet.type(key, { text: target.value })}
          onBlur={finish}
        />
      </div>
      <div className={styles.field}>
        <span>佐证材料</span>
        <EvidenceList
          applicationId={applicationId}
          files={files}
          editing={{ leafKey: key, leafName: name, uploads }}
        />
      </div>
    </div>
  )
}
