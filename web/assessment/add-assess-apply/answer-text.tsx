import type { ApplicationLeaf } from '#contract/assessment/application-schemas.ts'
import type { Leaf } from '#contract/assessment/indicators.ts'
import { EvidenceList } from '../parts/evidence-list.tsx'
import styles from './add-assess-apply.module.css'

type Props = { applicationId: number; leaf: Leaf; answer: ApplicationLeaf }

/** What the unit said of itself, to be read. */
export const AnswerText = ({ applicationId, leaf, answer: { selfScore, text, files } }: Props) => (
  <div className={styles.fields}>
    <div className={styles.field}>
      <span>自评分</span>
      <b>
        {selfScore ?? '—'} / {leaf.points} 分
      </b>
    </div>
    <div className={styles.field}>
      <span>自评说明</span>
      <p className={styles.text}>{text || '—'}</p>
    </div>
    <div className={styles.field}>
      <span>佐证材料</span>
      <EvidenceList applicationId={applicationId} files={files} />
    </div>
  </div>
)
