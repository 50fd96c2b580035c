import { Alert, Button, Flex, Input, Skeleton, Typography } from 'antd'
import { useEffect, useId, useState } from 'react'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import {
  cleanText,
  OWN_TEXT_MAX,
  OWN_TEXT_PART_NAMES,
  OWN_TEXT_PARTS,
  type OwnText,
  type OwnTextPart,
  type OwnTexts,
} from '#contract/reports/own-text/own-text.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import { useLeaveGuard } from '#web/core/leave-guard.ts'
import { ChangedNote } from '#web/widgets/changed-note.tsx'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { type Draft, draftFor, storeDraft, type TextUnit } from './drafts.ts'
import styles from './own-text.module.css'

const {
  ownText,
  saveOwnText,
  provinceReport,
  cityReport,
  regionReport,
  schoolReport,
  gradeReport,
  classReport,
} = reportEndpoints
const REFRESHED = [ownText, provinceReport, cityReport, regionReport, schoolReport, gradeReport, classReport]

const HINTS: Record<OwnTextPart, string> = {
  work: '如：组织领导、宣传教育、筛查组织、近视防控措施的落实情况',
  problems: '如：筛查覆盖、数据质量、矫正与就诊落实方面的问题',
  next: '如：重点学段和学校的防控安排、复查与转诊、下次筛查的准备',
}

const textsOf = ({ work, problems, next }: OwnTexts): OwnTexts => ({ work, problems, next })
const isSame = (one: OwnTexts, other: OwnTexts): boolean =>
  OWN_TEXT_PART_NAMES.every((part) => cleanText(one[part]) === cleanText(other[part]))

type Props = { unit: TextUnit; onClose: () => void }

/** The three texts of the reader's organisation; filled once, saved with the revision they were filled from. */
export function TextEditor({ unit, onClose }: Props) {
  const stored = useCall(ownText, unit)
  const latest = stored.isPlaceholderData ? undefined : stored.data
  const [draft, setDraft] = useState<Draft | undefined>(() => draftFor(unit))
  useEffect(() => {
    if (draft || !latest || stored.isFetching) return
    setDraft({ texts: textsOf(latest), revision: latest.revision })
  }, [draft, latest, stored.isFetching])
  const { send, sending } = useSend(saveOwnText, { refreshes: REFRESHED, success: '已保存' })
  const [leaving, setLeaving] = useState<{ go: () => void }>()

  const dirty = draft !== undefined && latest !== undefined && !isSame(draft.texts, latest)
  useLeaveGuard(dirty, (go) => setLeaving({ go }))
  const close = () => {
    storeDraft(unit, undefined)
    onClose()
  }
  const change = (next: Draft) => {
    setDraft(next)
    storeDraft(unit, next)
  }

  if (stored.error && !draft) {
    return (
      <Alert
        type="error"
        showIcon
        title="填写的内容没有读到"
        description={stored.error.message}
        action={
          <Flex gap="small">
            <Button onClick={() => void stored.refetch()}>重试</Button>
            <Button onClick={close}>取消</Button>
          </Flex>
        }
      />
    )
  }
  if (!draft) return <Skeleton active paragraph={{ rows: 6 }} />
  const tooLong = OWN_TEXT_PART_NAMES.some((part) => cleanText(draft.texts[part]).length > OWN_TEXT_MAX)
  const isNewer =
    latest && (stored.isFetching ? latest.revision > draft.revision : latest.revision !== draft.revision)
  const overtaken = isNewer ? latest : undefined
  const save = async () => {
    const sent = await send({ ...unit, ...draft.texts, revision: draft.revision })
    if (sent.ok) close()
  }
  return (
    <div className={styles.editor}>
      {overtaken && (
        <Changed
          latest={overtaken}
          onTake={() => change({ texts: textsOf(overtaken), revision: overtaken.revision })}
          onInsist={() => change({ ...draft, revision: overtaken.revision })}
        />
      )}
      {OWN_TEXT_PART_NAMES.map((part, nth) => (
        <PartField
          key={part}
          part={part}
          focused={nth === 0}
          value={draft.texts[part]}
          onChange={(value) => change({ ...draft, texts: { ...draft.texts, [part]: value } })}
        />
      ))}
      <Flex gap="small" align="center" wrap>
        <Button
          type="primary"
          loading={sending}
          disabled={!dirty || tooLong || overtaken !== undefined}
          onClick={() => void save()}
        >
          保存
        </Button>
        <Button disabled={sending} onClick={() => (dirty ? setLeaving({ go: () => {} }) : close())}>
          取消
        </Button>
        <Typography.Text type="secondary">
          换行即分段；内容会随报告打印、下载和冻结，请勿写入学生姓名等个人信息
        </Typography.Text>
      </Flex>
      <PageModal
        open={leaving !== undefined}
        title="填写的内容尚未保存"
        okText="不保存"
        okButtonProps={{ danger: true }}
        cancelText="继续填写"
        onCancel={() => setLeaving(undefined)}
        onOk={() => {
          close()
          leaving?.go()
        }}
      >
        现在离开，刚才填写的内容不会保留。
      </PageModal>
    </div>
  )
}

type PartFieldProps = {
  part: OwnTextPart
  focused: boolean
  value: string
  onChange: (value: string) => void
}

function PartField({ part, focused, value, onChange }: PartFieldProps) {
  const id = useId()
  const tooLong = cleanText(value).length > OWN_TEXT_MAX
  return (
    <div>
      <label htmlFor={id}>{OWN_TEXT_PARTS[part]}</label>
      <Input.TextArea
        id={id}
        autoFocus={focused}
        value={value}
        placeholder={HINTS[part]}
        autoSize={{ minRows: 4, maxRows: 14 }}
        status={tooLong ? 'error' : ''}
        count={{ show: true, max: OWN_TEXT_MAX, strategy: (text) => cleanText(text).length }}
        aria-describedby={tooLong ? `${id}-fault` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {tooLong && (
        <Typography.Text type="danger" id={`${id}-fault`}>
          不能超过{OWN_TEXT_MAX}个字，请精简后保存
        </Typography.Text>
      )}
    </div>
  )
}

type ChangedProps = { latest: OwnText; onTake: () => void; onInsist: () => void }

/** Somebody else of the organisation has saved meanwhile: both wordings are in sight, nothing is lost. */
function Changed({ latest, onTake, onInsist }: ChangedProps) {
  const when = latest.savedAt && formatDateTime(latest.savedAt)
  return (
    <ChangedNote
      title={`${latest.savedBy ?? '他人'}于 ${when ?? '刚才'} 修改了这些文字`}
      onTake={onTake}
      onInsist={onInsist}
    >
      <span>您填写的内容仍在下面。最新保存的内容是：</span>
      {OWN_TEXT_PART_NAMES.filter((part) => latest[part] !== '').map((part) => (
        <div key={part} className={styles.latest}>
          <strong>{OWN_TEXT_PARTS[part]}</strong>
          <div>{latest[part]}</div>
        </div>
      ))}
    </ChangedNote>
  )
}
