import { CityProperty, RoleType } from '#contract/core/codes.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import type { Secrets } from '../../core/secrets.ts'
import { findSetting, saveSetting } from '../../core/setting-queries.ts'
import type { Plan, SchoolShape } from '../demo-classes.ts'
import { type DemoIds, selectDemoIds } from '../demo-queries.ts'
import { DEMO_ORGS, DEMO_USERS, type DemoOrg, FIRST_SCHOOL, PROVINCE } from '../demo-world.ts'
import { ownsTables } from '../grow/grow-queries.ts'
import type { BatchHook } from '../write-students.ts'
import { insertDemoLetters } from './demo-letters.ts'
import { insertScreeningAffairs } from './demo-screening-affairs.ts'
import { insertDevices, noteDeviceReadings } from './demo-screening-devices.ts'
import { comparedWith, DEMO_PLANS, type DemoPlan, plansUpTo } from './demo-screening-plans.ts'
import {
  insertPlans,
  isUnscreened,
  noteLastScreened,
  selectClassesOn,
  selectDemoPlans,
  selectMembers,
  selectSchoolsById,
  selectScreenedSchools,
  setLastPlans,
  storePlanEnds,
} from './demo-screening-queries.ts'
import {
  type ClassThen,
  type DemoExecutor,
  makeTask,
  type ScreenedSchool,
  stateOf,
} from './demo-screening-tasks.ts'
import { screenWithStudents } from './demo-screening-with-students.ts'
import { insertDemoTasks, withoutRecordIndexes, writeListed } from './demo-screening-write.ts'
import { insertDemoFollowUp } from './demo-warnings.ts'

const SCREENING_SETTING = 'demoScreening'
/** Plans of the demo, the one under way first. */
type ScreeningState = { planIds: number[] }

/** What the roster knows about itself while it is loaded. */
export type RosterLoad = {
  ids: DemoIds
  plan: Plan
  shapes: Map<string, SchoolShape>
  students: number
  today: string
}
/** Work that happens together with the students: for each batch of them, and around all. */
export type RosterHooks = { batchHook: BatchHook; around(load: () => Promise<void>): Promise<void> }

/** The screenings of a roster that is just being loaded, in its transaction. */
export async function screenWithRoster(tx: Tx, secrets: Secrets, roster: RosterLoad): Promise<RosterHooks> {
  const { ids, plan, shapes, students, today } = roster
  const devices = await insertDevices(tx, secrets, { ids, today })
  const plans = await addPlans(tx, { ids, today, count: DEMO_PLANS })
  const orgs = new Map(DEMO_ORGS.map((org) => [org.key, org]))
  const schools = [...shapes].map(([key, shape]) => ({ shape, school: schoolOf(key, shape, orgs.get(key)) }))
  const executorOf = executors(ids, devices)
  const batchHook = await screenWithStudents(tx, { plan, schools, plans, executorOf, students, today })
  return {
    batchHook,
    async around(load) {
      await loadRecords(tx, load)
      await finish(tx, secrets, { ids, plans })
    },
  }
}

const schoolOf = (key: string, { orgId, system }: SchoolShape, org: DemoOrg | undefined): ScreenedSchool => ({
  orgId,
  key,
  provinceId: org?.provinceId ?? PROVINCE,
  cityId: org?.cityId ?? null,
  regionId: org?.regionId ?? null,
  system,
  urban: org?.cityProperty !== CityProperty.code.township,
})

/** The screenings of a roster that has been there before; once, in one transaction. */
export async function loadDemoScreening(db: Db, secrets: Secrets): Promise<boolean> {
  if (await findSetting(db, SCREENING_SETTING)) return false
  await db.transaction().execute(async (tx) => {
    const today = await selectToday(tx)
    const ids = await selectDemoIds(tx)
    const devices = await insertDevices(tx, secrets, { ids, today })
    const plans = await addPlans(tx, { ids, today, count: DEMO_PLANS })
    const schools = await demoSchools(tx, ids)
    const executorOf = executors(ids, devices)
    await loadRecords(tx, () => screenSchools(tx, plans, { schools, executorOf, today }))
    await noteLastScreened(
      tx,
      plans.map(({ id }) => id),
    )
    await finish(tx, secrets, { ids, plans })
  })
  return true
}

/** What is empty is filled faster by its owner. */
async function loadRecords(tx: Tx, load: () => Promise<void>): Promise<void> {
  if ((await isUnscreened(tx)) && (await ownsTables(tx))) await withoutRecordIndexes(tx, load)
  else await load()
}

async function finish(
  tx: Tx,
  secrets: Secrets,
  { ids, plans }: { ids: DemoIds; plans: readonly DemoPlan[] },
): Promise<void> {
  const planIds = plans.map(({ id }) => id)
  await storePlanEnds(tx, planIds)
  await noteDeviceReadings(tx, planIds[0] ?? 0)
  await insertScreeningAffairs(tx, { ids, planIds })
  await insertDemoLetters(tx, secrets)
  await insertDemoFollowUp(tx)
}

/** The plans that are there by now, each compared with the one before it. */
async function addPlans(
  db: Tx,
  { ids, today, count }: { ids: DemoIds; today: string; count: number },
): Promise<DemoPlan[]> {
  const known = await plansOf(db)
  const owner = { orgId: ids.orgs.get('province-教育') ?? 0, userId: ids.users.get('province01') ?? null }
  // The oldest first: who comes later has the larger number.
  const added = plansUpTo(count, today, known).toReversed()
  const planIds = await insertPlans(db, added, owner)
  const made = added.map((plan, index): DemoPlan => ({ ...plan, id: planIds[index] ?? 0 }))
  const plans = [...known, ...made.toReversed()]
  const pairs = plans.map((plan) => ({ planId: plan.id, lastPlanId: comparedWith(plan, plans)?.id ?? null }))
  await setLastPlans(db, pairs)
  await saveSetting(db, SCREENING_SETTING, { planIds: plans.map(({ id }) => id) } satisfies ScreeningState)
  return plans
}

export async function plansOf(db: Db): Promise<DemoPlan[]> {
  const state = (await findSetting(db, SCREENING_SETTING)) as ScreeningState | undefined
  return selectDemoPlans(db, state?.planIds ?? [])
}

/** Keys of the schools that the demo names, by their ids. */
const keysOf = ({ orgs }: DemoIds): Map<number, string> =>
  new Map(
    DEMO_ORGS.filter(({ classesPerGrade }) => classesPerGrade).map(({ key }) => [orgs.get(key) ?? 0, key]),
  )

async function demoSchools(db: Tx, ids: DemoIds): Promise<ScreenedSchool[]> {
  const keys = keysOf(ids)
  const schools = await selectSchoolsById(db, [...keys.keys()])
  return schools.map((school) => ({ ...school, key: keys.get(school.orgId) ?? null }))
}

const SCHOOLS_AT_ONCE = 200
type Screening = {
  schools: readonly ScreenedSchool[]
  executorOf(school: ScreenedSchool): DemoExecutor
  today: string
}

/** Older plans for schools that have the later ones already. */
export async function addOlderPlans(db: Tx, of: { count: number; today: string }): Promise<DemoPlan[]> {
  const known = await plansOf(db)
  const ids = await selectDemoIds(db)
  const plans = await addPlans(db, { ids, ...of })
  const keys = keysOf(ids)
  const all = await selectSchoolsById(db, await selectScreenedSchools(db, known[0]?.id ?? 0))
  const schools = all.map((school) => ({ ...school, key: keys.get(school.orgId) ?? null }))
  const executorOf = executors(ids, new Map())
  for (let start = 0; start < schools.length; start += SCHOOLS_AT_ONCE) {
    const some = schools.slice(start, start + SCHOOLS_AT_ONCE)
    await screenSchools(db, plans.slice(known.length), { schools: some, executorOf, today: of.today })
  }
  await storePlanEnds(
    db,
    plans.map(({ id }) => id),
  )
  return plans
}

/** Plan by plan, the oldest first, as it would have come about. */
async function screenSchools(db: Tx, plans: readonly DemoPlan[], of: Screening): Promise<void> {
  const orgIds = of.schools.map(({ orgId }) => orgId)
  for (const plan of plans.toReversed()) {
    const classes = bySchool(await selectClassesOn(db, orgIds, plan.startsOn))
    const tasks = await insertDemoTasks(db, tasksOf(plan, classes, of), null)
    const places = new Map(tasks.flatMap((task) => task.classes.map((at) => [at.classId, { task, at }])))
    const members = await selectMembers(db, [...places.keys()], plan.startsOn)
    const listed = members.flatMap((member) => {
      const place = places.get(member.classId)
      return place ? { ...place, member } : []
    })
    await writeListed(db, listed)
  }
}

function bySchool<C extends { orgId: number }>(classes: readonly C[]): Map<number, C[]> {
  const groups = new Map<number, C[]>()
  for (const each of classes) {
    const group = groups.get(each.orgId)
    if (group) group.push(each)
    else groups.set(each.orgId, [each])
  }
  return groups
}

function tasksOf(plan: DemoPlan, classes: Map<number, ClassThen[]>, of: Screening) {
  return of.schools.flatMap((school) => {
    const own = classes.get(school.orgId) ?? []
    const state = own.length > 0 ? stateOf(plan, school) : undefined
    return state
      ? makeTask(plan, school, own, { state, executor: of.executorOf(school), today: of.today })
      : []
  })
}

/** By the organisation a school is bound to: hospitals, social organisations, or the school itself. */
function executorKey(key: string): string {
  const region = key.slice(0, 6)
  if (key === FIRST_SCHOOL || key.endsWith('-school-4')) return key
  return /-school-[13]$/.test(key) ? `${region.slice(0, 4)}00-social` : `${region}-hospital`
}

/** The school itself, by people without an account. */
export const ownStaff = ({ orgId }: Pick<ScreenedSchool, 'orgId'>): DemoExecutor => ({
  orgId,
  examiner: null,
  controller: null,
  deviceIds: [],
})

function executors({ orgs, users }: DemoIds, devices: Map<string, number[]>) {
  const userOf = (org: string, roleType: number) => {
    const user = DEMO_USERS.find((each) => each.org === org && each.roleType === roleType)
    return users.get(user?.account ?? '') ?? null
  }
  return ({ key, orgId }: ScreenedSchool): DemoExecutor => {
    if (key === null) return ownStaff({ orgId })
    const by = executorKey(key)
    const { admin, screener } = RoleType.code
    const examiner = userOf(by, screener)
    // Somebody else than who examined first.
    const controller = examiner === null && by !== key ? userOf(key, admin) : userOf(by, admin)
    return {
      orgId: orgs.get(by) ?? orgId,
      examiner: examiner ?? userOf(by, admin),
      controller: examiner === null && by === key ? null : controller,
      deviceIds: devices.get(by) ?? [],
    }
  }
}
