import { Alert, Button, Flex } from 'antd'
import type { SettingState } from '#contract/warning/setting-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

type Props = {
  latest: SettingState['versions'][number] | undefined
  onVersions: () => void
  onTake: () => void
  onInsist: () => void
}

/** Somebody else of the area has saved meanwhile: the own changes stay, the newest rules can be seen and taken. */
export function ChangedNote({ latest, onVersions, onTake, onInsist }: Props) {
  return (
    <Alert
      type="warning"
      showIcon
      className={layout.below12}
      title={
        latest
          ? `${latest.savedBy}于 ${formatDateTime(latest.savedAt)} 保存了第 ${latest.version} 版`
          : '规则刚刚被修改'
      }
      description={
        <Flex vertical gap="small">
          您的修改仍在下面，尚未保存。
          <Flex gap="small">
            <Button size="small" onClick={onVersions}>
              查看最新版
            </Button>
            <Button size="small" onClick={onTake}>
              改用最新内容
            </Button>
            <Button size="small" onClick={onInsist}>
              以我修改的为准
            </Button>
          </Flex>
        </Flex>
      }
    />
  )
}
