// Second examinations of a few, by somebody else who does not see the first.
import type { z } from 'zod'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { normalReading } from '#contract/eyesight/normal-reading.ts'
import { ReadingFields, type StoredReading, toStored } from '#contract/eyesight/reading.ts'
import {
  RecordState,
  type RetestItem,
  type RetestQuery,
  type RetestRow,
  type SaveRetest,
} from '#contract/eyesight/record-schemas.ts'
import { compareRetest, type RetestComparison } from '#contract/eyesight/retest.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { requireTask, screeningScope } from '../plans/access.ts'
import type { StoredFields } from '../records/record-fields.ts'
import { requireTaskClass } from '../records/record-grid.ts'
import { assertTakesPart, assertUnderWay, faultOfReading } from '../records/record-rules.ts'
import { type RecordForWriting, selectForWriting } from '../records/write-readings.ts'
import {
  insertDrawn,
  lockRetest,
  type RetestData,
  selectRetest,
  selectRetests,
  selectSample,
  updateRetest,
} from './retest-queries.ts'

/** Asked again it adds what is missing by then, and nothing where enough are drawn. */
export async function drawRetest(ctx: UserTxCtx, { taskId }: { taskId: number }) {
  ctx.note({ objectType: 'task', objectId: taskId })
  // Alone: two who draw at once would draw twice as many.
  const task = await requireTask(ctx, taskId, 'update')
  assertTakesPart(ctx, { executorOrgId: task.orgId, schoolOrgId: task.schoolOrgId })
  const sample = await selectSample(ctx.db, taskId)
  assertUnderWay({ ...sample, taskStatus: task.status })
  const wanted = sampleSize(sample.valid, sample.ratio)
  if (sample.valid === 0) throw new BizError(700, '还没有有效的检查结果，无法抽取复测学生')
  const missing = wanted - sample.drawn
  const drawn = missing > 0 ? await insertDrawn(ctx.db, taskId, missing, ctx.caller.userId) : 0
  ctx.note({ detail: { drawn } })
  return { drawn, total: sample.drawn + drawn, wanted }
}

/** Rounded up; what a computer makes of a percent must not add a student. */
const sampleSize = (valid: number, ratio: number): number => Math.ceil((valid * ratio) / 100 - 1e-9)

export async function listRetests(ctx: UserTxCtx, query: z.output<typeof RetestQuery>): Promise<RetestRow[]> {
  const { taskId, classId } = query
  ctx.note({ objectType: 'task', objectId: taskId, detail: { classId, retest: true } })
  await requireTaskClass(ctx, await requireTask(ctx, query.taskId), query.classId)
  const rows = await selectRetests(ctx.db, screeningScope(ctx), query, ctx.caller.userId)
  return rows.map(present)
}

function present(row: RetestData): RetestRow {
  const { first, second } = row
  return {
    recordId: row.recordId,
    studentName: row.studentName,
    sex: row.sex,
    classId: row.classId,
    className: gradeName(row.stage, row.gradeNo, row.schoolSystem) + row.className,
    done: row.enteredAt !== null,
    ownFirst: row.ownFirst,
    glasses: first?.glasses ?? null,
    items: first && second ? compareRetest(first, second).comparisons.map(presentItem) : [],
    enteredByName: row.enteredByName,
    enteredAt: row.enteredAt?.toISOString() ?? null,
  }
}

/** Vision is stored in tenths, spherical equivalents in thousandths. */
function presentItem({ key, label, first, second, difference, over }: RetestComparison) {
  const scale = key.startsWith('se') ? 1000 : 10
  const shown = (value: number | null) => (value === null ? null : value / scale)
  return {
    key,
    label,
    first: shown(first),
    second: shown(second),
    difference: shown(difference),
    over,
  } satisfies z.infer<typeof RetestItem>
}

/** The record itself stays as it is. */
export async function saveRetest(ctx: UserTxCtx, input: z.output<typeof SaveRetest>): Promise<RetestRow> {
  const { recordId } = input
  await applyDueTransitions(ctx.db)
  const who = screeningScope(ctx)
  const [record] = await selectForWriting(ctx.db, who, [recordId])
  const drawn = record && (await lockRetest(ctx.db, recordId))
  if (!record || !drawn) throw new BizError(650)
  ctx.note({ objectType: 'student', objectId: record.studentId, detail: { recordId } })
  const { userId } = ctx.caller
  assertTakesPart(ctx, record)
  const row = async () => {
    const found = await selectRetest(ctx.db, who, recordId, userId)
    if (!found) throw new BizError(650)
    return found
  }
  const reading = normalReading(toStored(input.reading))
  if (drawn.enteredAt !== null) {
    // An answer that was lost is given again.
    if (isSame(drawn.reading, reading)) return present(await row())
    throw new Refusal('notInThisState', '复测结果已录入，不能重复录入')
  }
  assertUnderWay(record)
  assertOther(record, (await row()).ownFirst)
  const firstReading = readingOf(record.before)
  const counts = countsOf(firstReading, reading)
  await updateRetest(ctx.db, recordId, { reading, firstReading, ...counts, enteredBy: userId })
  return present(await row())
}

function assertOther({ state, studentName }: RecordForWriting, isOwn: boolean) {
  if (isOwn) {
    throw new BizError(700, `${studentName}的初测由您录入，须由他人复测`)
  }
  if (state !== RecordState.code.valid)
    throw new Refusal('notInThisState', `${studentName}的初测结果已不完整，请先补全初测`)
}

function countsOf(first: StoredReading, second: StoredReading) {
  const fault = faultOfReading(second)
  if (fault) throw new BizError(700, fault)
  const { counts, comparisons } = compareRetest(first, second)
  if (counts.items === 0) throw new BizError(700, '请填写复测结果')
  if (comparisons.some((each) => each.first !== null && each.second === null)) {
    throw new BizError(700, '请填写全部复测项目')
  }
  return counts
}

const READING_KEYS = Object.keys(ReadingFields.shape) as (keyof StoredReading)[]
const isSame = (one: StoredReading | null, other: StoredReading): boolean =>
  one !== null && READING_KEYS.every((key) => one[key] === other[key])
const readingOf = (fields: StoredFields): StoredReading =>
  Object.fromEntries(READING_KEYS.map((key) => [key, fields[key]])) as StoredReading
