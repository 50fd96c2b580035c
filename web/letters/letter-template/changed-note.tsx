import { Alert, Button, Flex } from 'antd'
import type { StoredTemplate } from '#contract/letters/template-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import styles from './letter-template.module.css'

type Props = {
  latest: StoredTemplate | undefined
  onView: (version: StoredTemplate) => void
  onTake: () => void
  onInsist: () => void
}

/** Somebody else of the area has saved meanwhile: the typed text stays, the newest version can be seen and taken. */
export function ChangedNote({ latest, onView, onTake, onInsist }: Props) {
  const who = latest
    ? `${latest.savedBy}于 ${formatDateTime(latest.savedAt)} 保存了第 ${latest.version} 版`
    : '模板刚刚被修改'
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.changed}
      title={who}
      description={
        <Flex vertical gap="small">
          您填写的内容仍在下面，尚未保存。
          <Flex gap="small">
            {latest?.content && (
              <Button size="small" onClick={() => onView(latest)}>
                查看最新版
              </Button>
            )}
            <Button size="small" onClick={onTake}>
              改用最新内容
            </Button>
            <Button size="small" onClick={onInsist}>
              以我填写的为准
            </Button>
          </Flex>
        </Flex>
      }
    />
  )
}
