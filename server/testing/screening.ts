import type { InputOf } from '#contract/core/endpoint.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'
import type { TestApp } from './app.ts'
import { dayFromNow } from './days.ts'
import { type By, must, signedIn } from './people.ts'
import { newGrade, newSchool, newStudent } from './roster.ts'
import { rowsOf } from './rows.ts'

type PlanInput = InputOf<typeof planEndpoints.addPlan>
type TasksInput = InputOf<typeof taskEndpoints.addTasks>

let plans = 0

/** A plan of 西湖区's primary schools as somebody fills it in; under way from today on once it is published. */
export function planForm(fields: Partial<PlanInput> = {}): PlanInput {
  plans += 1
  return {
    planName: `测试筛查计划${process.pid}号${plans}`,
    schoolYear: schoolYearOf(dayFromNow()),
    season: 2,
    kind: 1,
    areaIds: ['330106'],
    includeDirect: 1,
    stages: [2],
    startsOn: dayFromNow(),
    endsOn: dayFromNow(30),
    items: DEFAULT_ITEMS,
    profile: DEFAULT_PROFILE,
    ...fields,
  }
}

/** Published and under way unless the fields say otherwise; answers its id. */
export async function newPlan(by: By, fields: Partial<PlanInput> = {}): Promise<number> {
  const { planId } = await must(by.call(planEndpoints.addPlan, { publish: true, ...planForm(fields) }))
  return planId
}

/** One task of a plan at a school, carried out by the school itself and starting today unless said otherwise. */
export async function newTask(
  by: By,
  planId: number,
  schoolOrgId: number,
  fields: Partial<TasksInput> = {},
): Promise<number> {
  const { taskIds, skipped } = await must(
    by.call(taskEndpoints.addTasks, {
      planId,
      schoolOrgIds: [schoolOrgId],
      executor: { by: 'school' },
      startsOn: dayFromNow(),
      endsOn: dayFromNow(20),
      ...fields,
    }),
  )
  const [taskId] = taskIds
  if (taskId === undefined) throw new Error(`no task: ${JSON.stringify(skipped)}`)
  return taskId
}

export type MadeRecord = { recordId: number; studentId: number; classId: number }

/** The records of a task by class and student. */
export function recordsOf(app: TestApp, taskId: number): Promise<MadeRecord[]> {
  return rowsOf<MadeRecord>(
    app,
    `select id as "recordId", student_id as "studentId", class_id as "classId" from screening_record
     where task_id = $1 order by class_id, student_id`,
    [taskId],
  )
}

/** A school with classes and students; by 西湖区's bureau unless said otherwise. */
export async function newRoster(
  app: TestApp,
  by: By,
  options: {
    stages?: (1 | 2 | 3 | 4 | 5 | 6 | 7)[]
    area?: { provinceId: string; cityId: string; regionId: string }
    gradeNo?: number
    classes?: number
    studentsPerClass?: number
  } = {},
) {
  const { stages = [2], gradeNo = 3, classes = 2, studentsPerClass = 2, area } = options
  const schoolOrgId = await newSchool(app, by, area ? { stages, area } : { stages })
  const { gradeId, classIds } = await newGrade(by, schoolOrgId, stages[0] ?? 2, gradeNo, classes)
  const students: { studentId: number; name: string; idCard: string; classId: number }[] = []
  for (const classId of classIds) {
    for (let n = 0; n < studentsPerClass; n++) students.push({ ...(await newStudent(by, classId)), classId })
  }
  return { schoolOrgId, gradeId, classIds, students }
}

/** A new school with students in a task that is under way. `by` is 西湖区's bureau, `school` the school's admin. */
export async function startedTask(
  app: TestApp,
  options: {
    by?: By
    plan?: Partial<PlanInput>
    task?: Partial<TasksInput>
    roster?: Parameters<typeof newRoster>[2]
  } = {},
) {
  const by = options.by ?? (await signedIn(app, 'region01'))
  const roster = await newRoster(app, by, options.roster)
  const planId = await newPlan(by, options.plan)
  const taskId = await newTask(by, planId, roster.schoolOrgId, options.task)
  const records = await recordsOf(app, taskId)
  return { by, planId, taskId, ...roster, records }
}

/** A valid result for a record, as far as plans and tasks care. */
export const giveResult = (app: TestApp, recordId: number) =>
  app.sql(`update screening_record set state = 2, glasses = 1, naked_right = 50, naked_left = 50, source = 1,
    checked_on = (now() at time zone 'Asia/Shanghai')::date, entered_at = now(), version = version + 1
    where id = ${recordId}`)
