import { Button, Flex, Skeleton } from 'antd'
import { Link } from 'react-router'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportResult } from '#contract/imports/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '../../dialog/page-modal.tsx'
import { type DialogProps, useDialog } from '../../dialog/use-dialog.tsx'
import { EmptyState } from '../../empty-state.tsx'
import { importDetailsOf } from '../task-list/import-task-card.tsx'
import { SyncNoticeDialog } from '../task-list/sync-notice-dialog.tsx'
import { ImportResultBody } from './import-result-body.tsx'

type Props = DialogProps & {
  recordId: number
  /** The reader goes to the page of the task. */
  onLeave?: () => void
}

/** Spec §2, §8: what an import did, and what it could not do. */
export function ImportResultDialog({ open, recordId, onClose, onLeave }: Props) {
  const answer = useCall(importEndpoints.readImport, { recordId }, { enabled: open })
  const result = answer.data
  const tasks = result?.taskSimpleVOS ?? []
  const syncNotice = useDialog(SyncNoticeDialog, {
    taskList: tasks,
    beginSyncTaskStuTime: result?.beginSyncTaskStuTime ?? null,
  })
  const handleLeave = () => {
    onClose()
    onLeave?.()
  }
  return (
    <PageModal
      open={open}
      title="导入结果"
      width={760}
      onCancel={onClose}
      footer={
        <Flex justify="space-between" align="center" gap="small">
          <Flex gap="small">{result && <Downloads result={result} />}</Flex>
          <Flex gap="middle" align="center" className={layout.toTheEnd}>
            {tasks.length > 0 && (
              <Button type="link" onClick={() => syncNotice.show()}>
                涉及 {formatNumber(tasks.length)} 个筛查任务
              </Button>
            )}
            <Link to={importDetailsOf(recordId)} onClick={handleLeave}>
              查看明细
            </Link>
            <Button type="primary" onClick={onClose}>
              关闭
            </Button>
          </Flex>
        </Flex>
      }
    >
      {!result && !answer.error && <Skeleton active paragraph={{ rows: 6 }} />}
      {!result && answer.error && (
        <EmptyState
          title="导入结果加载失败"
          hint={answer.error.message}
          action={<Button onClick={() => void answer.refetch()}>重试</Button>}
        />
      )}
      {result && <ImportResultBody result={result} />}
      {syncNotice.element}
    </PageModal>
  )
}

function Downloads({ result }: { result: ImportResult }) {
  const file = useDownload(importEndpoints.errorWorkbook)
  if (result.errorCount + result.stuUnCoverSize === 0) return null
  return (
    <Button
      loading={file.downloading}
      onClick={() => void file.download({ recordId: result.recordId, all: false })}
    >
      下载错误表
    </Button>
  )
}
