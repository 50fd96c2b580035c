import { Flex, Tag, Typography } from 'antd'
import type { LetterContent, StoredTemplate, TemplateState } from '#contract/letters/template-schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './letter-template.module.css'

type Props = {
  state: TemplateState
  viewed: StoredTemplate | undefined
  onView: (version: StoredTemplate) => void
  onRestore: (content: LetterContent, version: number) => void
}

/** What this area has saved so far, the newest first. */
export function Versions({ state, viewed, onView, onRestore }: Props) {
  if (state.versions.length === 0) {
    return <EmptyState title="本地区还没有保存过模板" hint="在“编辑”中修改并保存后，每一版都列在这里" />
  }
  return (
    <ul className={`${layout.bareList} ${styles.versions}`}>
      {state.versions.map((stored) => {
        const { version, content, orgName, savedBy, savedAt } = stored
        const isInForce = state.origin === 'own' && version === state.version
        return (
          <li key={version} className={viewed?.version === version ? styles.viewed : undefined}>
            <Flex gap="small" align="center">
              <Typography.Text strong>第 {version} 版</Typography.Text>
              {isInForce && <Tag color="success">使用中</Tag>}
              <Flex gap={12} className={layout.toTheEnd}>
                {content && (
                  <>
                    <LinkButton aria-label={`查看第${version}版`} onClick={() => onView(stored)}>
                      查看
                    </LinkButton>
                    <LinkButton aria-label={`恢复第${version}版`} onClick={() => onRestore(content, version)}>
                      恢复此版本
                    </LinkButton>
                  </>
                )}
              </Flex>
            </Flex>
            {content ? content.title : '改回沿用上级或示例'}
            <Typography.Text type="secondary" className={layout.smallText}>
              {savedBy}（{orgName}） {formatDateTime(savedAt)}
            </Typography.Text>
          </li>
        )
      })}
    </ul>
  )
}
