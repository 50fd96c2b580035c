// 复测记录表: one sheet for a task, or for one of its classes.
import { Glasses } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { RetestRow } from '#contract/eyesight/record-schemas.ts'
import { errorRate } from '#contract/eyesight/retest.ts'
import { RETEST_RECORD_COLUMNS } from '#contract/print/forms/retest-record.ts'
import type { PaperQuery } from '#contract/print/paper-schemas.ts'
import { headOf, type Retested, retestFoot } from '#contract/print/sheet-words.ts'
import type { UserTxCtx } from '../core/context.ts'
import { listRetests } from '../eyesight/retests/retest.ts'
import { selectSample } from '../eyesight/retests/retest-queries.ts'
import { findTaskRow } from '../eyesight/tasks/task-list.ts'
import type { FoundSheets } from './class-sheets.ts'
import { selectRecordStudents } from './paper-queries.ts'
import { hasPartOnly, OWN_CLASSES } from './part-only.ts'

export async function findRetestSheet(ctx: UserTxCtx, query: PaperQuery): Promise<FoundSheets> {
  const { taskId, classId } = query
  if (taskId === undefined) throw new BizError(700, '请选择一项筛查任务')
  if (classId === undefined && (query.prefix ?? query.stage ?? query.gradeNo) !== undefined)
    throw new BizError(700, '复测记录表按任务或班级打印')
  const rows = await listRetests(ctx, { taskId, ...(classId !== undefined && { classId }) })
  const task = await findTaskRow(ctx, taskId)
  const sample = await selectSample(ctx.db, taskId)
  const done = rows.filter(({ done: isDone }) => isDone)
  // Of a part of the school nobody knows how many were examined.
  const isWhole = classId === undefined && !hasPartOnly(ctx.scope)
  const whole = isWhole ? sample.valid : null
  const sheet = {
    bookmark: task.schoolName,
    subtitle: sample.planName,
    head: headOf({
      area: task.areaName,
      school: task.schoolName,
      className: classId === undefined ? (isWhole ? '全部' : OWN_CLASSES) : (rows[0]?.className ?? null),
      checkedOn: null,
      executor: task.executorName,
    }),
    rows: rows.map((row, nth) => ({
      name: row.studentName,
      cells: RETEST_RECORD_COLUMNS.map(({ cell }) => cell(row, nth + 1)),
    })),
    foot: retestFoot(retestedOf(done, whole)),
  }
  const recordIds = rows.map(({ recordId }) => recordId)
  return {
    sheets: rows.length === 0 ? [] : [sheet],
    studentIds: await selectRecordStudents(ctx.db, recordIds),
  }
}

const percentText = (value: number | null): string => (value === null ? '--' : `${value.toFixed(2)}%`)

function retestedOf(done: readonly RetestRow[], valid: number | null): Retested {
  const compared = done.flatMap(({ items }) => items).filter(({ difference }) => difference !== null)
  const errors = compared.filter(({ over }) => over).length
  const sums = { items: compared.length, errors }
  return {
    students: done.length,
    withGlasses: done.filter(({ glasses }) => glasses !== null && glasses !== Glasses.code.none).length,
    rate: valid === null ? null : percentText(valid === 0 ? null : (done.length * 100) / valid),
    ...sums,
    errorRate: percentText(errorRate(sums)),
  }
}
