import type { z } from 'zod'
import { SchoolStage, type SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import {
  classNoOf,
  entryYearOf,
  gradeName,
  gradesOf,
  schoolYearOf,
  unusedClassNames,
} from '#contract/schools/grades.ts'
import type {
  AddClass,
  AddGrade,
  ClassQuery,
  EditClass,
  EditGrade,
  GradeNode,
  GradeQuery,
  StageGrades,
} from '#contract/schools/schemas.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { violatedConstraint } from '../core/db/connect.ts'
import { selectToday } from '../core/db/today.ts'
import { changedMeanwhile, requireOrg } from '../orgs/org.ts'
import { assertOperable } from '../plans/plan-gate.ts'
import { deleteFromTasks, hasRecords, isGradeScreened } from '../plans/result-queries.ts'
import {
  type ClassRecord,
  closeClass,
  deleteGradeRow,
  type GradeRecord,
  hasEverHadStudents,
  insertClasses,
  insertGrade,
  lockRosters,
  removeClass,
  selectClass,
  selectClasses,
  selectGrade,
  selectGrades,
  selectGradeUse,
  selectStageCounts,
  selectTeachers,
  shiftEntryYears,
  updateClassName,
  updateGradeNo,
} from './roster-queries.ts'

/** 616 as for any organisation; 651 where it is no school. */
export async function requireSchool(ctx: UserCtx, orgId: number) {
  const org = await requireOrg(ctx, orgId)
  if (org.stages === null || org.schoolSystem === null) throw new BizError(651)
  return { ...org, stages: org.stages, schoolSystem: org.schoolSystem }
}

/** 650 for a class outside the range exactly as for one that does not exist. */
export async function requireClass(ctx: UserCtx, classId: number): Promise<ClassRecord> {
  const found = await selectClass(ctx.db, ctx.scope, classId)
  if (!found) throw new BizError(650)
  return found
}

/** A class that can take students. */
export async function requireOpenClass(ctx: UserCtx, classId: number): Promise<ClassRecord> {
  const found = await requireClass(ctx, classId)
  if (found.closedOn) throw new Refusal('notInThisState', '该班级已毕业或停用，请选择其他班级')
  return found
}

export async function requireGrade(ctx: UserCtx, gradeId: number): Promise<GradeRecord> {
  const found = await selectGrade(ctx.db, ctx.scope, gradeId)
  if (!found) throw new BizError(650)
  return found
}

type Named = { prefix: number; gradeNo: number; schoolSystem: CodeOf<typeof SchoolSystem> }
export const gradeNameOf = ({ prefix, gradeNo, schoolSystem }: Named): string =>
  gradeName(prefix, gradeNo, schoolSystem)

export async function listStages(ctx: UserCtx, { orgId }: { orgId: number }) {
  await requireSchool(ctx, orgId)
  const grades = await selectGrades(ctx.db, ctx.scope, { orgId })
  const stages = await selectStageCounts(ctx.db, ctx.scope, orgId)
  return stages.map((stage) => ({
    ...stage,
    prefixName: SchoolStage.label(stage.prefix),
    gradeCount: grades.filter(({ prefix }) => prefix === stage.prefix).length,
  }))
}

export async function listStagesWithGrades(ctx: UserCtx, input: { orgId: number }) {
  return (await listStages(ctx, input)).filter(({ gradeCount }) => gradeCount > 0)
}

export async function listGradeGroups(ctx: UserCtx, { orgId }: { orgId: number }): Promise<StageGrades[]> {
  const school = await requireSchool(ctx, orgId)
  const grades = await selectGrades(ctx.db, ctx.scope, { orgId })
  return school.stages.map((prefix) => ({
    prefix,
    prefixName: SchoolStage.label(prefix),
    grades: gradesOf(prefix, school.schoolSystem).map((option) => ({
      ...option,
      gradeId:
        grades.find((grade) => grade.prefix === prefix && grade.gradeNo === option.gradeNo)?.gradeId ?? null,
    })),
  }))
}

export async function listGrades(ctx: UserCtx, query: z.output<typeof GradeQuery>) {
  await requireSchool(ctx, query.orgId)
  const grades = await selectGrades(ctx.db, ctx.scope, query)
  return grades.map((grade) => ({ ...grade, gradeName: gradeNameOf(grade) }))
}

/** Grades with their classes and head counts: two reads, whatever the size of the school. */
export async function listGradeTree(ctx: UserCtx, query: z.output<typeof GradeQuery>): Promise<GradeNode[]> {
  await requireSchool(ctx, query.orgId)
  const [grades, classes] = await Promise.all([
    selectGrades(ctx.db, ctx.scope, query),
    selectClasses(ctx.db, ctx.scope, query),
  ])
  return grades.map((grade) => {
    const own = classes.filter(({ gradeId }) => gradeId === grade.gradeId)
    return {
      ...grade,
      gradeName: gradeNameOf(grade),
      prefixName: SchoolStage.label(grade.prefix),
      classCount: own.length,
      studentCount: own.reduce((sum, { studentCount }) => sum + studentCount, 0),
      classes: own,
    }
  })
}

export async function listClasses(ctx: UserCtx, query: z.output<typeof ClassQuery>) {
  await requireSchool(ctx, query.orgId)
  if (query.gradeId !== undefined) await requireGrade(ctx, query.gradeId)
  const classes = await selectClasses(ctx.db, ctx.scope, query)
  return classes.map((row) => ({ ...row, gradeName: gradeNameOf(row) }))
}

export async function findGrade(ctx: UserCtx, { gradeId }: { gradeId: number }) {
  const grade = await requireGrade(ctx, gradeId)
  const classes = await selectClasses(ctx.db, ctx.scope, { orgId: grade.orgId, gradeId })
  return {
    ...grade,
    gradeName: gradeNameOf(grade),
    prefixName: SchoolStage.label(grade.prefix),
    classCount: classes.length,
    studentCount: classes.reduce((sum, { studentCount }) => sum + studentCount, 0),
    heads: await selectTeachers(ctx.db, { gradeId }),
  }
}

export async function findClass(ctx: UserCtx, { classId }: { classId: number }) {
  const found = await requireClass(ctx, classId)
  return { ...found, gradeName: gradeNameOf(found), teachers: await selectTeachers(ctx.db, { classId }) }
}

export async function listUnusedClassNames(ctx: UserCtx, { gradeId }: { gradeId: number }) {
  const grade = await requireGrade(ctx, gradeId)
  const classes = await selectClasses(ctx.db, ctx.scope, { orgId: grade.orgId, gradeId })
  return unusedClassNames(classes.map(({ className }) => className))
}

export async function addGrade(ctx: UserTxCtx, input: z.output<typeof AddGrade>) {
  const { orgId, prefix, gradeNo } = input
  const school = await requireSchool(ctx, orgId)
  await lockRosters(ctx.db, [orgId], 'share')
  const name = gradeName(prefix, gradeNo, school.schoolSystem)
  if (!school.stages.includes(prefix)) throw refusal('prefix', '学校没有该学段，请先在学校信息中添加')
  if (!name) throw refusal('gradeNo', '该学段没有这个年级')
  const gradeId = await guardRoster(insertGrade(ctx.db, { orgId, stage: prefix, gradeNo }), `${name}已存在`)
  const classNames = unusedClassNames([]).slice(0, input.classCount)
  await createClasses(ctx, { orgId, prefix, gradeNo, gradeId }, classNames)
  ctx.note({ objectType: 'grade', objectId: gradeId, detail: { orgId, name, classes: classNames.length } })
  return { gradeId }
}

type Place = { orgId: number; prefix: number; gradeNo: number; gradeId: number }

async function createClasses(ctx: UserTxCtx, grade: Place, names: string[]): Promise<number[]> {
  if (names.length === 0) return []
  const today = await selectToday(ctx.db)
  const schoolYear = schoolYearOf(today)
  return insertClasses(
    ctx.db,
    {
      orgId: grade.orgId,
      stage: grade.prefix,
      schoolYear,
      entryYear: entryYearOf(schoolYear, grade.gradeNo),
      since: today,
    },
    names.map((name) => ({ gradeId: grade.gradeId, name, classNo: classNoOf(name) })),
  )
}

export async function editGrade(ctx: UserTxCtx, input: z.output<typeof EditGrade>) {
  const grade = await requireGrade(ctx, input.gradeId)
  ctx.note({
    objectType: 'grade',
    objectId: input.gradeId,
    detail: { gradeNo: [grade.gradeNo, input.gradeNo] },
  })
  await lockRosters(ctx.db, [grade.orgId], 'update')
  await assertOperable(ctx, grade.orgId)
  const name = gradeName(grade.prefix, input.gradeNo, grade.schoolSystem)
  if (!name) throw refusal('gradeNo', '该学段没有这个年级')
  // Students who were in it before were in this grade: their records must not change their name.
  const { pastPeriods } = await selectGradeUse(ctx.db, grade.gradeId)
  if (pastPeriods) throw new BizError(700, `${gradeNameOf(grade)}有历届班级的记录，不能更正`)
  const saved = await guardRoster(
    updateGradeNo(ctx.db, grade.gradeId, input.version, input.gradeNo),
    `${name}已存在`,
  )
  if (!saved) throw changedMeanwhile()
  await shiftEntryYears(ctx.db, grade.gradeId, entryYearOf(0, input.gradeNo) - entryYearOf(0, grade.gradeNo))
  return { version: input.version + 1 }
}

export async function deleteGrade(ctx: UserTxCtx, { gradeId }: { gradeId: number }): Promise<null> {
  const grade = await requireGrade(ctx, gradeId)
  ctx.note({ objectType: 'grade', objectId: gradeId, detail: { orgId: grade.orgId } })
  await lockRosters(ctx.db, [grade.orgId], 'update')
  await assertOperable(ctx, grade.orgId)
  const use = await selectGradeUse(ctx.db, gradeId)
  const name = gradeNameOf(grade)
  if (use.openClasses) throw new BizError(700, `${name}还有${use.openClasses}个班级，请先删除班级`)
  if (use.periods) throw new BizError(700, `${name}有历届班级的记录，不能删除`)
  if (await isGradeScreened(ctx.db, gradeId)) throw new BizError(700, `${name}有筛查任务的记录，不能删除`)
  await deleteGradeRow(ctx.db, gradeId)
  return null
}

export async function addClass(ctx: UserTxCtx, input: z.output<typeof AddClass>) {
  const found = await requireGrade(ctx, input.gradeId)
  await lockRosters(ctx.db, [found.orgId], 'share')
  // Read again under the lock: the grade may have been deleted or corrected meanwhile.
  const grade = await requireGrade(ctx, input.gradeId)
  const names = [...new Set(input.classNames)]
  const classIds = await guardRoster(createClasses(ctx, grade, names), '同名班级已存在，请换一个名称')
  ctx.note({ objectType: 'class', objectId: classIds.join(','), detail: { gradeId: grade.gradeId, names } })
  return { classIds }
}

export async function editClass(ctx: UserTxCtx, input: z.output<typeof EditClass>) {
  const found = await requireOpenClass(ctx, input.classId)
  ctx.note({
    objectType: 'class',
    objectId: input.classId,
    detail: { name: [found.className, input.className] },
  })
  await lockRosters(ctx.db, [found.orgId], 'share')
  const change = { name: input.className, classNo: classNoOf(input.className) }
  const saved = await guardRoster(
    updateClassName(ctx.db, input.classId, input.version, change),
    '同名班级已存在，请换一个名称',
  )
  if (!saved) throw changedMeanwhile()
  return { version: input.version + 1 }
}

export async function deleteClass(ctx: UserTxCtx, { classId }: { classId: number }): Promise<null> {
  const before = await requireOpenClass(ctx, classId)
  ctx.note({
    objectType: 'class',
    objectId: classId,
    detail: { name: before.className, orgId: before.orgId },
  })
  await lockRosters(ctx.db, [before.orgId], 'update')
  await assertOperable(ctx, before.orgId)
  // Read again under the lock: somebody may have been added meanwhile.
  const found = await requireOpenClass(ctx, classId)
  if (found.studentCount > 0) {
    throw new BizError(700, `${found.className}还有${found.studentCount}名学生，请先调班或办理转出`)
  }
  if ((await hasEverHadStudents(ctx.db, classId)) || (await hasRecords(ctx.db, classId))) {
    await closeClass(ctx.db, classId, await selectToday(ctx.db))
    return null
  }
  await deleteFromTasks(ctx.db, classId)
  await removeClass(ctx.db, classId)
  return null
}

const refusal = (field: string, message: string) => new BizError(700, message, [{ path: [field], message }])

/** Two who add the same at once: the database lets one through, the other is refused. */
async function guardRoster<T>(writing: Promise<T>, message: string): Promise<T> {
  try {
    return await writing
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'grade_in_school' || constraint === 'class_name_in_grade')
      throw new BizError(700, message)
    throw error
  }
}
