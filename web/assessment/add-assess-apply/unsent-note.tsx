import { Alert, Button, Flex, Typography } from 'antd'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import styles from './add-assess-apply.module.css'
import type { AnswerSheet, Snapshot } from './answers/answer-sheet.ts'

type Props = { application: Application; sheet: AnswerSheet; answers: Snapshot }

/** What was typed when the application was handed in or closed by somebody else: it can still be copied. */
export function UnsentNote({ application, sheet, answers }: Props) {
  const unsent = leavesOf(application.indicators).flatMap(({ key, name }) => {
    const draft = answers.answers.get(key)?.draft
    return draft ? [{ key, name, ...draft.content }] : []
  })
  if (unsent.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title="下面的内容没有保存：填写期间申报已被提交或不能再修改"
      description={
        <Flex vertical gap="small">
          {unsent.map(({ key, name, selfScore, text }) => (
            <div key={key}>
              <Flex gap="small" align="baseline">
                <Typography.Text strong>{name}</Typography.Text>
                <span>自评 {selfScore ?? '—'} 分</span>
                <Button size="small" onClick={() => sheet.takeStored(key)}>
                  不再需要
                </Button>
              </Flex>
              <Typography.Paragraph
                copyable={text !== '' && { text, tooltips: ['复制', '已复制'] }}
                className={styles.text}
              >
                {text || '（没有说明）'}
              </Typography.Paragraph>
            </div>
          ))}
        </Flex>
      }
    />
  )
}
