import type { z } from 'zod'
import type { NameDisclosure } from '#contract/core/private-name.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { normalStudentNo } from '#contract/students/identity.ts'
import {
  countLimit,
  type StudentDetail,
  type StudentPageQuery,
  type StudentStatisticsQuery,
} from '#contract/students/schemas.ts'
import { findAreaNames } from '../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import { discloseNames } from '../core/private-names.ts'
import { scopeCoversOrg } from '../core/scope.ts'
import { assertAreaFilter } from '../orgs/area-filter.ts'
import { selectPlansOfSchool } from '../plans/plan-queries.ts'
import { gradeNameOf, requireClass, requireGrade, requireSchool } from '../schools/roster.ts'
import { selectClasses } from '../schools/roster-queries.ts'
import { type EnrolmentLine, selectEnrolments } from './moves/enrolment-queries.ts'
import { documentHashes, studentNoHash } from './sealed-student.ts'
import { requireStudent } from './student.ts'
import {
  type PersonFilter,
  type StudentFilter,
  selectByPerson,
  selectByPlace,
} from './student-list-queries.ts'
import { selectTypeCounts } from './student-queries.ts'

export async function listStudents(
  ctx: UserCtx,
  { nameReason, ...query }: StudentPageQuery & z.output<typeof NameDisclosure>,
) {
  await assertPlace(ctx, query)
  const person = personFilter(ctx, query)
  const { rows, total } = person
    ? await selectByPerson(ctx.db, ctx.scope, query, person)
    : await selectByPlace(ctx.db, ctx.scope, query)
  await discloseNames(
    ctx,
    nameReason,
    rows.map(({ studentId }) => studentId),
  )
  return {
    list: rows.map((row) => ({ ...row, gradeName: gradeNameOf(row) })),
    total: person ? Math.min(total, countLimit(query)) : total,
    more: person !== undefined && total > countLimit(query),
    pageNum: query.pageNum,
    pageSize: query.pageSize,
  }
}

type Place = Partial<
  Pick<StudentPageQuery, 'provinceId' | 'cityId' | 'regionId' | 'orgId' | 'gradeId' | 'classId'>
>

/** Naming a place outside the range is refused; it is never just an empty list. */
export async function assertPlace(ctx: UserCtx, query: Place) {
  assertAreaFilter(ctx, query)
  if (query.orgId !== undefined) await requireSchool(ctx, query.orgId)
  if (query.gradeId !== undefined) await requireGrade(ctx, query.gradeId)
  if (query.classId !== undefined) await requireClass(ctx, query.classId)
}

/** Undefined where nothing but place and sex is asked: then counters answer. */
export function personFilter(
  { secrets, scope }: Pick<UserCtx, 'secrets' | 'scope'>,
  query: StudentFilter,
): PersonFilter | undefined {
  const { name, idCard, studentNo, studentType, status, faceCollected, screened } = query
  const asked = [name, idCard, studentNo].some(Boolean)
  const coded = [studentType, status, faceCollected, screened].some((code) => code !== undefined)
  if (!asked && !coded) return undefined
  const orgId = query.orgId ?? (scope.kind === 'org' ? scope.orgId : undefined)
  return {
    name: name || undefined,
    studentType,
    status,
    faceCollected,
    screened,
    documentHashes: idCard ? documentHashes(secrets, idCard) : undefined,
    studentNoHash: studentNo ? studentNoHash(secrets, normalStudentNo(studentNo), orgId) : undefined,
  }
}

export async function findStudent(
  ctx: UserTxCtx,
  { studentId }: { studentId: number },
): Promise<StudentDetail> {
  ctx.note({ objectType: 'student', objectId: studentId })
  const student = await requireStudent(ctx, studentId)
  const names = await findAreaNames(ctx)
  const enrolments = await selectEnrolments(ctx.db, studentId)
  return {
    ...student,
    studentId,
    birthDate: student.birthDate,
    idCard: student.idCardMask,
    passportNo: student.passportMask,
    studentNo: student.studentNoMask,
    parentPhone: student.parentPhoneMask,
    gradeName: gradeNameOf(student),
    areaName: names.get(student.regionId ?? student.cityId ?? student.provinceId) ?? '',
    faceEnabled: ctx.config.FACE_PHOTO,
    enrolments: enrolments.map((line) => presentEnrolment(ctx, line)),
    createdAt: student.createdAt.toISOString(),
    updatedAt: student.updatedAt.toISOString(),
  }
}

/**
 * The own file of a child is whole, but where it was in schools outside the range is not disclosed (only that it
 * was).
 */
export function presentEnrolment(ctx: UserCtx, line: EnrolmentLine) {
  const visible = ctx.caller.orgId === line.orgId || scopeCoversOrg(ctx.scope, { ...line, id: line.orgId })
  return {
    ...line,
    gradeName: gradeName(line.stage, line.gradeNo, line.schoolSystem),
    // An id would tell as much as a name: the schools of the province are listed with theirs.
    ...(visible ? {} : { orgId: 0, orgName: '其他学校', className: '', reason: null }),
  }
}

export async function findStudentStatistics(ctx: UserCtx, query: z.output<typeof StudentStatisticsQuery>) {
  await assertPlace(ctx, query)
  const [types, classes] = await Promise.all([
    selectTypeCounts(ctx.db, ctx.scope, query),
    selectClasses(ctx.db, ctx.scope, query),
  ])
  const sum = (key: 'count' | 'males' | 'faces') => types.reduce((total, row) => total + row[key], 0)
  const total = sum('count')
  const male = sum('males')
  const counted = classes.filter(({ classId }) => query.classId === undefined || classId === query.classId)
  return {
    total,
    male,
    female: total - male,
    classes: counted.length,
    faceCollected: sum('faces'),
    byType: types.map(({ studentType, count }) => ({ studentType, count })),
  }
}

export async function listPlansOf(ctx: UserCtx, { studentId }: { studentId: number }) {
  const { orgId } = await requireStudent(ctx, studentId)
  return selectPlansOfSchool(ctx.db, orgId)
}
