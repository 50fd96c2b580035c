// The class at work.

import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import type { ClassGrid, ClassGridQuery, RecordChangeRow } from '#contract/eyesight/record-schemas.ts'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { requirePlan, requireTask, screeningScope } from '../plans/access.ts'
import type { TaskRecord } from '../plans/access-queries.ts'
import { findTaskRow } from '../tasks/task-list.ts'
import type { FieldChanges } from './record-fields.ts'
import {
  rowsOfClass,
  selectBlind,
  selectChanges,
  selectGridStamp,
  selectListedClasses,
  selectStudentOf,
  selectUnlistedClasses,
  type TaskClass,
} from './record-queries.ts'
import { presentRecord } from './record-row.ts'
import { LOOKS_ON, lockedByState, takesPart } from './record-rules.ts'
import { changeWords } from './record-words.ts'

export async function findClassGrid(
  ctx: UserTxCtx,
  { taskId, classId }: z.output<typeof ClassGridQuery>,
): Promise<ClassGrid> {
  ctx.note({ objectType: 'task', objectId: taskId, detail: { classId } })
  const task = await requireTask(ctx, taskId)
  const classes = await listClasses(ctx, task)
  const own = classes.find((each) => each.classId === classId)
  if (!own) throw new BizError(650)
  const plan = await requirePlan(ctx, task.planId)
  const row = await findTaskRow(ctx, taskId)
  const records = await rowsOfClass(ctx.db, screeningScope(ctx), { taskId, classId }, ctx)
  return {
    task: row,
    classId,
    stage: own.stage,
    gradeName: gradeOf(own),
    className: own.className,
    items: plan.items,
    profile: plan.profile,
    classes: classes.map((each) => ({ classId: each.classId, label: gradeOf(each) + each.className })),
    lockedReason: lockedReason(ctx, row),
    correctable: isCorrectable(ctx, row),
    rows: records.map(presentRecord),
  }
}

/** For who has the class in front of them: the rows themselves are read again, and that is on record, when it changes. */
export async function findGridStamp(ctx: UserCtx, { taskId, classId }: z.output<typeof ClassGridQuery>) {
  const task = await requireTask(ctx, taskId)
  await requireTaskClass(ctx, task, classId)
  return { stamp: await selectGridStamp(ctx.db, taskId, classId) }
}

const gradeOf = ({ stage, gradeNo, schoolSystem }: TaskClass) => gradeName(stage, gradeNo, schoolSystem)

/** The classes of a task that the caller may see; before its start those it will take. */
function listClasses(ctx: UserCtx, { id, status }: TaskRecord): Promise<TaskClass[]> {
  const who = screeningScope(ctx)
  return status === TaskStatus.code.waiting
    ? selectUnlistedClasses(ctx.db, who, id)
    : selectListedClasses(ctx.db, who, id)
}

/** 650 for a class that is no part of the task, or none of the caller's. */
export async function requireTaskClass(ctx: UserCtx, task: TaskRecord, classId: number | undefined) {
  if (classId === undefined) return
  const classes = await listClasses(ctx, task)
  if (!classes.some((each) => each.classId === classId)) throw new BizError(650)
}

const mayEnter = (ctx: UserCtx, task: TaskRow) =>
  ctx.caller.permissions.has('recordEnter') && takesPart(ctx, task)

function lockedReason(ctx: UserCtx, task: TaskRow): string | null {
  const closed = lockedByState({ ...task, taskStatus: task.status })
  return closed ?? (mayEnter(ctx, task) ? null : LOOKS_ON)
}

const isCorrectable = (ctx: UserCtx, task: TaskRow) =>
  task.status === TaskStatus.code.completed &&
  task.planStatus < PlanStatus.code.archived &&
  mayEnter(ctx, task)

/** Who changed a record when, by what way, from what to what. */
export async function listChanges(
  ctx: UserTxCtx,
  { recordId }: { recordId: number },
): Promise<RecordChangeRow[]> {
  const studentId = await selectStudentOf(ctx.db, screeningScope(ctx), recordId)
  if (studentId === undefined) throw new BizError(650)
  ctx.note({ objectType: 'student', objectId: studentId, detail: { recordId } })
  const blind = (await selectBlind(ctx.db, [recordId], ctx)).has(recordId)
  const rows = await selectChanges(ctx.db, recordId)
  return rows.map(({ at, source, changes, byName, orgName, deviceName }) => ({
    at: at.toISOString(),
    byName,
    orgName,
    source: source as RecordChangeRow['source'],
    deviceName,
    fields: blind ? [] : changeWords(changes as FieldChanges),
  }))
}
