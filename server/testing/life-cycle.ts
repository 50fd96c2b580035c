import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { TestApp } from './app.ts'
import { type By, must } from './people.ts'
import { newSchoolTask } from './roster.ts'

/** The record with which a student left last. */
export async function recordIdOf(app: TestApp, studentId: number): Promise<number> {
  const { id } = await app.db
    .selectFrom('enrolment')
    .select('id')
    .where('studentId', '=', studentId)
    .where('historyType', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

export const leave = (by: By, studentIds: number[], historyType: 10 | 20 = 10) =>
  must(by.call(studentEndpoints.leaveStudents, { studentIds, historyType, reason: '家庭搬迁' }))

/** An application from the giving side. */
export async function apply(by: By, studentId: number, to: { orgId: number; classId: number }) {
  const target = { newOrgId: to.orgId, newClassId: to.classId }
  return (await must(by.call(studentEndpoints.applyTransfer, { studentId, ...target }))).applicationId
}

export const decide = (by: By, approvalIds: number[], passed = true) =>
  by.call(approvalEndpoints.decide, { approvalIds, passed, reason: passed ? undefined : '学额已满' })

/** A task under way at a school, which keeps its roster as it is; answers how to end it. */
export async function underWay(app: TestApp, orgId: number, planName = '春季筛查') {
  await newSchoolTask(app, orgId, planName)
  return () => app.sql(`delete from task where school_org_id = ${orgId}`)
}

/** A school year later, as far as promotions know. */
export const nextYear = (app: TestApp, orgId: number) =>
  app.sql(`update advance set school_year = school_year - 1 where org_id = ${orgId} and undone_at is null`)
