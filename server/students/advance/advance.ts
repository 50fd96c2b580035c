import type { z } from 'zod'
import { SchoolStage } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { advanceYearOf, gradeName, schoolYearName, yearsOf } from '#contract/schools/grades.ts'
import type { AdvanceInput, AdvancePreview } from '#contract/students/schemas.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { violatedConstraint } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import { assertOperable } from '../../plans/plan-gate.ts'
import { gradeNameOf, requireSchool } from '../../schools/roster.ts'
import { type ClassRecord, lockRosters, selectClasses } from '../../schools/roster-queries.ts'
import {
  type AdvanceRecord,
  ensureGrades,
  graduateClasses,
  insertAdvance,
  lockGraduates,
  moveClasses,
  type Occasion,
  revertAdvance,
  selectLastAdvance,
  selectMoment,
  selectMoves,
  selectSince,
} from './advance-queries.ts'

type School = Awaited<ReturnType<typeof requireSchool>>
/** Where a class goes: a grade of the same or the next stage, or out of school. */
type Step = { from: ClassRecord; to: { stage: number; gradeNo: number } | null }

const DONE_ALREADY = '本学年已经升级过，每学年只能升级一次'

export async function listAdvanceStages(ctx: UserCtx, { orgId }: { orgId: number }) {
  const school = await requireSchool(ctx, orgId)
  return school.stages.map((prefix) => {
    const years = yearsOf(prefix, school.schoolSystem)
    const finalGradeName = gradeName(prefix, years, school.schoolSystem)
    return { prefix, prefixName: SchoolStage.label(prefix), finalGradeName, years }
  })
}

/** Stages of this school whose leavers can go on in it. */
function continuableOf({ stages }: School): School['stages'] {
  const next: Partial<Record<number, number>> = { 1: 2, 2: 3, 3: 4 }
  return stages.filter((stage) => (stages as number[]).includes(next[stage] ?? 0))
}

function stepsOf(school: School, classes: ClassRecord[], continueStages: readonly number[]): Step[] {
  return classes.map((from) => {
    // Beyond the last grade too: a school may have gone over to a shorter stage.
    if (from.gradeNo < yearsOf(from.prefix, school.schoolSystem)) {
      return { from, to: { stage: from.prefix, gradeNo: from.gradeNo + 1 } }
    }
    return { from, to: continueStages.includes(from.prefix) ? { stage: from.prefix + 1, gradeNo: 1 } : null }
  })
}

export async function previewAdvance(ctx: UserCtx, { orgId }: { orgId: number }): Promise<AdvancePreview> {
  const school = await requireSchool(ctx, orgId)
  const today = await selectToday(ctx.db)
  const schoolYear = advanceYearOf(today)
  const last = await selectLastAdvance(ctx.db, orgId)
  const classes = await selectClasses(ctx.db, wholeSchool(orgId), { orgId })
  const steps = stepsOf(school, classes, [])
  const count = (some: Step[]) => some.reduce((sum, { from }) => sum + from.studentCount, 0)
  return {
    orgId,
    schoolYear,
    schoolYearName: schoolYearName(schoolYear),
    inSeason: ['07', '08'].includes(today.slice(5, 7)),
    blocked: await blockedFrom(ctx, orgId, classes, last?.schoolYear === schoolYear),
    continuable: continuableOf(school),
    classes: steps.map(({ from, to }) => ({
      ...from,
      fromGrade: gradeNameOf(from),
      toGrade: to && gradeName(to.stage, to.gradeNo, school.schoolSystem),
    })),
    promoted: count(steps.filter(({ to }) => to !== null)),
    graduating: count(steps.filter(({ to }) => to === null)),
    last: last ? await presentAdvance(ctx, orgId, last) : null,
  }
}

async function presentAdvance(ctx: UserCtx, orgId: number, last: AdvanceRecord) {
  return {
    advanceId: last.id,
    schoolYear: last.schoolYear,
    doneAt: last.doneAt.toISOString(),
    doneBy: last.doneBy,
    promoted: last.promotedCount,
    graduated: last.graduatedCount,
    undoBlocked: await undoBlocked(ctx, orgId, last),
  }
}

async function blockedFrom(ctx: UserCtx, orgId: number, classes: ClassRecord[], done: boolean) {
  if (done) return DONE_ALREADY
  if (classes.length === 0) return '学校还没有班级'
  try {
    await assertOperable(ctx, orgId)
    return null
  } catch (error) {
    if (error instanceof BizError) return error.message
    throw error
  }
}

/** Promotion is the whole school's, also where a role sees only a part of it. */
const wholeSchool = (orgId: number) => ({ kind: 'org', orgId }) as const

/** Every class one grade up, the last grade out: once per school year, all or nothing. */
export async function advance(ctx: UserTxCtx, input: z.output<typeof AdvanceInput>) {
  const { orgId } = input
  const school = await requireSchool(ctx, orgId)
  ctx.note({ objectType: 'org', objectId: orgId })
  await lockRosters(ctx.db, [orgId], 'update')
  await assertOperable(ctx, orgId)
  const today = await selectToday(ctx.db)
  const schoolYear = advanceYearOf(today)
  if (input.schoolYear !== undefined && input.schoolYear !== schoolYear) {
    throw new Refusal('previewOutdated', '学年已变化，请重新预览后再升级')
  }
  const last = await selectLastAdvance(ctx.db, orgId)
  if (last?.schoolYear === schoolYear) throw new Refusal('notInThisState', DONE_ALREADY)
  const continuable: readonly number[] = continuableOf(school)
  if (input.continueStages.some((stage) => !continuable.includes(stage))) {
    throw new Refusal('previewOutdated', '学校没有可以直升的下一学段')
  }
  const classes = await selectClasses(ctx.db, wholeSchool(orgId), { orgId })
  if (classes.length === 0) throw new Refusal('notInThisState', '学校还没有班级')
  const when = { schoolYear, today, at: await selectMoment(ctx.db), by: ctx.caller.userId }
  const steps = stepsOf(school, classes, input.continueStages)
  const result = await guardAdvance(applySteps(ctx, orgId, steps, when))
  ctx.note({ detail: { schoolYear, ...result } })
  return result
}

async function applySteps(ctx: UserTxCtx, orgId: number, steps: Step[], when: Occasion) {
  const promoted = steps.flatMap(({ from, to }) => (to ? [{ from, to }] : []))
  const graduating = steps.filter(({ to }) => to === null).map(({ from }) => from)
  const wanted = promoted.map(({ to }) => to)
  const grades = await ensureGrades(ctx.db, orgId, wanted, when)
  const moves = promoted.map(({ from, to }) => ({
    classId: from.classId,
    fromGradeId: from.gradeId,
    toGradeId: grades.find(({ stage, gradeNo }) => stage === to.stage && gradeNo === to.gradeNo)?.id ?? 0,
  }))
  const ends = graduating.map(({ classId, gradeId }) => ({ classId, fromGradeId: gradeId, toGradeId: null }))
  const graduatingIds = graduating.map(({ classId }) => classId)
  const graduatedCount = await graduateClasses(ctx.db, graduatingIds, when)
  await moveClasses(ctx.db, moves, when)
  const promotedCount = promoted.reduce((sum, { from }) => sum + from.studentCount, 0)
  const counts = { promotedCount, graduatedCount }
  const advanceId = await insertAdvance(ctx.db, { orgId, ...counts }, [...moves, ...ends], when)
  return { advanceId, promoted: promotedCount, graduated: graduatedCount }
}

async function guardAdvance<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'advance_once') throw new Refusal('notInThisState', DONE_ALREADY)
    if (constraint === 'class_name_in_grade')
      throw new BizError(700, '同一年级会有同名班级，请先修改班级名称')
    throw error
  }
}

/** Why a promotion can no longer be undone; null while nothing stands on it. */
async function undoBlocked(ctx: UserCtx, orgId: number, last: AdvanceRecord): Promise<string | null> {
  const since = await selectSince(ctx.db, orgId, last.id)
  if (since.elsewhere > 0) return `${since.elsewhere}名毕业生已另行就读，不能撤销`
  if (since.enrolments) return '升级后已有学生变动，不能撤销'
  if (since.classes) return '升级后已有班级变动，不能撤销'
  if (since.tasks) return '升级后已有筛查任务，不能撤销'
  return null
}

export async function undoAdvance(ctx: UserTxCtx, input: { orgId: number; advanceId: number }) {
  const { orgId, advanceId } = input
  await requireSchool(ctx, orgId)
  ctx.note({ objectType: 'org', objectId: orgId, detail: { advanceId } })
  await lockRosters(ctx.db, [orgId], 'update')
  await assertOperable(ctx, orgId)
  const last = await selectLastAdvance(ctx.db, orgId)
  if (!last || last.id !== advanceId)
    throw new Refusal('changedMeanwhile', '没有可以撤销的升级，可能已被他人撤销')
  await lockGraduates(ctx.db, advanceId)
  const blocked = await undoBlocked(ctx, orgId, last)
  if (blocked) throw new Refusal('notInThisState', blocked)
  const moved = (await selectMoves(ctx.db, advanceId)).length
  await guardAdvance(revertAdvance(ctx.db, orgId, advanceId, ctx.caller.userId))
  return { changed: moved }
}
