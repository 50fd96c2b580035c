// 学生编码 for the monitoring of common diseases: shown, given in order, changed by hand.
import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import {
  type ClassNumbers,
  type ClassNumbersQuery,
  type FillNumbers,
  fourDigits,
  type NumbersFilled,
  type SaveClassNumbers,
} from '#contract/eyesight/monitoring.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { requirePlan, requireTask, screeningScope } from '../plans/access.ts'
import type { TaskRecord } from '../plans/access-queries.ts'
import { requireTaskClass } from '../records/record-grid.ts'
import {
  deleteOutdated,
  fillNumbers,
  replaceNumbers,
  selectClassNumbers,
  selectTaken,
} from './numbers-queries.ts'

export async function findClassNumbers(
  ctx: UserTxCtx,
  { taskId, classId }: z.output<typeof ClassNumbersQuery>,
): Promise<ClassNumbers> {
  ctx.note({ objectType: 'task', objectId: taskId, detail: { classId } })
  const task = await requireTask(ctx, taskId)
  await requireTaskClass(ctx, task, classId)
  return readNumbers(ctx, task, classId)
}

async function readNumbers(ctx: UserCtx, task: TaskRecord, classId: number): Promise<ClassNumbers> {
  return {
    lockedReason: await lockedReason(ctx, task),
    rows: await selectClassNumbers(ctx.db, screeningScope(ctx), { taskId: task.id, classId }),
  }
}

/** Numbers are no results: they are given until the plan is archived, also after the task is completed. */
async function lockedReason(ctx: UserCtx, task: TaskRecord): Promise<string | null> {
  if (task.status === TaskStatus.code.waiting) return '任务未开始，名单在任务开始时固定，之后才能编码'
  const plan = await requirePlan(ctx, task.planId)
  return plan.status === PlanStatus.code.archived ? `计划“${plan.name}”已归档，不能再修改` : null
}

/** Locked, so that two who give numbers at once do not give the same. */
async function lockForNumbers(ctx: UserTxCtx, { taskId, classId }: { taskId: number; classId?: number }) {
  const task = await requireTask(ctx, taskId, 'update')
  await requireTaskClass(ctx, task, classId)
  const reason = await lockedReason(ctx, task)
  if (reason) throw new Refusal('notInThisState', reason)
  await deleteOutdated(ctx.db, taskId)
  return task
}

export async function saveClassNumbers(
  ctx: UserTxCtx,
  { taskId, classId, rows }: z.output<typeof SaveClassNumbers>,
): Promise<ClassNumbers> {
  ctx.note({ objectType: 'task', objectId: taskId, detail: { classId, rows: rows.length } })
  const task = await lockForNumbers(ctx, { taskId, classId })
  const listed = await selectClassNumbers(ctx.db, screeningScope(ctx), { taskId, classId })
  const own = new Set(listed.map(({ recordId }) => recordId))
  if (rows.some(({ recordId }) => !own.has(recordId))) throw new BizError(650)
  assertDifferent(rows)
  const taken = new Set(await selectTaken(ctx.db, { taskId, classId }, rows))
  refuseNumbers(rows, ({ number }) => number !== null && taken.has(number), '已由同年级其他学生使用')
  await replaceNumbers(ctx.db, { taskId, classId }, rows)
  return readNumbers(ctx, task, classId)
}

type Given = z.output<typeof SaveClassNumbers>['rows']

function assertDifferent(rows: Given): void {
  if (new Set(rows.map(({ recordId }) => recordId)).size < rows.length) throw new BizError(650)
  const first = new Map(rows.toReversed().map(({ recordId, number }) => [number, recordId]))
  refuseNumbers(rows, ({ recordId, number }) => number !== null && first.get(number) !== recordId, '填了两次')
}

function refuseNumbers(rows: Given, isWrong: (row: Given[number]) => boolean, why: string): void {
  const issues = rows.flatMap((row, index) =>
    isWrong(row)
      ? [{ path: ['rows', index, 'number'], message: `编码 ${fourDigits(row.number ?? 0)} ${why}` }]
      : [],
  )
  if (issues[0]) throw new BizError(700, `${issues[0].message}，请改用其他编码`, issues)
}

export async function fillTaskNumbers(
  ctx: UserTxCtx,
  part: z.output<typeof FillNumbers>,
): Promise<NumbersFilled> {
  ctx.note({ objectType: 'task', objectId: part.taskId })
  await lockForNumbers(ctx, part)
  const { given, wanted } = await fillNumbers(ctx.db, screeningScope(ctx), part)
  ctx.note({ detail: { classId: part.classId, given, without: wanted - given } })
  return { given, without: wanted - given }
}
