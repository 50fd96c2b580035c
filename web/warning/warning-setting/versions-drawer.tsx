import { Flex, Tag, Typography } from 'antd'
import type { WarningRule } from '#contract/warning/rules.ts'
import type { SettingState } from '#contract/warning/setting-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { PageDrawer } from '#web/widgets/dialog/page-drawer.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { changesBetween } from './rule-rows.ts'
import styles from './warning-setting.module.css'

type Props = DialogProps & {
  versions: SettingState['versions']
  onRestore: (rules: readonly WarningRule[]) => void
}

/** Who changed which rules and when, the newest first. */
export function VersionsDrawer({ open, onClose, versions, onRestore }: Props) {
  return (
    <PageDrawer open={open} title="历次版本" size={560} onClose={onClose}>
      {versions.length === 0 ? (
        <EmptyState
          title="本地区还没有保存过规则"
          hint="现在沿用上级或平台的规则；修改并保存后，每一版都列在这里"
        />
      ) : (
        <ul className={`${layout.bareList} ${styles.versions}`}>
          {versions.map(({ version, rules, orgName, savedBy, savedAt }, nth) => {
            const changes = changesBetween(versions[nth + 1]?.rules ?? [], rules)
            return (
              <li key={version}>
                <Flex gap="small" align="center">
                  <Typography.Text strong>第 {version} 版</Typography.Text>
                  {nth === 0 && <Tag color="success">使用中</Tag>}
                  <Typography.Text type="secondary" className={layout.text13}>
                    {savedBy}（{orgName}） {formatDateTime(savedAt)}
                  </Typography.Text>
                  {nth > 0 && (
                    <LinkButton
                      className={layout.toTheEnd}
                      aria-label={`恢复第${version}版`}
                      onClick={() => {
                        onRestore(rules)
                        onClose()
                      }}
                    >
                      恢复此版本
                    </LinkButton>
                  )}
                </Flex>
                <ul className={layout.bullets}>
                  {changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                  {changes.length === 0 && <li>与上一版相同</li>}
                </ul>
              </li>
            )
          })}
        </ul>
      )}
    </PageDrawer>
  )
}
