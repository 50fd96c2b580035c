import { Alert, Button, Flex, Tooltip } from 'antd'
import { useState } from 'react'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { today } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { notifyWarning } from '#web/core/notice.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import type { AnswerSheet, Snapshot } from './answers/answer-sheet.ts'
import { gapsOf, selfTotalOf } from './progress.ts'

const SubmitDialog = lazyPart(async () => (await import('./submit-dialog.tsx')).SubmitDialog)

type Options = {
  application: Application
  sheet: AnswerSheet
  answers: Snapshot
  /** Files are on their way, or did not get there. */
  uploading: boolean
  onGo: (leafKey: string) => void
}

/** Handing in: everything is saved first, what is missing is named, and the rest is confirmed. */
export function useSubmit({ application, sheet, answers, uploading, onGo }: Options) {
  const [preparing, setPreparing] = useState(false)
  const [checked, setChecked] = useState(false)
  const dialog = useDialog(SubmitDialog, { onChanged: onGo })
  const gaps = gapsOf(application, answers)

  const submit = async () => {
    setPreparing(true)
    const isSaved = await sheet.saveAndWait()
    setPreparing(false)
    const [troubled] = sheet.troubled()
    if (!isSaved && troubled !== undefined) {
      notifyWarning('有内容还没有保存，请处理后再提交')
      onGo(troubled)
      return
    }
    if (uploading) {
      notifyWarning('有文件还没有上传完，请上传完成或移除后再提交')
      return
    }
    const now = sheet.snapshot()
    const [first] = gapsOf(application, now)
    setChecked(first !== undefined)
    if (first) onGo(first.leafKey)
    else {
      dialog.show({
        application,
        selfTotal: selfTotalOf(application, now),
        versions: Object.fromEntries([...now.answers].map(([key, { stored }]) => [key, stored.version])),
      })
    }
  }
  return {
    button: (
      <Tooltip title={reasonOf(application)}>
        <Button
          type="primary"
          loading={preparing}
          disabled={!application.may.submit}
          onClick={() => void submit()}
        >
          提交申报
        </Button>
      </Tooltip>
    ),
    note: checked && gaps.length > 0 && (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={`还有 ${gaps.length} 项没有填齐，填齐后再提交`}
        description={
          <Flex gap="4px 16px" wrap>
            {gaps.map(({ leafKey, name, what }) => (
              <LinkButton key={leafKey} onClick={() => onGo(leafKey)}>
                {name}：{what}
              </LinkButton>
            ))}
          </Flex>
        }
      />
    ),
    element: dialog.element,
  }
}

/** Why it cannot be handed in; nothing where it can. */
function reasonOf({ may, startsOn }: Application): string | undefined {
  if (may.submit) return undefined
  return startsOn > today() ? `申报自 ${startsOn} 开始，届时可以提交` : '申报已截止，不能再提交'
}
