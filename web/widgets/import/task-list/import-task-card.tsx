import { Flex, Progress, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { UploadTaskKind } from '#contract/core/codes.ts'
import type { ImportState } from '#contract/core/import-states.ts'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '../../link-button.tsx'
import { CancelImport, DeleteImport, HideImport, RecheckImport, UndoImport } from '../import-actions.tsx'
import { countsText, isRunning, progressPercent, remainingText, stateWord } from '../import-task-text.ts'
import styles from './import-list.module.css'

const COLOURS: Partial<Record<ImportState, string>> = {
  queued: 'processing',
  reading: 'processing',
  writing: 'processing',
  undoing: 'processing',
  preview: 'warning',
  done: 'success',
  failed: 'error',
}

export const importDetailsOf = (recordId: number): string => `/schools/import-details?recordId=${recordId}`

type Props = {
  task: ImportTask
  onResult: () => void
  /** The reader goes to another page. */
  onLeave: () => void
}

/** One import in the list: what it is, how far it is, what can be done with it. */
export function ImportTaskCard({ task, onResult, onLeave }: Props) {
  const kind = UploadTaskKind.label(task.excelType)
  const about = [task.beOperatedOrgName, kind, task.stuTypeName, task.prefixName].filter(Boolean).join(' · ')
  return (
    <li aria-label={task.originalExcelName} className={styles.importTask}>
      <Flex justify="space-between" align="center" gap="small">
        <Typography.Text strong ellipsis={{ tooltip: task.originalExcelName }}>
          {task.originalExcelName}
        </Typography.Text>
        <ImportStateTag state={task.state} />
      </Flex>
      <Typography.Text type="secondary">{about}</Typography.Text>
      <Typography.Text type="secondary" className={styles.importTaskSmall}>
        {task.creatorName} {formatDateTime(task.createdAt)} 上传，保留至 {formatDateTime(task.expireTime)}
      </Typography.Text>
      {isRunning(task) && <ImportProgress task={task} />}
      {!isRunning(task) && task.state !== 'cancelled' && task.counts && (
        <Typography.Text>
          {task.state === 'preview' && '检查结果：'}
          {countsText(task.counts)}
        </Typography.Text>
      )}
      {(task.errorMsg || task.state === 'failed') && (
        <Typography.Text type="danger">{task.errorMsg || '导入没有完成，请重新上传'}</Typography.Text>
      )}
      <Actions task={task} onResult={onResult} onLeave={onLeave} />
    </li>
  )
}

export function ImportStateTag({ state }: { state: ImportState }) {
  return (
    <Tag color={COLOURS[state]} variant="filled" className={layout.noMarginAfter}>
      {stateWord(state)}
    </Tag>
  )
}

/** How far a task is, and how long it will take. */
export function ImportProgress({ task }: { task: ImportTask }) {
  const waiting = task.state === 'queued'
  return (
    <Flex align="center" gap="small">
      <Progress
        aria-label={`${task.originalExcelName}的进度`}
        percent={waiting ? 0 : progressPercent(task)}
        status="active"
        className={styles.cardProgress}
      />
      <Typography.Text type="secondary" className={styles.cardCount}>
        {waiting ? '等待中' : remainingText(task.remainingSeconds)}
      </Typography.Text>
    </Flex>
  )
}

function Actions({ task, onResult, onLeave }: Props) {
  const { state } = task
  const ended = !isRunning(task) && state !== 'preview'
  const details = importDetailsOf(task.recordId)
  return (
    <Flex gap={16} align="center" wrap className={layout.tall24}>
      {state === 'preview' && (
        <Link to={details} onClick={onLeave}>
          预览并确认
        </Link>
      )}
      {(state === 'done' || state === 'failed') && <LinkButton onClick={onResult}>查看结果</LinkButton>}
      {state === 'done' && (
        <Link to={details} onClick={onLeave}>
          详情
        </Link>
      )}
      {(state === 'queued' || state === 'reading' || state === 'preview') && (
        <CancelImport link task={task} />
      )}
      {state === 'done' && task.undoable && <UndoImport link task={task} />}
      {state === 'undone' && <RecheckImport link task={task} />}
      {ended && <HideImport link task={task} />}
      {ended && <DeleteImport link task={task} />}
    </Flex>
  )
}
