import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import type { EditTasks, TaskVersion } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { changedMeanwhile } from '../../orgs/org.ts'
import { applyDueTransitions, startDueAmong } from '../../plans/due-transitions.ts'
import { lockRosters } from '../../schools/roster-queries.ts'
import { screeningScope } from '../plans/access.ts'
import { assertTaskAction, refusedTaskAction, type TaskAction } from './task-actions.ts'
import {
  countRecords,
  deleteTaskRows,
  type LockedTask,
  lockPlans,
  lockTasks,
  selectPlacesOfTasks,
  selectWithResults,
  setCompleted,
  setDue,
  setUncompleted,
  type TaskChange,
  updateSelection,
  updateTasks,
} from './task-edit-queries.ts'
import { carrierOf } from './task-executor.ts'
import { tellAssigned, tellTaken } from './task-messages.ts'
import { faultOfSelection, plainSelection } from './task-selection.ts'

/** How many students' lists one call may throw away or compare: more would keep others waiting. */
const RECORDS_AT_ONCE = 30_000

const refused = (field: string, message: string) => new BizError(700, message, [{ path: [field], message }])

/**
 * Locks tasks of the caller after their plans and, where the roster is read, after their schools; one that is missing
 * or foreign refuses them all.
 */
export async function requireLockedTasks(
  ctx: UserTxCtx,
  taskIds: readonly number[],
  withRoster?: 'roster',
): Promise<LockedTask[]> {
  const ids = [...new Set(taskIds)]
  ctx.note({ objectType: 'task', objectId: ids.join(',').slice(0, 200) })
  await applyDueTransitions(ctx.db)
  const who = screeningScope(ctx)
  const places = await selectPlacesOfTasks(ctx.db, who, ids)
  if (places.length < ids.length) throw new BizError(650)
  await lockPlans(
    ctx.db,
    places.map(({ planId }) => planId),
  )
  if (withRoster) {
    const schools = places.map(({ schoolOrgId }) => schoolOrgId)
    await lockRosters(ctx.db, schools, 'share')
  }
  const tasks = await lockTasks(ctx.db, who, ids)
  if (tasks.length < ids.length) throw new BizError(650)
  return tasks
}

export async function assertNotTooMany(ctx: UserTxCtx, taskIds: number[]): Promise<void> {
  if (taskIds.length > 1 && (await countRecords(ctx.db, taskIds)) > RECORDS_AT_ONCE) {
    throw new BizError(700, '所选任务的学生过多，请分批操作')
  }
}

export async function editTasks(ctx: UserTxCtx, input: z.output<typeof EditTasks>) {
  const versions = new Map(input.tasks.map(({ taskId, version }) => [taskId, version]))
  const tasks = await requireLockedTasks(ctx, [...versions.keys()])
  for (const task of tasks) {
    assertTaskAction(ctx, task, 'edit')
    if (versions.get(task.id) !== task.version) throw changedMeanwhile()
  }
  const changes = await changesOf(ctx, tasks, input)
  const [only] = tasks
  if (input.selection !== undefined && only) await changeSelection(ctx, tasks, only, input.selection)
  await updateTasks(ctx.db, changes)
  await tellReassigned(ctx, tasks, changes)
  await startNow(
    ctx,
    tasks.filter(({ status }) => status === TaskStatus.code.waiting).map(({ id }) => id),
  )
  ctx.note({ detail: { count: tasks.length, executor: input.executor?.by } })
  return { changed: tasks.length }
}

async function changesOf(ctx: UserTxCtx, tasks: LockedTask[], input: z.output<typeof EditTasks>) {
  const { executor, startsOn, endsOn } = input
  const schools = tasks.map(({ schoolOrgId }) => schoolOrgId)
  const carrier = executor && (await carrierOf(ctx, executor, schools))
  return tasks.map((task): TaskChange => {
    const carried = carrier ? carrier(task.schoolOrgId) : { orgId: task.orgId }
    if ('reason' in carried) throw refused('executor', `“${task.schoolName}”${carried.reason}`)
    const change = {
      id: task.id,
      ...carried,
      startsOn: startsOn ?? task.startsOn,
      endsOn: endsOn ?? task.endsOn,
    }
    assertDates(task, change, input)
    return change
  })
}

function assertDates(task: LockedTask, change: TaskChange, given: { endsOn?: string }): void {
  const begun = task.status !== TaskStatus.code.waiting
  if (begun && change.startsOn !== task.startsOn) throw refused('startsOn', '任务已开始，不能修改开始日期')
  if (given.endsOn !== undefined && given.endsOn < task.today) throw refused('endsOn', '结束日期不能早于今天')
  if (change.endsOn < change.startsOn) throw refused('endsOn', `“${task.schoolName}”的结束日期早于开始日期`)
  assertInsidePlan({ startsOn: task.planStartsOn, endsOn: task.planEndsOn }, change)
}

type Days = { startsOn: string; endsOn: string }

export function assertInsidePlan(plan: Days, task: Days): void {
  const message = `任务日期应在计划期间内（${plan.startsOn} 至 ${plan.endsOn}）`
  if (task.startsOn < plan.startsOn) throw refused('startsOn', message)
  if (task.endsOn > plan.endsOn) throw refused('endsOn', message)
}

async function changeSelection(
  ctx: UserTxCtx,
  tasks: LockedTask[],
  task: LockedTask,
  given: z.output<typeof EditTasks>['selection'],
) {
  if (tasks.length > 1) throw refused('selection', '按年级或班级选择时只能选择一个任务')
  if (task.status !== TaskStatus.code.waiting) throw refused('selection', '任务已开始，不能修改筛查范围')
  const selection = plainSelection(given ?? null)
  const { id: exceptTaskId, planId, schoolOrgId } = task
  const fault = await faultOfSelection(ctx, { planId, schoolOrgId, exceptTaskId }, selection)
  if (fault) throw refused('selection', fault)
  await updateSelection(ctx.db, task.id, selection)
}

async function tellReassigned(ctx: UserTxCtx, tasks: LockedTask[], changes: TaskChange[]) {
  const changed = new Map(changes.map((change) => [change.id, change]))
  const moved = tasks.flatMap((task) => {
    const change = changed.get(task.id)
    return change && change.orgId !== task.orgId ? [{ ...task, ...change, formerOrgId: task.orgId }] : []
  })
  for (const planId of new Set(moved.map((task) => task.planId))) {
    const ofPlan = moved.filter((task) => task.planId === planId)
    const plan = { planId, planName: ofPlan[0]?.planName ?? '' }
    await tellAssigned(ctx, plan, ofPlan)
    await tellTaken(
      ctx,
      plan,
      ofPlan.map(({ formerOrgId }) => formerOrgId),
    )
  }
}

/** Tasks whose day has come begin at once; where they are too many a job goes on with them. Returns how many it has to. */
export async function startNow(ctx: UserTxCtx, taskIds: readonly number[]): Promise<number> {
  if (taskIds.length === 0) return 0
  const { left } = await startDueAmong(ctx.db, taskIds)
  if (left > 0) await ctx.enqueue(ctx.db, 'screening.turn', {})
  return left
}

export async function deleteTasks(ctx: UserTxCtx, input: { taskIds: number[] }) {
  const tasks = await requireLockedTasks(ctx, input.taskIds)
  const ids = tasks.map(({ id }) => id)
  const withResults = await selectWithResults(ctx.db, ids)
  for (const task of tasks) {
    const fault = refusedTaskAction(ctx, { ...task, hasResult: withResults.has(task.id) }, 'delete')
    if (fault?.code === 602) throw fault
    if (fault) throw new BizError(fault.code, `“${task.schoolName}”：${fault.message}`)
  }
  await assertNotTooMany(ctx, ids)
  await deleteTaskRows(ctx.db, ids)
  ctx.note({
    detail: { count: ids.length, schools: tasks.slice(0, 20).map(({ schoolOrgId }) => schoolOrgId) },
  })
  return { changed: ids.length }
}

async function requireLockedTask(
  ctx: UserTxCtx,
  { taskId, version }: z.output<typeof TaskVersion>,
  action: TaskAction,
  withRoster?: 'roster',
): Promise<LockedTask> {
  const [task] = await requireLockedTasks(ctx, [taskId], withRoster)
  if (!task) throw new BizError(650)
  assertTaskAction(ctx, task, action)
  if (task.version !== version) throw changedMeanwhile()
  return task
}

export async function startTask(ctx: UserTxCtx, input: z.output<typeof TaskVersion>) {
  const { id, version } = await requireLockedTask(ctx, input, 'start', 'roster')
  await setDue(ctx.db, id)
  const left = await startNow(ctx, [id])
  return { version: version + 1, begun: left === 0 }
}

export async function completeTask(ctx: UserTxCtx, input: z.output<typeof TaskVersion>) {
  const { id, version } = await requireLockedTask(ctx, input, 'complete')
  await setCompleted(ctx.db, id)
  return { version: version + 1 }
}

export async function reopenTask(ctx: UserTxCtx, input: z.output<typeof TaskVersion>) {
  const { id, version } = await requireLockedTask(ctx, input, 'reopen')
  await setUncompleted(ctx.db, id)
  return { version: version + 1 }
}
