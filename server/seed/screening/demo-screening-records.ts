import { SchoolStage } from '#contract/core/codes.ts'
import { judge } from '#contract/eyesight/judgement/judge.ts'
import type { Subject } from '#contract/eyesight/judgement/judgement.ts'
import { DEFAULT_PROFILE } from '#contract/eyesight/judgement/profile.ts'
import { DEFAULT_ITEMS, Season } from '#contract/eyesight/plan-schemas.ts'
import { AbsenceReason, EMPTY_READING, type StoredReading } from '#contract/eyesight/reading.ts'
import { RecordSource } from '#contract/eyesight/record-schemas.ts'
import { ageOn } from '#contract/students/identity.ts'
import { type Random, randomOf } from '../demo-random.ts'
import { demoEyesOf, gradeLevelOf, readingOf } from './demo-screening-eyes.ts'
import type { DemoEntry, DemoRecordRow } from './demo-screening-queries.ts'
import type { DemoTask, DemoTaskClass, Member } from './demo-screening-tasks.ts'

const RULES = { profile: DEFAULT_PROFILE, items: DEFAULT_ITEMS }
/** The values of a student who was not examined. */
const NOTHING_FOUND = judge(EMPTY_READING, { stage: SchoolStage.code.primary, age: 8 }, RULES)
const INVALID_SHARE = 0.018
/** Every year a little fewer. */
const TREND_PER_PLAN = 0.003

/** One student's row of a task: examined, excused or still to come; the same every time. */
export function demoRecordOf(id: number, task: DemoTask, at: DemoTaskClass, member: Member): DemoRecordRow {
  const { plan } = task
  // Plans keep their number when older ones are added.
  const random = randomOf(member.studentId, 1 + 2 * plan.schoolYear + plan.season)
  const examined = at.day !== null && random.chance(at.part)
  const present = examined && random.chance(task.turnout)
  const day = at.day ?? task.startsOn
  const subject: Subject = { stage: at.stage as Subject['stage'], age: ageOn(member.birthDate, day) }
  const reading = present ? measured(task, at, member, random) : EMPTY_READING
  return {
    id,
    planId: plan.id,
    taskId: task.id,
    classId: at.classId,
    studentId: member.studentId,
    sex: member.sex,
    age: subject.age,
    reading,
    judgement: present ? judge(reading, subject, RULES) : NOTHING_FOUND,
    absence: examined && !present ? absenceOf(random) : null,
    entry: present ? entryOf(task, at, random) : NOT_ENTERED,
  }
}

function measured(task: DemoTask, at: DemoTaskClass, member: Member, random: Random): StoredReading {
  const half = task.plan.season === Season.code.spring ? 0.5 : 0
  const standing = {
    stage: at.stage,
    level: gradeLevelOf(at.stage, at.gradeNo, task.school.system) + half,
    sex: member.sex,
    effect: task.effect,
    trend: TREND_PER_PLAN * task.plan.plansAgo,
  }
  const reading = readingOf(demoEyesOf(member.studentId), standing, random)
  return random.chance(INVALID_SHARE) ? incomplete(reading, random) : reading
}

/** What goes wrong: an eye forgotten, glasses at home, a child that does not want to, an eye that cannot be examined. */
function incomplete(reading: StoredReading, random: Random): StoredReading {
  const kind = random.unit()
  const withoutLeft = {
    nakedLeft: null,
    correctedLeft: null,
    sphereLeft: null,
    cylinderLeft: null,
    axisLeft: null,
  }
  if (kind < 0.25) return { ...reading, ...withoutLeft, uncooperative: true }
  if (kind < 0.3) return { ...reading, ...withoutLeft, unableLeft: true }
  // Of a lens worn by night vision is all there is.
  if (kind < 0.6 || reading.sphereRight === null) return { ...reading, ...withoutLeft }
  return { ...reading, correctedRight: null, correctedLeft: null, sphereRight: null, sphereLeft: null }
}

const { leave, transferred, suspended, refused, uncooperative, other } = AbsenceReason.code
function absenceOf(random: Random): DemoRecordRow['absence'] {
  const drawn = random.unit()
  if (drawn < 0.6) return leave
  if (drawn < 0.75) return transferred
  return random.pick([suspended, refused, uncooperative, other, other, other])
}

const NOT_ENTERED: DemoEntry = {
  checkedOn: null,
  source: null,
  deviceId: null,
  enteredBy: null,
  enteredAt: null,
}

function entryOf(task: DemoTask, { day, source, deviceId }: DemoTaskClass, random: Random): DemoEntry {
  const { device, import: sheet } = RecordSource.code
  const hour = source === sheet ? 17 : 8 + random.int(9)
  return {
    checkedOn: day,
    source,
    deviceId,
    enteredBy: source === device ? null : task.executor.examiner,
    enteredAt: momentOf(task, day ?? task.startsOn, hour, random.int(60)),
  }
}

const two = (value: number): string => String(value).padStart(2, '0')
/** An hour of a day; of today only the first is over for certain. */
export const momentOf = (
  { today }: Pick<DemoTask, 'today'>,
  day: string,
  hour: number,
  minute: number,
): string => (day < today ? `${day} ${two(hour)}:${two(minute)}:00+08` : `${day} 00:00:00+08`)
