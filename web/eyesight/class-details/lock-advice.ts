import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'

type Task = Pick<TaskRow, 'status' | 'planStatus' | 'startsOn' | 'executorName' | 'schoolName' | 'can'>
type Advice = { title: string; next?: string }

const { waiting, completed } = TaskStatus.code
const { underWay, ended, archived } = PlanStatus.code

/** Who enters results; a school that screens its own pupils is named once. */
const whoEnters = ({ executorName, schoolName }: Task): string =>
  executorName === schoolName
    ? `${schoolName}的管理员或筛查员`
    : `${executorName}，或${schoolName}的管理员、筛查员`

/** What the user can do about a locked class, or who else can. */
export function lockAdvice(task: Task, reason: string, correctable: boolean): Advice {
  const { status, planStatus, can } = task
  if (planStatus === archived) return { title: reason }
  if (status === completed) {
    if (correctable) {
      return {
        title: reason,
        next: '要改结果，请在该生一行的“更多操作”中点“申请更正”，审核通过后生效。',
      }
    }
    const title = '任务已完成，检查结果不能直接修改'
    const others = `更正由${whoEnters(task)}申请，教育或卫健部门审核。`
    return { title, next: can.reopen ? `可以在任务详情中重新开启任务；${others}` : others }
  }
  if (planStatus === ended) return { title: reason, next: '计划由发起单位重新开启后，才能继续录入。' }
  if (status === waiting) return { title: reason, next: startAdvice(task) }
  return { title: reason, next: `由${whoEnters(task)}录入。` }
}

function startAdvice({ planStatus, startsOn, can }: Task): string {
  if (can.start) return '可以在任务详情中提前开始。'
  const alone = `任务在 ${startsOn} 自动开始`
  return planStatus === underWay ? `${alone}；也可由主管部门、承担机构或学校的管理员提前开始。` : `${alone}。`
}
