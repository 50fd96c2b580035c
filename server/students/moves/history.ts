import type { z } from 'zod'
import { HistoryStatus, RoleType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { NameDisclosure } from '#contract/core/private-name.ts'
import { schoolYearName } from '#contract/schools/grades.ts'
import type { HistoryInfo, HistoryPageQuery, HistoryTree } from '#contract/students/schemas.ts'
import { findAreaNames } from '../../areas/area.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { discloseNames } from '../../core/private-names.ts'
import type { Scope } from '../../core/scope.ts'
import { gradeNameOf, requireSchool } from '../../schools/roster.ts'
import { assertPlace, presentEnrolment } from '../student-list.ts'
import { selectEnrolments } from './enrolment-queries.ts'
import { selectHistory, selectHistoryTree, selectRecordInfo, selectSchoolsOf } from './history-queries.ts'

export async function listHistory(
  ctx: UserCtx,
  { nameReason, ...query }: HistoryPageQuery & z.output<typeof NameDisclosure>,
) {
  await assertPlace(ctx, query)
  const page = await selectHistory(ctx.db, ctx.scope, query)
  await discloseNames(
    ctx,
    nameReason,
    page.list.map(({ studentId }) => studentId),
  )
  return { ...page, list: page.list.map((row) => ({ ...row, gradeName: gradeNameOf(row) })) }
}

export async function findRecord(ctx: UserTxCtx, { recordId }: { recordId: number }): Promise<HistoryInfo> {
  const record = await selectRecordInfo(ctx.db, ctx.scope, recordId)
  if (!record) throw new BizError(650)
  ctx.note({ objectType: 'student', objectId: record.studentId, detail: { recordId } })
  const names = await findAreaNames(ctx)
  const enrolments = await selectEnrolments(ctx.db, record.studentId)
  return {
    ...record,
    gradeName: gradeNameOf(record),
    areaName: names.get(record.regionId ?? record.cityId ?? record.provinceId) ?? '',
    // Where the child went afterwards is none of the old school's business.
    enrolments: enrolments
      .filter((line) => line.orgId === record.orgId || line.fromOn < record.leftOn)
      .map((line) => presentEnrolment(ctx, line)),
  }
}

/** On record before the page goes to paper. */
export async function printRecord(ctx: UserTxCtx, { recordId }: { recordId: number }): Promise<null> {
  const record = await selectRecordInfo(ctx.db, ctx.scope, recordId)
  if (!record) throw new BizError(650)
  ctx.note({ objectType: 'student', objectId: record.studentId, detail: { recordId } })
  return null
}

export async function listHistoryTypes() {
  return HistoryStatus.options.map(({ value, label }) => ({ historyType: value, name: label }))
}

export const findHistoryTree = (ctx: UserCtx, { orgId }: { orgId: number }) => treeOf(ctx, ctx.scope, orgId)

/** The same for the classes and grades of the caller alone, whatever else the caller may see. */
export function findHistoryTreeOfTeacher(ctx: UserCtx, { orgId }: { orgId: number }) {
  const { userId, roleType } = ctx.caller
  const own: Scope = {
    kind: 'org',
    orgId,
    only: { userId, by: roleType === RoleType.code.gradeHead ? 'grade' : 'class' },
  }
  return treeOf(ctx, own, orgId)
}

async function treeOf(ctx: UserCtx, scope: Scope, orgId: number): Promise<HistoryTree> {
  await requireSchool(ctx, orgId)
  const rows = await selectHistoryTree(ctx.db, scope, orgId)
  const years = new Map<number, HistoryTree[number]>()
  for (const row of rows) {
    const { schoolYear, transferredOut, graduated } = row
    const year = years.get(schoolYear) ?? {
      schoolYear,
      schoolYearName: schoolYearName(schoolYear),
      count: 0,
      classes: [],
    }
    year.count += transferredOut + graduated
    year.classes.push({ ...row, gradeName: gradeNameOf(row) })
    years.set(schoolYear, year)
  }
  return [...years.values()]
}

/** 650 where none of the student's schools lies in the range: exactly as for one that does not exist. */
export async function listSchoolsOf(ctx: UserCtx, { studentId }: { studentId: number }) {
  const schools = await selectSchoolsOf(ctx.db, ctx.scope, studentId)
  if (schools.length === 0) throw new BizError(650)
  return schools
}
