import type { CodeOf } from '#contract/core/enums.ts'
import { RecordSource } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { normal } from '../demo-distributions.ts'
import { makeRandom, type Random } from '../demo-random.ts'
import { FIRST_SCHOOL } from '../demo-world.ts'
import { type DemoPlan, earlier, later, plusDays, schoolDays } from './demo-screening-plans.ts'

/** A student on the list of a class. */
export type Member = { studentId: number; sex: number; birthDate: string }

export type ScreenedSchool = {
  orgId: number
  /** Of the schools that the demo names. */
  key: string | null
  provinceId: string
  cityId: string | null
  regionId: string | null
  system: number
  urban: boolean
}
/** A class as it stood when a plan took place. */
export type ClassThen = {
  classId: number
  stage: number
  gradeId: number
  gradeNo: number
  className: string
  classNo: number
}
/** Who carries out a task, and by whom. */
export type DemoExecutor = {
  orgId: number
  examiner: number | null
  /** Examines a second time. */
  controller: number | null
  deviceIds: readonly number[]
}

export type DemoTaskState = 'waiting' | 'under way' | 'completed'
type DemoSource = (typeof RecordSource.code)['hand' | 'import' | 'device']
export type DemoTaskClass = ClassThen & {
  /** Null: not examined yet. */
  day: string | null
  /** How much of the class was examined on the day. */
  part: number
  source: DemoSource
  deviceId: number | null
}
export type DemoTask = {
  id: number
  plan: DemoPlan
  school: ScreenedSchool
  executor: DemoExecutor
  state: DemoTaskState
  status: CodeOf<typeof TaskStatus>
  startsOn: string
  endsOn: string
  /** The last day of examination. */
  completedOn: string | null
  /** Of those on the list who could be examined. */
  turnout: number
  /** By how much the school's share of myopes differs. */
  effect: number
  classes: DemoTaskClass[]
  /** The day on which all this is made up. */
  today: string
  /** Examined so far, for drawing the second examination. */
  counted: number
}

/** Where rosters are worked on: no task is under way or to come. */
const LEFT_OUT = new Set([FIRST_SCHOOL, '330109-school-1'])
const KNOWN_STATES: Record<string, DemoTaskState> = {
  '330106-school-0': 'under way',
  '330106-school-2': 'under way',
  '330106-school-3': 'under way',
  '330106-school-4': 'completed',
  '330106-rare-0': 'waiting',
  '330110-school-1': 'under way',
  '330110-school-0': 'completed',
}

/** How far a school is with a plan; undefined: it takes no part. */
export function stateOf(plan: DemoPlan, { key, orgId }: ScreenedSchool): DemoTaskState | undefined {
  if (plan.status !== PlanStatus.code.underWay) return 'completed'
  if (key !== null && LEFT_OUT.has(key)) return undefined
  const drawn = makeRandom(`state ${key ?? orgId}`).unit()
  return KNOWN_STATES[key ?? ''] ?? (drawn < 0.22 ? 'completed' : drawn < 0.3 ? 'waiting' : 'under way')
}

/** Half of what tells schools in town from those in the country. */
const TOWN = 0.015

/** Schools of one district have something in common, and so have those in town. */
function effectOf({ orgId, key, regionId, cityId, urban }: ScreenedSchool): number {
  const own = 0.05 * normal(makeRandom(`daylight of ${key ?? orgId}`))
  const shared = 0.02 * normal(makeRandom(`children of ${regionId ?? cityId}`))
  return own + shared + (urban ? TOWN : -TOWN)
}

type Making = { state: DemoTaskState; executor: DemoExecutor; today: string }

export function makeTask(
  plan: DemoPlan,
  school: ScreenedSchool,
  classes: readonly ClassThen[],
  { state, executor, today }: Making,
): Omit<DemoTask, 'id'> {
  const random = makeRandom(`task ${plan.schoolYear} ${plan.season} ${school.key ?? school.orgId}`)
  const days = daysOf(plan, { state, classes: classes.length, today, random })
  const { waiting, underWay, completed } = TaskStatus.code
  const first = days[0] ?? plan.startsOn
  const last = days.at(-1) ?? first
  const far = state === 'waiting' ? plusDays(first, 10) : plusDays(state === 'completed' ? last : today, 5)
  return {
    plan,
    school,
    executor,
    state,
    status: state === 'waiting' ? waiting : state === 'completed' ? completed : underWay,
    startsOn: first,
    endsOn: earlier(plusDays(far, random.int(8)), plan.endsOn),
    completedOn: state === 'completed' ? last : null,
    turnout: 0.97 + 0.025 * random.unit(),
    effect: effectOf(school),
    classes: state === 'waiting' ? [] : classesOf(classes, { state, days, executor, random }),
    today,
    counted: 0,
  }
}

const CLASSES_PER_DAY = 6

/** The days on which a school is examined. */
function daysOf(
  plan: DemoPlan,
  of: { state: DemoTaskState; classes: number; today: string; random: Random },
): string[] {
  const { state, random, today } = of
  if (state === 'waiting') return [earlier(plusDays(today, 3 + random.int(8)), plan.endsOn)]
  const until =
    plan.status === PlanStatus.code.underWay
      ? later(plan.startsOn, plusDays(today, -1))
      : plusDays(plan.endsOn, -5)
  const days = schoolDays(plan.startsOn, until)
  const needed = Math.min(days.length, 8, Math.max(2, Math.ceil(of.classes / CLASSES_PER_DAY)))
  const latest = days.length - needed
  const start = state === 'under way' ? latest : random.int(latest + 1)
  return days.slice(start, start + needed)
}

/** Class by class, older and younger mixed; a school under way has come into the middle of one. */
function classesOf(
  classes: readonly ClassThen[],
  of: { state: DemoTaskState; days: string[]; executor: DemoExecutor; random: Random },
): DemoTaskClass[] {
  const { state, days, executor, random } = of
  const share = 0.6 + 0.35 * random.unit()
  const whole = classes.length
  const done = state === 'completed' ? whole : Math.max(1, Math.min(whole - 1, Math.round(whole * share)))
  const order = shuffled(whole, random)
  return classes.map((each, place) => {
    const index = order[place] ?? place
    const source = sourceOf(executor, random)
    return {
      ...each,
      day: index > done ? null : (days[Math.floor((index * days.length) / (done + 1))] ?? null),
      part: index < done ? 1 : index === done ? 0.5 : 0,
      source,
      deviceId: source === RecordSource.code.device ? random.pick(executor.deviceIds) : null,
    }
  })
}

/** The numbers below a number in some order. */
function shuffled(count: number, random: Random): number[] {
  const places = Array.from({ length: count }, (_, index) => ({ index, rank: random.unit() }))
  return places.sort((one, other) => one.rank - other.rank).map(({ index }) => index)
}

function sourceOf({ deviceIds }: DemoExecutor, random: Random): DemoSource {
  const { hand, import: sheet, device } = RecordSource.code
  const drawn = random.unit()
  if (deviceIds.length === 0) return drawn < 0.4 ? hand : sheet
  return drawn < 0.25 ? hand : drawn < 0.5 ? sheet : device
}
