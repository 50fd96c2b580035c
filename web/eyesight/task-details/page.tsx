import { Alert, Flex, Skeleton } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { ClassTable } from './class-table.tsx'
import { SyncPanel } from './sync-panel.tsx'
import { TaskHeader } from './task-header.tsx'

const EditTasksDialog = lazyPart(async () => (await import('../tasks/edit-tasks-dialog.tsx')).EditTasksDialog)
const REFRESH_MS = 30_000

/** One task: how far its classes are, and what to do next. */
export function Page() {
  const [search] = useSearchParams()
  const taskId = Number(search.get('taskId'))
  const navigate = useNavigate()
  const editing = useDialog(EditTasksDialog)
  const task = useCall(
    eyesightEndpoints.taskDetail,
    { taskId },
    { enabled: taskId > 0, refetchInterval: REFRESH_MS },
  )
  const { data } = task
  if (!(taskId > 0)) {
    return (
      <Panel>
        <EmptyState title="没有指明任务" hint="请从筛查任务列表进入" />
      </Panel>
    )
  }
  if (task.error && !data) return <Alert type="error" showIcon title="没有找到这个任务，或不在您的范围内" />
  if (data?.taskId !== taskId) {
    return (
      <Panel>
        <Skeleton active paragraph={{ rows: 10 }} />
      </Panel>
    )
  }
  return (
    <Flex vertical gap="middle">
      <Panel>
        <TaskHeader
          task={data}
          onEdit={() => editing.show({ tasks: [data] })}
          onDeleted={() => void navigate(`/eyesight/task-list?planId=${data.planId}`)}
        />
      </Panel>
      {data.pendingSync && <SyncPanel task={data} pending={data.pendingSync} />}
      <Panel>
        <ClassTable task={data} />
      </Panel>
      {editing.element}
    </Flex>
  )
}
