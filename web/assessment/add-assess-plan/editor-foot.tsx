import { Button, Typography } from 'antd'
import layout from '#web/core/layout.module.css'
import styles from './add-assess-plan.module.css'
import { STEP_TITLES, type StepName, stepAfter, stepBefore } from './editor-steps.ts'
import type { EditFault } from './plan-draft.ts'

type Props = {
  step: StepName
  onStep: (step: StepName) => void
  isPublished: boolean
  isDirty: boolean
  isNew: boolean
  /** Somebody else has saved meanwhile, and it is not decided what holds. */
  isBlocked: boolean
  unsavable: readonly EditFault[]
  unpublishable: readonly EditFault[]
  sending: boolean
  onSave: () => void
  onPublish: () => void
  onDiscard: (() => void) | undefined
}

/** From one part to the next, saving, and in the end publishing. */
export function EditorFoot(props: Props) {
  const { step, onStep, isPublished, isDirty, isNew, isBlocked, unsavable, unpublishable, sending } = props
  const before = stepBefore(step)
  const after = stepAfter(step)
  const [first] = unsavable
  const open = unsavable.length + unpublishable.length
  return (
    <div className={styles.foot}>
      {before && <Button onClick={() => onStep(before)}>上一步</Button>}
      {after && <Button onClick={() => onStep(after)}>下一步：{STEP_TITLES[after]}</Button>}
      {props.onDiscard && (
        <Button type="link" onClick={props.onDiscard}>
          放弃修改
        </Button>
      )}
      <Typography.Text type={first ? 'danger' : 'secondary'} className={styles.footNote} role="status">
        {first
          ? `${first.message}，修改后才能保存`
          : isDirty
            ? isNew
              ? '尚未保存'
              : '有未保存的修改'
            : !isPublished && open > 0
              ? `已保存；发布前还有 ${open} 处要改`
              : ''}
      </Typography.Text>
      <Button
        className={layout.toTheEnd}
        type={isPublished ? 'primary' : 'default'}
        loading={sending}
        disabled={!isDirty || isBlocked || first !== undefined || (isPublished && unpublishable.length > 0)}
        onClick={props.onSave}
      >
        {isPublished ? '保存修改' : '保存草稿'}
      </Button>
      {!isPublished &&
        (step === 'overview' ? (
          <Button type="primary" loading={sending} disabled={open > 0 || isBlocked} onClick={props.onPublish}>
            发布
          </Button>
        ) : (
          <Button type="primary" ghost onClick={() => onStep('overview')}>
            去发布
          </Button>
        ))}
    </div>
  )
}
