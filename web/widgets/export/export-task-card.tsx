import { Flex, Progress, Tag, Typography } from 'antd'
import { YesNo } from '#contract/core/codes.ts'
import { exportTaskEndpoints } from '#contract/exports/export-task-endpoints.ts'
import type { ExportState, ExportTask } from '#contract/exports/export-task-schemas.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { ImportConfirmButton } from '../import/import-confirm-button.tsx'
import { progressPercent } from '../import/import-task-text.ts'
import styles from '../import/task-list/import-list.module.css'
import { LinkButton } from '../link-button.tsx'

const STATES: Record<ExportState, { word: string; color?: string }> = {
  queued: { word: '排队等待', color: 'processing' },
  writing: { word: '正在生成', color: 'processing' },
  done: { word: '可以下载', color: 'success' },
  failed: { word: '生成失败', color: 'error' },
  cancelled: { word: '已取消' },
}
const refreshes = [exportTaskEndpoints.exportProgress]

/** One file that is made in the background: how far it is, and where to get it. */
export function ExportTaskCard({ task }: { task: ExportTask }) {
  const { word, color } = STATES[task.state]
  const running = task.isEnd === YesNo.code.no
  return (
    <li aria-label={task.fileName} className={styles.importTask}>
      <Flex justify="space-between" align="center" gap="small">
        <Typography.Text strong ellipsis={{ tooltip: task.fileName }}>
          {task.fileName}
        </Typography.Text>
        <Tag color={color} variant="filled" className={layout.noMarginAfter}>
          {task.cancelling && running ? '正在取消' : word}
        </Tag>
      </Flex>
      <Typography.Text type="secondary">
        {task.title} · {task.personal ? '完整号码' : '号码脱敏'} · {task.reason}
      </Typography.Text>
      <Typography.Text type="secondary" className={styles.importTaskSmall}>
        {formatDateTime(task.createdAt)} 导出
        {task.state === 'done' && `，可下载至 ${formatDateTime(task.expireTime)}`}
      </Typography.Text>
      {running && (
        <Progress
          aria-label={`${task.fileName}的进度`}
          percent={task.state === 'queued' ? 0 : progressPercent(task)}
          status="active"
          className={layout.noMargin}
        />
      )}
      {task.state === 'failed' && (
        <Typography.Text type="danger">{task.errorMsg || '文件没有生成，请重新导出'}</Typography.Text>
      )}
      <Actions task={task} running={running} />
    </li>
  )
}

function Actions({ task, running }: { task: ExportTask; running: boolean }) {
  const { recordId, fileName } = task
  const file = useDownload(exportTaskEndpoints.exportFile)
  const cancel = useSend(exportTaskEndpoints.cancelExport, { refreshes, success: '已取消导出' })
  const hide = useSend(exportTaskEndpoints.hideExport, { refreshes, success: '任务已关闭' })
  const remove = useSend(exportTaskEndpoints.deleteExport, { refreshes, success: '任务已删除' })
  if (running) {
    return (
      <Flex gap={16} align="center" className={layout.tall24}>
        <ImportConfirmButton
          link
          danger
          label="取消"
          title={`取消导出“${fileName}”？`}
          description="已生成的部分不保留。"
          okText="取消导出"
          cancelText="返回"
          disabled={task.cancelling}
          onConfirm={() => cancel.send({ recordId })}
        />
      </Flex>
    )
  }
  return (
    <Flex gap={16} align="center" className={layout.tall24}>
      {task.state === 'done' && (
        <LinkButton loading={file.downloading} onClick={() => void file.download({ recordId })}>
          下载
        </LinkButton>
      )}
      <ImportConfirmButton
        link
        label="关闭"
        title={`关闭“${fileName}”？`}
        description="关闭后不再显示在列表中，文件到期后自动删除。"
        onConfirm={() => hide.send({ recordId })}
      />
      <ImportConfirmButton
        link
        danger
        label="删除"
        title={`删除“${fileName}”？`}
        description="文件一并删除，删除后不能下载。"
        onConfirm={() => remove.send({ recordId })}
      />
    </Flex>
  )
}
