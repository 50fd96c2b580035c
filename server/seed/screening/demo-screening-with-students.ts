import type { Tx } from '../../core/db/connect.ts'
import type { Plan, PlannedClass, SchoolShape } from '../demo-classes.ts'
import { insertRows, reserveIds } from '../demo-queries.ts'
import type { DemoStudent } from '../demo-students.ts'
import type { BatchHook } from '../write-students.ts'
import type { DemoPlan } from './demo-screening-plans.ts'
import {
  type ClassThen,
  type DemoExecutor,
  type DemoTask,
  type DemoTaskClass,
  makeTask,
  type ScreenedSchool,
  stateOf,
} from './demo-screening-tasks.ts'
import { insertDemoTasks, type Listed, screen, writeScreened } from './demo-screening-write.ts'

type Place = { task: DemoTask; at: DemoTaskClass }
export type NewSchools = {
  plan: Plan
  schools: readonly { shape: SchoolShape; school: ScreenedSchool }[]
  plans: readonly DemoPlan[]
  executorOf(school: ScreenedSchool): DemoExecutor
  /** How many will come, of whom some were in no class or in two. */
  students: number
  today: string
}

/** Tasks of new schools in the existing plans, and the hook that stores the records of each batch of students. */
export async function screenWithStudents(db: Tx, of: NewSchools): Promise<BatchHook> {
  const tasks = await insertDemoTasks(db, tasksOf(of), null)
  const places = placesOf(tasks)
  let next = await reserveIds(db, 'screening_record', mostRecords(of, places))
  return async (students) => {
    const listed = listOf(students, places)
    const screened = await screen(next, listed)
    next += listed.length
    const lastDays = new Map<number, string>()
    // The latest comes last.
    screened.days.forEach((day, index) => {
      const studentId = listed[index]?.member.studentId
      if (day !== null && studentId !== undefined) lastDays.set(studentId, day)
    })
    const days = [...lastDays].map(([studentId, lastOn]) => ({ studentId, lastOn }))
    return {
      async write() {
        await writeScreened(db, screened)
        await insertRows(db, 'studentScreened', days)
      },
    }
  }
}

function mostRecords({ plan, plans, students }: NewSchools, places: Map<number, Place[]>): number {
  const inClass = plan.classes.reduce((sum, { size }) => sum + size, 0)
  const listed = plan.classes.reduce((sum, { id, size }) => sum + size * (places.get(id)?.length ?? 0), 0)
  return listed + (students - inClass) * plans.length
}

function tasksOf({ plan, schools, plans, executorOf, today }: NewSchools) {
  const gradeIds = new Map(
    plan.grades.map(({ id, orgId, stage, gradeNo }) => [`${orgId} ${stage} ${gradeNo}`, id]),
  )
  const bySchool = new Map<SchoolShape, PlannedClass[]>()
  for (const each of plan.classes) {
    const known = bySchool.get(each.school)
    if (known) known.push(each)
    else bySchool.set(each.school, [each])
  }
  return schools.flatMap(({ shape, school }) =>
    plans.flatMap((screening) => {
      const classes = (bySchool.get(shape) ?? []).flatMap(
        (each) => classThen(each, screening, gradeIds) ?? [],
      )
      const state = classes.length > 0 ? stateOf(screening, school) : undefined
      const sorted = classes.sort(inOrder)
      return state ? makeTask(screening, school, sorted, { state, executor: executorOf(school), today }) : []
    }),
  )
}

const inOrder = (a: ClassThen, b: ClassThen): number =>
  a.stage - b.stage || a.gradeNo - b.gradeNo || a.classNo - b.classNo || a.classId - b.classId

/** A class as it was in the year of a plan; undefined where it did not exist. */
function classThen(
  { id, school, grade, classNo, entryYear }: PlannedClass,
  { schoolYear }: DemoPlan,
  gradeIds: Map<string, number>,
): ClassThen | undefined {
  const gradeNo = schoolYear - entryYear + 1
  const gradeId = gradeIds.get(`${school.orgId} ${grade.stage} ${gradeNo}`)
  if (gradeNo < 1 || gradeNo > grade.gradeNo || gradeId === undefined) return undefined
  return { classId: id, stage: grade.stage, gradeId, gradeNo, className: `${classNo}班`, classNo }
}

function placesOf(tasks: readonly DemoTask[]): Map<number, Place[]> {
  const places = new Map<number, Place[]>()
  for (const task of tasks) {
    for (const at of task.classes) {
      const known = places.get(at.classId)
      if (known) known.push({ task, at })
      else places.set(at.classId, [{ task, at }])
    }
  }
  return places
}

/** Plan by plan, the oldest first, so that those of one plan stand together; each where it was then. */
function listOf(
  students: readonly { id: number; student: DemoStudent }[],
  places: Map<number, Place[]>,
): Listed[] {
  const listed = students.flatMap(({ id, student: { person, stays } }) => {
    const member = { studentId: id, sex: person.sex, birthDate: person.birthDate }
    return stays.flatMap(({ classId, fromOn, toOn }) =>
      (places.get(classId) ?? [])
        .filter(({ task: { plan } }) => fromOn <= plan.startsOn && (toOn === null || toOn > plan.startsOn))
        .map((place) => ({ ...place, member })),
    )
  })
  return listed.sort((one, other) => other.task.plan.plansAgo - one.task.plan.plansAgo)
}
