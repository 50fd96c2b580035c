import { Button, Dropdown, Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { UploadTaskKind } from '#contract/core/codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useDownload } from '#web/core/api/use-download.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { CancelImport, CommitImport, RecheckImport, UndoImport } from '#web/widgets/import/import-actions.tsx'
import { ImportStateTag } from '#web/widgets/import/task-list/import-task-card.tsx'
import styles from './import-details.module.css'

const ImportResultDialog = lazyPart(
  async () => (await import('#web/widgets/import/result/import-result-dialog.tsx')).ImportResultDialog,
)

type Props = { task: ImportTask }

/** The facts of an import task, and the actions on the whole task. */
export function TaskHeader({ task }: Props) {
  const facts = [
    ['学校', task.beOperatedOrgName],
    ['内容', UploadTaskKind.label(task.excelType)],
    ['学生类型', task.stuTypeName],
    ['学段', task.prefixName],
    ['上传', `${task.creatorName} ${formatDateTime(task.createdAt)}`],
    ['完成', task.finishedAt ? formatDateTime(task.finishedAt) : ''],
    ['保留至', formatDateTime(task.expireTime)],
  ] as const
  return (
    <Flex vertical gap={8}>
      <Flex justify="space-between" align="center" gap="middle" wrap className={layout.tall32}>
        <Flex align="center" gap="small" className={layout.shrinkable}>
          <Typography.Title level={2} ellipsis className={`${layout.noMargin} ${layout.text18}`}>
            {task.originalExcelName}
          </Typography.Title>
          <ImportStateTag state={task.state} />
        </Flex>
        <Actions task={task} />
      </Flex>
      <dl className={styles.importFacts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Flex>
  )
}

/** Where what was imported is seen. */
function Target({ task }: Props) {
  if (task.taskId !== null) {
    return (
      <Allowed any={['taskDetail', 'taskDetailTakingPart']}>
        <Link to={`/eyesight/task-details?taskId=${task.taskId}`} className={layout.after8}>
          筛查任务
        </Link>
      </Allowed>
    )
  }
  return (
    <Allowed any={['students']}>
      <Link to={`/schools/students-manage?orgId=${task.orgId}`} className={layout.after8}>
        学生管理
      </Link>
    </Allowed>
  )
}

function Actions({ task }: Props) {
  const { state, recordId, counts } = task
  const result = useDialog(ImportResultDialog)
  const before = state === 'queued' || state === 'reading' || state === 'preview'
  const writable = state === 'preview' || (state === 'done' && (counts?.waiting ?? 0) > 0)
  const faulty = counts !== null && counts.error + counts.locked > 0
  const readable = state === 'preview' || state === 'done' || state === 'undone'
  return (
    <Flex gap="small" align="center" wrap>
      <Target task={task} />
      {(state === 'done' || state === 'failed') && (
        <Button onClick={() => result.show({ recordId })}>查看结果</Button>
      )}
      {faulty && readable && <ErrorWorkbook recordId={recordId} />}
      {state === 'done' && task.undoable && <UndoImport task={task} />}
      {(state === 'preview' || state === 'undone') && <RecheckImport task={task} />}
      {before && <CancelImport task={task} />}
      {writable && <CommitImport task={task} />}
      {result.element}
    </Flex>
  )
}

/** The caller's own sheet with the wrong cells marked; once put right it can be uploaded as it is. */
function ErrorWorkbook({ recordId }: { recordId: number }) {
  const file = useDownload(importEndpoints.errorWorkbook)
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'wrong', label: '仅错误行' },
          { key: 'all', label: '全部行' },
        ],
        onClick: ({ key }) => void file.download({ recordId, all: key === 'all' }),
      }}
    >
      <Button loading={file.downloading}>下载错误表</Button>
    </Dropdown>
  )
}
