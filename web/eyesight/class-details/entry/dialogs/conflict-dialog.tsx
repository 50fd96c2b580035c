import { Alert, Button, Flex, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { PAGE_SIZE_MAX } from '#contract/core/limits.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { type ConflictRow, type RecordRow, RecordSource } from '#contract/eyesight/record-schemas.ts'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from '../../class-details.module.css'

type Props = {
  open: boolean
  row: RecordRow
  task: TaskRow
  onClose: () => void
  onDone: () => void
}

/** A reading from a sheet or a device that contradicts the one that is there. */
export function ConflictDialog({ open, row, task, onClose, onDone }: Props) {
  const { conflict, error, retry } = useConflict(row, task)
  const resolve = useSend(recordEndpoints.resolveConflict, {
    refreshes: [recordEndpoints.conflictPageList],
    success: false,
  })
  const handleDecide = async (take: boolean) => {
    if (!conflict) return
    const answer = await resolve.send({ conflictId: conflict.conflictId, take })
    if (answer.ok || answer.error.code !== 0) onDone()
  }
  return (
    <PageModal
      open={open}
      title={`${row.studentName}：数据不一致`}
      width={600}
      onCancel={onClose}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button onClick={onClose}>稍后处理</Button>
          <Button disabled={!conflict} loading={resolve.sending} onClick={() => void handleDecide(false)}>
            不采用，保留现有
          </Button>
          <Button
            type="primary"
            disabled={!conflict}
            loading={resolve.sending}
            onClick={() => void handleDecide(true)}
          >
            采用新数据
          </Button>
        </Flex>
      }
    >
      {conflict ? (
        <Comparison conflict={conflict} />
      ) : error ? (
        <EmptyState
          title="没有找到待处理的数据"
          hint={`${error}。可能已由他人处理`}
          action={<Button onClick={retry}>重试</Button>}
        />
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
    </PageModal>
  )
}

/** Open conflicts come by the page: the one of this record is looked for. */
function useConflict({ openConflictId }: RecordRow, { planId, taskId }: TaskRow) {
  const [pageNum, setPageNum] = useState(1)
  const list = useCall(recordEndpoints.conflictPageList, { planId, taskId, pageNum, pageSize: PAGE_SIZE_MAX })
  const page = list.isPlaceholderData ? undefined : list.data
  const conflict = page?.list.find(({ conflictId }) => conflictId === openConflictId)
  const more = page !== undefined && !conflict && pageNum * PAGE_SIZE_MAX < page.total
  if (more) setPageNum(pageNum + 1)
  const missing = page !== undefined && !conflict && !more ? '列表中没有这一条' : null
  return {
    conflict,
    error: list.error?.message ?? missing,
    retry: () => {
      setPageNum(1)
      void list.refetch()
    },
  }
}

function Comparison({ conflict }: { conflict: ConflictRow }) {
  const from = [RecordSource.label(conflict.source), conflict.deviceName].filter(Boolean).join(' ')
  return (
    <Flex vertical gap="small">
      <Alert
        type="info"
        showIcon
        title={`${from}，${formatDateTime(conflict.createdAt)}收到`}
        description="与已有的结果不同，没有直接写入。请核对后选择。"
      />
      <table className={styles.classTable}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">现有</th>
            <th scope="col">新数据</th>
          </tr>
        </thead>
        <tbody>
          {conflict.fields.map(({ label, present, incoming }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{present || '空'}</td>
              <td>
                <Typography.Text strong={present !== incoming}>{incoming || '空'}</Typography.Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Flex>
  )
}
