import { Skeleton, Typography } from 'antd'
import type { ExportTask } from '#contract/exports/export-task-schemas.ts'
import { IMPORT_KEEP_DAYS, type ImportTask } from '#contract/imports/schemas.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { PageDrawer } from '../../dialog/page-drawer.tsx'
import { useDialog } from '../../dialog/use-dialog.tsx'
import { EmptyState } from '../../empty-state.tsx'
import { ExportTaskCard } from '../../export/export-task-card.tsx'
import { LinkButton } from '../../link-button.tsx'
import styles from './import-list.module.css'
import { ImportTaskCard } from './import-task-card.tsx'

const ImportResultDialog = lazyPart(
  async () => (await import('../result/import-result-dialog.tsx')).ImportResultDialog,
)

type Read<Task> = {
  tasks: readonly Task[]
  error: Error | null
  isLoading: boolean
  refetch: () => Promise<unknown>
}
type Props = {
  open: boolean
  title: string
  imports: Read<ImportTask>
  exports: Read<ExportTask>
  onClose: () => void
}

/** Spec §2: the drawer of import tasks; it lists the export tasks too. */
export function ImportListDrawer({ open, title, imports, exports, onClose }: Props) {
  const empty = imports.tasks.length === 0 && exports.tasks.length === 0
  const result = useDialog(ImportResultDialog, { onLeave: onClose })
  return (
    <PageDrawer open={open} onClose={onClose} title={title} size={520}>
      <ListFault read={imports} name="导入任务" />
      <ListFault read={exports} name="导出任务" />
      {empty && imports.isLoading && <Skeleton active />}
      {empty && !imports.isLoading && !imports.error && (
        <EmptyState title="没有任务" hint="在学校管理或学生管理中导入名单后，进度和结果显示在这里" />
      )}
      {imports.tasks.length > 0 && (
        <ul className={styles.importTasks} aria-label="导入任务">
          {imports.tasks.map((task) => (
            <ImportTaskCard
              key={task.recordId}
              task={task}
              onResult={() => result.show({ recordId: task.recordId })}
              onLeave={onClose}
            />
          ))}
        </ul>
      )}
      {exports.tasks.length > 0 && (
        <>
          {imports.tasks.length > 0 && (
            <Typography.Title level={3} className={styles.groupTitle}>
              导出
            </Typography.Title>
          )}
          <ul className={styles.importTasks} aria-label="导出任务">
            {exports.tasks.map((task) => (
              <ExportTaskCard key={task.recordId} task={task} />
            ))}
          </ul>
        </>
      )}
      {imports.tasks.length > 0 && (
        <Typography.Text type="secondary" className={styles.importTaskSmall}>
          导入任务保留 {IMPORT_KEEP_DAYS} 天。
        </Typography.Text>
      )}
      {result.element}
    </PageDrawer>
  )
}

/** The last known tasks stay visible; this notes that they are out of date. */
function ListFault({ read, name }: { read: Read<unknown>; name: string }) {
  if (!read.error) return null
  return (
    <Typography.Paragraph type="warning" role="alert">
      {name}加载失败：{read.error.message} <LinkButton onClick={() => void read.refetch()}>重试</LinkButton>
    </Typography.Paragraph>
  )
}
