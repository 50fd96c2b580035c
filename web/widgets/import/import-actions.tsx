import { UploadTaskKind } from '#contract/core/codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { ImportConfirmButton } from './import-confirm-button.tsx'
import { undoReadingsText, undoText, writeReadingsText, writeText } from './import-task-text.ts'
import { importStarted } from './task-list/import-started.ts'

const refreshes = [importEndpoints.importProgress, importEndpoints.importTask, importEndpoints.importList]

type Props = { task: ImportTask; link?: boolean; onDone?: () => void }

/** Stops a task of which nothing is written yet. */
export function CancelImport({ task, link }: Props) {
  const cancel = useSend(importEndpoints.cancelImport, { refreshes, success: '导入任务已取消' })
  return (
    <ImportConfirmButton
      link={link}
      danger
      label={link ? '取消' : '取消导入'}
      title={`取消导入“${task.originalExcelName}”？`}
      description="尚未写入任何数据。取消后如需导入，请重新上传文件。"
      okText="取消导入"
      cancelText="返回"
      onConfirm={() => cancel.send({ recordId: task.recordId })}
    />
  )
}

/** Takes back everything a task has written. */
export function UndoImport({ task, link }: Props) {
  const undo = useSend(importEndpoints.undoImport, { refreshes, success: false })
  const handleConfirm = async () => {
    const sent = await undo.send({ recordId: task.recordId })
    if (sent.ok) importStarted(task.recordId, { open: false })
  }
  return (
    <ImportConfirmButton
      link={link}
      danger
      label={link ? '撤销' : '撤销导入'}
      title={`撤销导入“${task.originalExcelName}”？`}
      description={task.taskId === null ? undoText(task.counts) : undoReadingsText(task.counts)}
      onConfirm={handleConfirm}
    />
  )
}

/** Holds all rows against the roster as it is now; what was undone can so be written again. */
export function RecheckImport({ task, link }: Props) {
  const recheck = useSend(importEndpoints.recheckImport, { refreshes, success: '已开始重新检查' })
  const handleConfirm = async () => {
    const sent = await recheck.send({ recordId: task.recordId })
    if (sent.ok) importStarted(task.recordId, { open: false })
  }
  return (
    <ImportConfirmButton
      link={link}
      label="重新检查"
      title={`重新检查“${task.originalExcelName}”？`}
      description="按现在的名单和结果重新检查全部行，在线更正的内容保留。检查后先预览，确认才写入。"
      onConfirm={handleConfirm}
    />
  )
}

export function HideImport({ task, link }: Props) {
  const hide = useSend(importEndpoints.hideImport, { refreshes, success: '任务已关闭' })
  return (
    <ImportConfirmButton
      link={link}
      label="关闭"
      title={`关闭“${task.originalExcelName}”？`}
      description="关闭后不再显示在导入列表，已写入的数据不受影响。"
      onConfirm={() => hide.send({ recordId: task.recordId })}
    />
  )
}

export function DeleteImport({ task, link, onDone }: Props) {
  const remove = useSend(importEndpoints.deleteImport, { refreshes, success: '任务已删除' })
  const handleConfirm = async () => {
    const removed = await remove.send({ recordId: task.recordId })
    if (removed.ok) onDone?.()
  }
  return (
    <ImportConfirmButton
      link={link}
      danger
      label="删除"
      title={`删除“${task.originalExcelName}”？`}
      description="任务、上传的文件和结果明细一并删除，之后不能再更正或撤销。已写入的数据不受影响。"
      onConfirm={handleConfirm}
    />
  )
}

function commitText({ excelType, counts }: ImportTask): string {
  const { classDivision, roster } = UploadTaskKind.code
  if (!counts || excelType === classDivision) return '检查通过的行将写入，有错误的行不写入。'
  return excelType === roster ? writeText(counts) : writeReadingsText(counts)
}

/** Writes what the preview shows; of a task that is done, the rows corrected since. */
export function CommitImport({ task }: { task: ImportTask }) {
  const commit = useSend(importEndpoints.commitImport, { refreshes, success: '已开始写入' })
  const again = task.state === 'done'
  const label = again ? '写入更正的行' : '确认写入'
  const what = commitText(task)
  const handleConfirm = async () => {
    const sent = await commit.send({ recordId: task.recordId })
    if (sent.ok) importStarted(task.recordId, { open: false })
  }
  return (
    <ImportConfirmButton
      primary
      label={label}
      title={`${label}到“${task.beOperatedOrgName}”？`}
      description={again ? '更正后检查通过的行将写入，已写入的行不受影响。' : what}
      onConfirm={handleConfirm}
    />
  )
}
