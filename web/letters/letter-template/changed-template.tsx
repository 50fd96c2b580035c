import { Button } from 'antd'
import type { StoredTemplate } from '#contract/letters/template-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import { ChangedNote } from '#web/widgets/changed-note.tsx'
import styles from './letter-template.module.css'

type Props = {
  latest: StoredTemplate | undefined
  onView: (version: StoredTemplate) => void
  onTake: () => void
  onInsist: () => void
}

/** Somebody else of the area has saved meanwhile: the newest version can be seen and taken. */
export function ChangedTemplate({ latest, onView, onTake, onInsist }: Props) {
  const who = latest
    ? `${latest.savedBy}于 ${formatDateTime(latest.savedAt)} 保存了第 ${latest.version} 版`
    : '模板刚刚被修改'
  return (
    <ChangedNote
      className={styles.changed}
      title={who}
      action={
        latest?.content && (
          <Button size="small" onClick={() => onView(latest)}>
            查看最新版
          </Button>
        )
      }
      onTake={onTake}
      onInsist={onInsist}
    >
      您填写的内容仍在下面，尚未保存。
    </ChangedNote>
  )
}
