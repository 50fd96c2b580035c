import { Button, Flex, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { AppealStatus } from '#contract/assessment/statuses.ts'
import { formatDateTime } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import styles from './appeals.module.css'

const AnswerDialog = lazyPart(async () => (await import('./answer-dialog.tsx')).AnswerDialog)
const COLORS: Record<number, string | undefined> = {
  [AppealStatus.code.open]: 'error',
  [AppealStatus.code.accepted]: 'success',
}

/** An objection with its answer, or the way to one. */
export function AppealBlock({ application, title }: { application: Application; title: ReactNode }) {
  const answering = useDialog(AnswerDialog)
  const { appeal, may, orgName } = application
  if (!appeal) return null
  const { status, byName, at, text, answer, answeredBy, answeredAt } = appeal
  return (
    <>
      <Flex gap="small" align="center" wrap>
        {title}
        <Tag color={COLORS[status]}>{AppealStatus.label(status)}</Tag>
        <Typography.Text type="secondary">
          {byName} · {formatDateTime(at)}
        </Typography.Text>
        {may.answerAppeal && (
          <Button
            size="small"
            type="primary"
            aria-label={`答复：${orgName}`}
            onClick={() => answering.show({ application })}
          >
            答复
          </Button>
        )}
      </Flex>
      <div className={styles.appealText}>{text}</div>
      {answer && (
        <Typography.Text type="secondary">
          答复：{answer}（{[answeredBy, formatDateTime(answeredAt)].filter(Boolean).join(' ')}）
        </Typography.Text>
      )}
      {answering.element}
    </>
  )
}
