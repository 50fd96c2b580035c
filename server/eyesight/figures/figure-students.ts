// The students behind a number.
import type { z } from 'zod'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { NameDisclosure } from '#contract/core/private-name.ts'
import { studentsOf } from '#contract/eyesight/figures/counters.ts'
import type { FigureStudent, FigureStudentsQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { gradeName } from '#contract/schools/grades.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { discloseNames } from '../../core/private-names.ts'
import { requirePlan } from '../plans/access.ts'
import { shownOf } from '../records/record-row.ts'
import { figureOf } from './explain.ts'
import { ownCounter } from './figure-children.ts'
import { type FigureStudentRow, selectFigureStudents } from './figure-students-queries.ts'
import { resolveUnit } from './unit.ts'

export async function listFigureStudents(
  ctx: UserTxCtx,
  query: z.output<typeof FigureStudentsQuery> & z.output<typeof NameDisclosure>,
): Promise<Page<FigureStudent>> {
  const { planId, part, stage, pageNum, pageSize } = query
  ctx.note({ objectType: 'plan', objectId: planId })
  const plan = await requirePlan(ctx, planId)
  const { who, place, unit } = await resolveUnit(ctx, query)
  const { title, numerator, denominator, sex } = figureOf(query)
  const counter = part === 'numerator' ? numerator : denominator
  if (counter === null) throw new BizError(650, '该数字没有分母')
  const own = await ownCounter(ctx, { who, place }, { planId: plan.id, stage, counter: studentsOf(counter) })
  const counted = { planId: plan.id, place, stage, counter: own, sex, viewer: ctx }
  const { rows, total } = await selectFigureStudents(ctx.db, who, counted, query)
  ctx.note({
    detail: { figure: title, part, unit: unit.name, ...unit.key, stage, pageNum, students: rows.length },
  })
  await discloseNames(
    ctx,
    query.nameReason,
    rows.map(({ studentId }) => studentId),
  )
  return { list: rows.map(presentStudent), total, pageNum, pageSize }
}

const presentStudent = (row: FigureStudentRow): FigureStudent => ({
  recordId: row.id,
  taskId: row.taskId,
  studentId: row.studentId,
  studentName: row.studentName,
  sex: row.sex,
  age: row.age,
  schoolName: row.schoolName,
  gradeName: gradeName(row.stage, row.gradeNo, row.schoolSystem),
  className: row.className,
  classId: row.classId,
  ...shownOf(row),
})
