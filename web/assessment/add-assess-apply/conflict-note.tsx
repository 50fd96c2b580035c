import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { ChangedNote } from '#web/widgets/changed-note.tsx'
import styles from './add-assess-apply.module.css'
import { type AnswerState, type Content, contentOf } from './answers/answer-state.ts'

type Props = { state: AnswerState; onTake: () => void; onInsist: () => void }

/** Two people wrote at the same indicator: both texts, and the choice between them. */
export const ConflictNote = ({ state, onTake, onInsist }: Props) => (
  <ChangedNote
    className={layout.below12}
    title={`${state.stored.savedBy ?? '本单位其他人员'}于 ${formatDateTime(state.stored.savedAt)} 保存了这一项，与您填写的不同`}
    onTake={onTake}
    onInsist={onInsist}
  >
    <div className={styles.versions}>
      <Version title="最新内容" content={state.stored} />
      <Version title="我填写的（未保存）" content={contentOf(state)} />
    </div>
  </ChangedNote>
)

const Version = ({ title, content: { selfScore, text } }: { title: string; content: Content }) => (
  <section className={styles.version} aria-label={title}>
    <h4>
      {title}：自评 {selfScore ?? '—'} 分
    </h4>
    <p className={styles.text}>{text || '（没有说明）'}</p>
  </section>
)
