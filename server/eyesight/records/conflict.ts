import type { z } from 'zod'
import type { Page } from '#contract/core/envelope.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import {
  type ConflictPageQuery,
  type ConflictRow,
  type RecordField,
  RecordSource,
  type ResolveConflict,
} from '#contract/eyesight/record-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { requirePlan, requireTask, screeningScope } from '../plans/access.ts'
import {
  type ConflictData,
  lockOpenConflict,
  selectConflictedRecord,
  selectConflicts,
  updateResolved,
} from './conflict-queries.ts'
import { fieldsOf, RECORD_FIELDS, type StoredFields, withValues } from './record-fields.ts'
import { selectBlind } from './record-queries.ts'
import { assertTakesPart, assertUnderWay, BLIND_REFUSED } from './record-rules.ts'
import { differenceWords } from './record-words.ts'
import { selectForWriting, writeReadings } from './write-readings.ts'

export async function listConflicts(
  ctx: UserTxCtx,
  query: z.output<typeof ConflictPageQuery>,
): Promise<Page<ConflictRow>> {
  ctx.note({ objectType: 'plan', objectId: query.planId, detail: { taskId: query.taskId } })
  await requirePlan(ctx, query.planId)
  if (query.taskId !== undefined) {
    const task = await requireTask(ctx, query.taskId)
    if (task.planId !== query.planId) throw new BizError(650)
  }
  const page = await selectConflicts(ctx.db, screeningScope(ctx), query, ctx)
  ctx.note({
    detail: { taskId: query.taskId, pageNum: query.pageNum, students: page.list.length },
  })
  return { ...page, list: page.list.map(present) }
}

function present(row: ConflictData): ConflictRow {
  const before = fieldsOf(row)
  const incoming = incomingOf(row.reading, row.incomingDay, before)
  const differing = RECORD_FIELDS.filter((field) => field in incoming && incoming[field] !== before[field])
  return {
    conflictId: row.conflictId,
    recordId: row.id,
    taskId: row.taskId,
    classId: row.classId,
    schoolName: row.schoolName,
    className: gradeName(row.stage, row.gradeNo, row.schoolSystem) + row.className,
    studentName: row.studentName,
    source: row.incomingSource as ConflictRow['source'],
    deviceName: row.deviceName,
    createdAt: row.createdAt.toISOString(),
    blind: row.blind,
    fields: row.blind ? [] : differenceWords(differing, before, incoming),
  }
}

/** What the record would say if what came were taken. */
function incomingOf(
  reading: object,
  day: string | null,
  before: StoredFields,
): Partial<Record<RecordField, unknown>> {
  return { ...reading, checkedOn: day ?? before.checkedOn }
}

export async function resolveConflict(
  ctx: UserTxCtx,
  { conflictId, take }: z.output<typeof ResolveConflict>,
) {
  await applyDueTransitions(ctx.db)
  const who = screeningScope(ctx)
  const recordId = await selectConflictedRecord(ctx.db, who, conflictId)
  const [record] = recordId === undefined ? [] : await selectForWriting(ctx.db, who, [recordId])
  if (!record) throw new BizError(650)
  ctx.note({ objectType: 'student', objectId: record.studentId, detail: { recordId, conflictId, take } })
  assertTakesPart(ctx, record)
  if ((await selectBlind(ctx.db, [record.recordId], ctx)).size > 0)
    throw new Refusal('notInThisState', BLIND_REFUSED)
  const conflict = await lockOpenConflict(ctx.db, conflictId)
  if (!conflict) throw new Refusal('changedMeanwhile', '该数据已由他人处理，请刷新')
  const { userId, orgId } = ctx.caller
  if (take) {
    assertUnderWay(record)
    const { deviceId, importTaskId, reading, checkedOn } = conflict
    const after = withValues(record.before, incomingOf(reading, checkedOn, record.before))
    const { device: fromDevice, import: fromSheet } = RecordSource.code
    const source = conflict.source === fromDevice ? fromDevice : fromSheet
    await writeReadings(ctx.db, {
      plan: record.plan,
      rows: [{ ...record, after }],
      by: { source, userId, orgId, deviceId, importTaskId },
    })
  } else if (record.planStatus === PlanStatus.code.archived) assertUnderWay(record)
  await updateResolved(ctx.db, conflictId, userId, take)
  return { taken: take }
}
