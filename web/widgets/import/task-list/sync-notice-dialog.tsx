import { Button, Flex, Typography } from 'antd'
import type { CodeOf } from '#contract/core/enums.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { formatDate, formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '../../dialog/page-modal.tsx'
import styles from './import-list.module.css'

/** Spec §3 "Sync dialog row". */
export type SyncNotice = {
  taskList: readonly {
    taskId: number
    taskPlanName: string
    /** Of the task; one under way takes over a changed roster only when somebody syncs it. */
    status?: CodeOf<typeof TaskStatus>
    startsOn?: string
  }[]
  /** For tasks without a start date of their own. */
  beginSyncTaskStuTime: string | null
}
type Line = SyncNotice['taskList'][number]
type Props = SyncNotice & { open: boolean; onClose: () => void }

/** Lists the screening tasks that take over the changed roster, and when. */
export function SyncNoticeDialog({ open, taskList, beginSyncTaskStuTime, onClose }: Props) {
  const when = ({ status, startsOn = beginSyncTaskStuTime ?? undefined }: Line) => {
    if (status === TaskStatus.code.underWay) return '进行中，请在任务详情中同步名单'
    return startsOn ? `将于 ${formatDate(startsOn)} 同步` : '已同步'
  }
  return (
    <PageModal
      open={open}
      title="筛查任务同步提示"
      centered
      width={520}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <Typography.Paragraph>
        学生名单有变动，涉及以下 {formatNumber(taskList.length)} 个筛查任务的班级学生信息：
      </Typography.Paragraph>
      <ul className={styles.importPlainList} aria-label="同步的筛查任务">
        {taskList.map((line) => (
          <li key={line.taskId}>
            <Flex justify="space-between" gap="middle">
              <span>{line.taskPlanName}</span>
              <Typography.Text type="secondary" className={layout.oneLine}>
                {when(line)}
              </Typography.Text>
            </Flex>
          </li>
        ))}
      </ul>
    </PageModal>
  )
}
