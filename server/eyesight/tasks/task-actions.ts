import type { z } from 'zod'
import { BizError, messageOf, Refusal } from '#contract/core/error-codes.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { TaskActions } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'
import { LOOKS_ON } from '../records/record-rules.ts'

export type TaskAction = keyof z.output<typeof TaskActions>
export type TaskState = {
  status: number
  planStatus: number
  hasResult?: boolean
  /** Neither carries the task out nor is its school. */
  looksOn?: boolean
}

const { waiting, underWay, completed } = TaskStatus.code

type Rule = {
  /** Any one of them. */
  needs: readonly PermissionName[]
  /** Also while the plan is published and has not begun. */
  beforeBegin?: true
  in: readonly number[]
  /** What is said in the other states. */
  else: Partial<Record<number, string>>
}
const NOT_BEGUN = '任务尚未开始'
const COMPLETED = '任务已完成；如需修改，请先重新开启'

const RULES: Record<TaskAction, Rule> = {
  edit: { needs: ['taskEdit'], beforeBegin: true, in: [waiting, underWay], else: { [completed]: COMPLETED } },
  delete: { needs: ['taskEdit'], beforeBegin: true, in: [waiting, underWay, completed], else: {} },
  start: {
    needs: ['taskRun'],
    in: [waiting],
    else: { [underWay]: '任务已经开始', [completed]: '任务已经完成' },
  },
  complete: {
    needs: ['taskRun'],
    in: [underWay],
    else: { [waiting]: NOT_BEGUN, [completed]: '任务已经完成' },
  },
  reopen: {
    needs: ['taskEdit'],
    in: [completed],
    else: { [waiting]: NOT_BEGUN, [underWay]: '任务正在进行中' },
  },
  sync: {
    needs: ['taskRun', 'rosterManage'],
    in: [underWay],
    else: { [waiting]: '任务开始前名单自动更新，无需同步', [completed]: '任务已完成，名单不再变动' },
  },
  enter: {
    needs: ['recordEnter', 'importScreening', 'importCaries'],
    in: [underWay],
    else: { [waiting]: NOT_BEGUN, [completed]: '任务已完成，更正须提交申请' },
  },
  retest: {
    needs: ['retestRun'],
    in: [underWay],
    else: { [waiting]: NOT_BEGUN, [completed]: '任务已完成，不能再复测' },
  },
}
const ACTIONS = Object.keys(RULES) as TaskAction[]

/** Why the caller, who sees the task, cannot do it now; null where nothing speaks against it. */
export function refusedTaskAction({ caller }: UserCtx, task: TaskState, action: TaskAction): BizError | null {
  const rule = RULES[action]
  if (!rule.needs.some((name) => caller.permissions.has(name))) return new BizError(602)
  if (task.planStatus >= PlanStatus.code.ended) return new Refusal('notInThisState', '计划已结束')
  if (task.planStatus < PlanStatus.code.underWay && !rule.beforeBegin)
    return new Refusal('notInThisState', '计划尚未开始')
  if (!rule.in.includes(task.status))
    return new Refusal('notInThisState', rule.else[task.status] ?? messageOf(700))
  if (task.looksOn && !mayLookingOn(caller, action)) return new BizError(700, LOOKS_ON)
  if (action === 'delete' && task.hasResult)
    return new Refusal('notInThisState', '任务已有筛查结果，不能删除')
  return null
}

/** An organisation that only looks on enters nothing by hand; a district may send in files for its schools. */
function mayLookingOn({ permissions }: UserCtx['caller'], action: TaskAction): boolean {
  if (action === 'enter') return permissions.has('importScreening') || permissions.has('importCaries')
  return action !== 'retest'
}

export function assertTaskAction(ctx: UserCtx, task: TaskState, action: TaskAction): void {
  const refused = refusedTaskAction(ctx, task, action)
  if (refused) throw refused
}

/** What the caller may do with a task now: the same rules, asked for all at once. */
export function taskActions(ctx: UserCtx, task: TaskState): z.output<typeof TaskActions> {
  const may = ACTIONS.map((action) => [action, refusedTaskAction(ctx, task, action) === null])
  return Object.fromEntries(may) as z.output<typeof TaskActions>
}
