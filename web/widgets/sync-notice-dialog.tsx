import { Button, Flex, Typography } from 'antd'
import { formatDate, formatNumber } from '#web/core/format.ts'
import { PageModal } from './page-modal.tsx'
import './import-list.css'

/** Spec §3 "Sync dialog row". */
export type SyncNotice = {
  taskList: readonly { taskId: number; taskPlanName: string; startsOn?: string }[]
  /** Of the tasks that do not tell their own day. */
  beginSyncTaskStuTime: string | null
}
type Props = SyncNotice & { open: boolean; onClose: () => void }

/** Tells which screening tasks take over the changed roster, and when. */
export function SyncNoticeDialog({ open, taskList, beginSyncTaskStuTime, onClose }: Props) {
  const when = (day = beginSyncTaskStuTime) => (day ? `将于 ${formatDate(day)} 同步` : '已同步')
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
        学生名单有变动，以下 {formatNumber(taskList.length)} 个筛查任务的班级学生信息随之同步：
      </Typography.Paragraph>
      <ul className="import-plain-list" aria-label="同步的筛查任务">
        {taskList.map(({ taskId, taskPlanName, startsOn }) => (
          <li key={taskId}>
            <Flex justify="space-between" gap="middle">
              <span>{taskPlanName}</span>
              <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
                {when(startsOn)}
              </Typography.Text>
            </Flex>
          </li>
        ))}
      </ul>
    </PageModal>
  )
}
