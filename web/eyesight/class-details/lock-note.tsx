import { Alert } from 'antd'
import { Link } from 'react-router'
import { PlanStatus } from '#contract/eyesight/plan-schemas.ts'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { type TaskRow, TaskStatus } from '#contract/eyesight/task-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'

/** Why nothing can be entered now, and what to do about it. */
export function LockNote({ grid }: { grid: ClassGrid }) {
  const mayEnter = useAllowed(['recordEnter'])
  const mayOpenTask = useAllowed(['taskDetail', 'taskDetailTakingPart'])
  const { lockedReason, correctable, task } = grid
  if (lockedReason === null) {
    return mayEnter ? null : <Alert type="info" showIcon title="您可以查看，录入由承担任务的机构进行" />
  }
  const toTask = mayOpenTask && <Link to={`/eyesight/task-details?taskId=${task.taskId}`}>打开任务</Link>
  return (
    <Alert
      type="info"
      showIcon
      title={lockedReason}
      description={nextStep(task, correctable && mayEnter)}
      action={toTask}
    />
  )
}

function nextStep({ status, planStatus, can }: TaskRow, correctable: boolean): string | undefined {
  if (correctable) return '要改结果，请在该生一行的“更多操作”中点“申请更正”，审核通过后生效。'
  if (status === TaskStatus.code.waiting && can.start) return '可以在任务详情中提前开始。'
  return planStatus === PlanStatus.code.ended ? '如需继续录入，请联系计划的发起单位重新开启计划。' : undefined
}
