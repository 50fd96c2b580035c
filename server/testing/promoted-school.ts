import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { TestApp } from './app.ts'
import { type By, must, newUser, signedIn } from './people.ts'
import { permitEverything } from './range/range-calls.ts'
import { adminOf, HOME, keyOfOrg, newLetter, newVisit, newWarning, oneNumber } from './range/range-world.ts'
import type { World } from './range/world.ts'
import { freeze } from './reports/frozen-reports.ts'
import { newGrade, newSchool, newStudent } from './roster.ts'
import { giveResult, newPlan, newTask, recordsOf } from './screening.ts'

/** Children who go through the grades together. */
export type Cohort = { marker: string; classId: number; studentId: number; leftId: number; recordId: number }

async function newCohort(app: TestApp, by: By, orgId: number, gradeNo: number, marker: string) {
  const { gradeId, classIds } = await newGrade(by, orgId, 2, gradeNo, 1)
  const [classId = 0] = classIds
  const { studentId } = await newStudent(by, classId, { name: `${marker}甲` })
  const { studentId: leftId } = await newStudent(by, classId, { name: `${marker}乙` })
  await must(by.call(studentEndpoints.leaveStudents, { studentIds: [leftId] }))
  const recordId = await oneNumber(app, `select id from enrolment where student_id = ${leftId}`)
  return { gradeId, marker, classId, studentId, leftId, recordId }
}

type Screened = {
  planId: number
  taskId: number
  worlds: Pick<World, 'screeningRecordId' | 'reportNo' | 'letterId' | 'visitId' | 'warningId'>[]
}

/** A plan at the school with a result of every child and a frozen report of every class. */
async function screen(app: TestApp, by: By, orgId: number, cohorts: readonly Cohort[]): Promise<Screened> {
  const planId = await newPlan(by, { areaIds: [HOME.regionId] })
  const taskId = await newTask(by, planId, orgId)
  const records = await recordsOf(app, taskId)
  const worlds = []
  for (const { studentId, classId } of cohorts) {
    const screeningRecordId = records.find((record) => record.studentId === studentId)?.recordId ?? 0
    if (screeningRecordId) await giveResult(app, screeningRecordId)
    const { reportNo } = screeningRecordId ? await freeze(by, 'class', { planId, classId }) : { reportNo: '' }
    worlds.push({
      screeningRecordId,
      reportNo,
      letterId: screeningRecordId ? await newLetter(app, screeningRecordId) : 0,
      visitId: screeningRecordId ? await newVisit(app, screeningRecordId, orgId) : 0,
      warningId: screeningRecordId ? await newWarning(app, screeningRecordId) : 0,
    })
  }
  return { planId, taskId, worlds }
}

/**
 * A school that was screened, promoted its classes, and is screened again. A grade head of the third and the sixth
 * grade has the children who were in the second before; those of the third are in the fourth, those of the sixth gone.
 */
export async function promotedSchool(app: TestApp) {
  const by = await signedIn(app, adminOf(keyOfOrg(HOME, '教育')))
  const orgId = await newSchool(app, by, { area: HOME, stages: [2] })
  const cohorts = [
    await newCohort(app, by, orgId, 2, '二升三'),
    await newCohort(app, by, orgId, 3, '三升四'),
    await newCohort(app, by, orgId, 6, '六毕业'),
  ]
  const before = await screen(app, by, orgId, cohorts)
  const { version } = await must(by.call(planEndpoints.planDetail, { planId: before.planId }))
  await must(by.call(planEndpoints.endPlan, { planId: before.planId, version }))
  await must(by.call(studentEndpoints.advance, { orgId }))
  const now = await screen(app, by, orgId, cohorts)
  const grades = await must(by.call(schoolEndpoints.getGradeListByOrg, { orgId }))
  const gradeIdOf = (gradeNo: number) => grades.find((grade) => grade.gradeNo === gradeNo)?.gradeId ?? 0
  const head = await newUser(app, orgId, 40)
  const assigned = [3, 6].map((gradeNo) => `(${head.userId}, ${gradeIdOf(gradeNo)})`)
  await app.sql(`insert into user_grade (user_id, grade_id) values ${assigned.join(', ')}`)
  await permitEverything(app, head.account)

  /** A cohort as the calls see it, in one of the two plans. */
  const worldOf = (nth: 0 | 1 | 2, plan: 'before' | 'now'): World => {
    const [screened, compared] = plan === 'now' ? [now, before] : [before, now]
    const cohort = cohorts[nth] as Cohort
    return {
      ...NOTHING_ELSE,
      ...cohort,
      ...(screened.worlds[nth] as Screened['worlds'][number]),
      orgId,
      gradeId: gradeIdOf([3, 4, 6][nth] ?? 0),
      otherClassId: cohort.classId,
      planId: screened.planId,
      draftId: compared.planId,
      taskId: screened.taskId,
    }
  }
  return { orgId, head: await signedIn(app, head.account), by, worldOf }
}

/** What a grade head has nothing to do with. */
const NOTHING_ELSE = {
  area: HOME,
  govId: 0,
  hospitalId: 0,
  userId: 0,
  approvalId: 0,
  advanceId: 0,
  eduId: 0,
  importId: 0,
  deviceId: 0,
  conflictId: 0,
  designId: 0,
  assessPlanId: 0,
  assessLastId: 0,
  applicationId: 0,
  evidenceId: '',
}
