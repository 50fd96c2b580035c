import { HistoryStatus, StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Secrets } from '../core/secrets.ts'
import { sealDocument, sealParentPhone, sealStudentNo } from '../students/sealed-student.ts'
import { graduationDay, type PlannedClass } from './demo-classes.ts'
import { type DemoPerson, dayAfter, daysSince, type People } from './demo-people.ts'
import type { BulkRow } from './demo-queries.ts'
import type { Random } from './demo-random.ts'

const { transferredOut, graduated } = HistoryStatus.code

type Stay = Omit<BulkRow<'enrolment'>, 'studentId'>
export type DemoStudent = {
  person: DemoPerson
  orgId: number
  /** Null: left school. */
  classId: number | null
  leftAs: CodeOf<typeof HistoryStatus> | null
  leftOn: string | null
  stays: Stay[]
}

type ClassRoom = {
  people: People
  random: Random
  schoolYear: number
  /** A student without a document is identified by school, name, sex and birth date. */
  known: Set<string>
}

const REASONS = ['随父母工作调动', '户籍迁移', '家庭搬迁', '回原籍就读']

function newcomer({ people, random, known }: ClassRoom, of: PlannedClass): DemoPerson {
  const { school, grade, entryYear } = of
  const place = { ...school, ...grade, schoolYear: entryYear + grade.gradeNo - 1 }
  for (;;) {
    const person = people.make(random, place)
    if (person.studentType !== StudentType.code.mainlandWithoutId) return person
    const key = `${school.orgId} ${person.name} ${person.sex} ${person.birthDate}`
    if (known.has(key)) continue
    known.add(key)
    return person
  }
}

const stayOf = (of: PlannedClass): Stay => ({
  orgId: of.school.orgId,
  classId: of.id,
  fromOn: `${of.entryYear}-09-01`,
  toOn: null,
  gradeId: null,
  historyType: null,
  movedToOrgId: null,
  reason: null,
})

/** In class since it exists. */
export function pupilOf(room: ClassRoom, of: PlannedClass): DemoStudent {
  const person = newcomer(room, of)
  return { person, orgId: of.school.orgId, classId: of.id, leftAs: null, leftOn: null, stays: [stayOf(of)] }
}

/** Finished school with the class. */
export function graduateOf(room: ClassRoom, of: PlannedClass): DemoStudent {
  const toOn = graduationDay(of.entryYear + of.grade.gradeNo)
  const stay: Stay = { ...stayOf(of), toOn, gradeId: of.grade.id, historyType: graduated }
  return { ...gone(newcomer(room, of), stay), leftAs: graduated }
}

/** Was in the class and has gone elsewhere, last year or this. */
export function leaverOf(
  room: ClassRoom,
  of: PlannedClass,
  before: { gradeId: number; today: string },
): DemoStudent {
  const { random, schoolYear } = room
  const thisYear = random.chance(0.25)
  const day = thisYear
    ? dayAfter(schoolYear, random.int(daysSince(schoolYear, before.today) + 1))
    : dayAfter(schoolYear - 1, 5 + random.int(290))
  const stay: Stay = {
    ...stayOf(of),
    toOn: day,
    gradeId: thisYear ? of.grade.id : before.gradeId,
    historyType: transferredOut,
    reason: random.pick(REASONS),
  }
  return { ...gone(newcomer(room, of), stay), leftAs: transferredOut }
}

const gone = (person: DemoPerson, stay: Stay): DemoStudent => ({
  person,
  orgId: stay.orgId,
  classId: null,
  leftAs: null,
  leftOn: stay.toOn,
  stays: [stay],
})

/** Came last year from a class of the same grade in another school. */
export function moverOf(
  room: ClassRoom,
  of: PlannedClass,
  from: { class: PlannedClass; gradeId: number },
): DemoStudent {
  const day = dayAfter(room.schoolYear - 1, 30 + room.random.int(250))
  const pupil = pupilOf(room, of)
  const past: Stay = {
    ...stayOf(from.class),
    toOn: day,
    gradeId: from.gradeId,
    historyType: transferredOut,
    movedToOrgId: of.school.orgId,
    reason: room.random.pick(REASONS),
  }
  return { ...pupil, stays: [past, { ...stayOf(of), fromOn: day }] }
}

export function studentRow(secrets: Secrets, id: number, student: DemoStudent): BulkRow<'student'> {
  const { person } = student
  return {
    id,
    orgId: student.orgId,
    classId: student.classId,
    name: person.name,
    sex: person.sex,
    birthDate: person.birthDate,
    studentType: person.studentType,
    status: person.status,
    ...sealDocument(secrets, person),
    ...sealStudentNo(secrets, person.studentNo, { orgId: student.orgId, idCard: person.idCard }),
    nation: person.nation,
    nativePlace: person.nativePlace,
    parentName: person.parentName,
    ...sealParentPhone(secrets, person.parentPhone),
    leftAs: student.leftAs,
    leftOn: student.leftOn,
  }
}
