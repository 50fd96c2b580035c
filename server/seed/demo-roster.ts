import { SchoolStage } from '#contract/core/codes.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'
import type { Db } from '../core/db/connect.ts'
import { selectToday } from '../core/db/today.ts'
import type { Secrets } from '../core/secrets.ts'
import { findSetting, saveSetting } from '../core/setting-queries.ts'
import { insertAffairs } from './demo-affairs.ts'
import {
  type ClassByPlace,
  fitSizes,
  graduationDay,
  type Plan,
  type PlannedClass,
  periodsOf,
  placeKey,
  planLeavers,
  planSchool,
  type SchoolShape,
} from './demo-classes.ts'
import { makeIdNumbers } from './demo-id-numbers.ts'
import { makePeople } from './demo-people.ts'
import { insertRows, reserveIds, selectDemoIds } from './demo-queries.ts'
import { makeRandom } from './demo-random.ts'
import { type DemoStudent, graduateOf, leaverOf, moverOf, pupilOf } from './demo-students.ts'
import { DEMO_ORGS, type DemoOrg, FIRST_SCHOOL } from './demo-world.ts'
import { countAllStudents, ownsTables } from './grow/grow-queries.ts'
import type { screenWithRoster } from './screening/demo-screening.ts'
import { findTakenNumbers } from './taken-numbers.ts'
import { withoutIndexes, writeStudents } from './write-students.ts'

export const DEMO_STUDENTS = 20_000
export const ROSTER_SETTING = 'demoRoster'
/** Of a small demo the first school has more than its share. */
const FIRST_SCHOOL_WEIGHT = 5

export type RosterState = { students: number; documents: number }

/**
 * Grades, classes and students of the demo's schools and what goes on around them, with their screenings where somebody
 * brings them; once, in one transaction.
 */
export async function loadDemoRoster(
  db: Db,
  secrets: Secrets,
  { students = DEMO_STUDENTS, screening }: { students?: number; screening?: typeof screenWithRoster } = {},
): Promise<boolean> {
  if (await findSetting(db, ROSTER_SETTING)) return false
  await db.transaction().execute(async (tx) => {
    const today = await selectToday(tx)
    const ids = await selectDemoIds(tx)
    const schools = DEMO_ORGS.filter((org) => org.classesPerGrade && ids.orgs.has(org.key))
    const shapes = new Map(schools.map((org) => [org.key, shapeOf(org, ids.orgs, students)]))
    const plan = planAll(shapes, students, schoolYearOf(today))
    await insertClassPlan(tx, plan)
    const byPlace = placesOf(plan, shapes)
    const people = makePeople(makeIdNumbers(await findTakenNumbers(tx, secrets)))
    const made = makeStudents({ plan, shapes, byPlace, people, today })
    const firstId = await reserveIds(tx, 'student', made.length)
    const hooks = await screening?.(tx, secrets, { ids, plan, shapes, students: made.length, today })
    const write = () => writeStudents(tx, secrets, { students: made, firstId, batchHook: hooks?.batchHook })
    const fast = await isFastLoad(tx)
    const load = () => (fast ? withoutIndexes(tx, plan.classes, write) : write())
    await (hooks ? hooks.around(load) : load())
    const idOf = new Map(made.map((student, index) => [student, firstId + index]))
    await insertAffairs(tx, { ids, byPlace, studentsOf: pupilsByClass(idOf) })
    const state: RosterState = { students, documents: people.documents() }
    await saveSetting(tx, ROSTER_SETTING, state)
  })
  return true
}

function shapeOf(org: DemoOrg, orgIds: Map<string, number>, students: number): SchoolShape {
  const atLeast = org.key === FIRST_SCHOOL ? 2 : 1
  const share = Math.min(1, students / DEMO_STUDENTS)
  const classes = Math.max(atLeast, Math.round((org.classesPerGrade ?? 0) * share))
  return {
    orgId: orgIds.get(org.key) ?? 0,
    cityId: org.cityId ?? org.provinceId,
    stages: org.stages ?? [],
    system: org.schoolSystem ?? 63,
    classes: () => classes,
  }
}

function planAll(shapes: Map<string, SchoolShape>, students: number, schoolYear: number): Plan {
  const plan: Plan = { grades: [], classes: [] }
  for (const [key, shape] of shapes) planSchool(makeRandom(`classes of ${key}`), shape, schoolYear, plan)
  const open = [...plan.classes]
  for (const [key, shape] of shapes) planLeavers(makeRandom(`leavers of ${key}`), shape, schoolYear - 1, plan)
  const first = shapes.get(FIRST_SCHOOL)?.orgId
  const isSmall = students < DEMO_STUDENTS / 10
  const weightOf = ({ school }: PlannedClass) => (isSmall && school.orgId === first ? FIRST_SCHOOL_WEIGHT : 1)
  const leavers = plan.classes.slice(open.length)
  fitSizes(open, students, weightOf)
  fitSizes(leavers, Math.round((students * leavers.length) / open.length), weightOf)
  return plan
}

/** Gives the planned grades and classes their ids and stores them. */
export async function insertClassPlan(db: Db, { grades, classes }: Plan): Promise<void> {
  const firstGrade = await reserveIds(db, 'grade', grades.length)
  const firstClass = await reserveIds(db, 'class', classes.length)
  for (const grade of grades) grade.id += firstGrade
  for (const each of classes) each.id += firstClass
  await insertRows(
    db,
    'grade',
    grades.map((grade) => ({ ...grade, stage: grade.stage as 1 })),
  )
  await insertRows(db, 'class', classes.map(classRow))
  await insertRows(db, 'classPeriod', classes.flatMap(gradesBefore(grades)))
}

const classRow = ({ id, school, grade, classNo, entryYear, graduated }: PlannedClass) => ({
  id,
  orgId: school.orgId,
  stage: grade.stage as 1,
  gradeId: grade.id,
  name: `${classNo}班`,
  classNo,
  entryYear,
  closedOn: graduated ? graduationDay(entryYear + grade.gradeNo) : null,
})

function gradesBefore(grades: Plan['grades']) {
  const ids = new Map(grades.map(({ id, orgId, stage, gradeNo }) => [`${orgId} ${stage} ${gradeNo}`, id]))
  return (of: PlannedClass) =>
    periodsOf(of).map(({ gradeNo, ...rest }) => ({
      classId: of.id,
      gradeId: ids.get(`${of.school.orgId} ${of.grade.stage} ${gradeNo}`) ?? 0,
      ...rest,
    }))
}

function placesOf({ classes }: Plan, shapes: Map<string, SchoolShape>): ClassByPlace {
  const keys = new Map([...shapes].map(([key, { orgId }]) => [orgId, key]))
  const open = classes.filter(({ graduated }) => !graduated)
  return new Map(
    open.map((each) => {
      const { stage, gradeNo } = each.grade
      return [placeKey(keys.get(each.school.orgId) ?? '', stage, gradeNo, each.classNo), each]
    }),
  )
}

type Making = {
  plan: Plan
  shapes: Map<string, SchoolShape>
  byPlace: ClassByPlace
  people: ReturnType<typeof makePeople>
  today: string
}

function makeStudents({ plan, shapes, byPlace, people, today }: Making): DemoStudent[] {
  const schoolYear = schoolYearOf(today)
  const made: DemoStudent[] = []
  for (const [key, shape] of shapes) {
    const room = { people, schoolYear, random: makeRandom(`people of ${key}`), known: new Set<string>() }
    const gradeIds = new Map(
      plan.grades
        .filter(({ orgId }) => orgId === shape.orgId)
        .map(({ stage, gradeNo, id }) => [`${stage} ${gradeNo}`, id]),
    )
    for (const each of plan.classes.filter(({ school }) => school === shape)) {
      const { stage, gradeNo } = each.grade
      const origin = originOf(byPlace, key, each)
      for (let position = 0; position < each.size; position++) {
        if (each.graduated) made.push(graduateOf(room, each))
        else if (position === 0 && origin) made.push(moverOf(room, each, origin))
        else made.push(pupilOf(room, each))
      }
      const gradeId = gradeIds.get(`${stage} ${gradeNo - 1}`)
      if (!each.graduated && gradeId && room.random.chance(0.4))
        made.push(leaverOf(room, each, { gradeId, today }))
    }
  }
  return made
}

/** Into the nine-year schools somebody came from the primary school of the district. */
function originOf(byPlace: ClassByPlace, key: string, { grade, classNo }: PlannedClass) {
  if (!key.endsWith('-school-3') || grade.stage !== SchoolStage.code.primary || classNo !== 1)
    return undefined
  const from = key.replace('-school-3', '-school-1')
  const at = (gradeNo: number) => byPlace.get(placeKey(from, grade.stage, gradeNo, 1))
  const [origin, yearBefore] = [at(grade.gradeNo), at(grade.gradeNo - 1)]
  return origin && yearBefore && { class: origin, gradeId: yearBefore.grade.id }
}

/** In an empty table the indexes are made faster afterwards; only its owner can do that. */
const isFastLoad = async (db: Db) => (await countAllStudents(db)) === 0 && (await ownsTables(db))

function pupilsByClass(ids: Map<DemoStudent, number>): Map<number, { id: number; name: string }[]> {
  const pupils = new Map<number, { id: number; name: string }[]>()
  for (const [{ classId, person }, id] of ids) {
    if (classId === null) continue
    const known = pupils.get(classId)
    if (known) known.push({ id, name: person.name })
    else pupils.set(classId, [{ id, name: person.name }])
  }
  return pupils
}
