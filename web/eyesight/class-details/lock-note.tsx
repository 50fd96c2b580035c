import { Alert } from 'antd'
import { Link } from 'react-router'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { lockAdvice } from './lock-advice.ts'

/** Why nothing can be entered now, and what to do about it, or who can. */
export function LockNote({ grid }: { grid: ClassGrid }) {
  const mayEnter = useAllowed(['recordEnter'])
  const mayOpenTask = useAllowed(['taskDetail', 'taskDetailTakingPart'])
  const { lockedReason, correctable, task } = grid
  if (lockedReason === null) {
    return mayEnter ? null : <Alert type="info" showIcon title="您可以查看，录入由承担任务的机构进行" />
  }
  const { title, next } = lockAdvice(task, lockedReason, correctable && mayEnter)
  // Only where there is something to be done.
  const acts = task.can.reopen || task.can.start
  const toTask = mayOpenTask && acts && (
    <Link to={`/eyesight/task-details?taskId=${task.taskId}`}>打开任务</Link>
  )
  return <Alert type="info" showIcon title={title} description={next} action={toTask} />
}
