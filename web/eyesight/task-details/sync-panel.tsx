import { Alert, Button, Popconfirm } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { SyncPreview, TaskDetail } from '#contract/eyesight/task-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { TASK_REFRESHES } from '../tasks/task-actions.tsx'

type Props = { task: TaskDetail; pending: SyncPreview }

/** The roster changed since the lists were taken: what a sync would do. */
export function SyncPanel({ task, pending }: Props) {
  const sync = useSend(eyesightEndpoints.syncTasks, { refreshes: TASK_REFRESHES, success: '名单已同步' })
  const { added, moved, removed, kept } = pending
  if (added + moved + removed === 0) return null
  const words = [
    added > 0 && `新增 ${added} 人`,
    moved > 0 && `调班 ${moved} 人`,
    removed > 0 && `移除 ${removed} 人`,
    kept > 0 && `${kept} 人已有结果，予以保留`,
  ].filter(Boolean)
  return (
    <Alert
      type="warning"
      showIcon
      title={`在校名单有变动，同步后：${words.join('，')}`}
      action={
        task.can.sync && (
          <Popconfirm
            title="把名单变动同步到这个任务？"
            description="已有检查结果的学生不会移除。"
            okText="同步"
            onConfirm={() => sync.send({ taskIds: [task.taskId] })}
          >
            <Button size="small" type="primary" loading={sync.sending}>
              同步名单
            </Button>
          </Popconfirm>
        )
      }
    />
  )
}
