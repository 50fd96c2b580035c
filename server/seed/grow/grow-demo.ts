import { ApprovalStatus, CityProperty, OrgProperty, OrgType } from '#contract/core/codes.ts'
import { schoolYearOf } from '#contract/schools/grades.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { selectToday } from '../../core/db/today.ts'
import type { Secrets } from '../../core/secrets.ts'
import { findSetting, saveSetting } from '../../core/setting-queries.ts'
import { groupCodeOf } from '../../orgs/permission-group.ts'
import { type Plan, planLeavers, planSchool, type SchoolShape } from '../demo-classes.ts'
import { makeIdNumbers } from '../demo-id-numbers.ts'
import { makePeople, type People } from '../demo-people.ts'
import { insertRows, reserveIds } from '../demo-queries.ts'
import { makeRandom } from '../demo-random.ts'
import { insertClassPlan, ROSTER_SETTING, type RosterState } from '../demo-roster.ts'
import { graduateOf, pupilOf } from '../demo-students.ts'
import { demoPhone, PROVINCE } from '../demo-world.ts'
import { addOlderPlans, ownStaff, plansOf } from '../screening/demo-screening.ts'
import type { DemoPlan } from '../screening/demo-screening-plans.ts'
import type { ScreenedSchool } from '../screening/demo-screening-tasks.ts'
import { type NewSchools, screenWithStudents } from '../screening/demo-screening-with-students.ts'
import { withoutRecordIndexes } from '../screening/demo-screening-write.ts'
import { findTakenNumbers } from '../taken-numbers.ts'
import { type BatchHook, withoutIndexes, writeStudents } from '../write-students.ts'
import {
  countAllStudents,
  findPermissionGroup,
  insertSchoolRows,
  ownsTables,
  selectDistrictsOf,
  selectOrgNames,
  settleAfterLoad,
} from './grow-queries.ts'
import { type GrownSchool, growSchools } from './grow-schools.ts'

const GROWN_SETTING = 'demoGrown'
type Grown = { schools: number; documents: number }

export type Growth = {
  students: number
  /** Screening plans there shall be at least; the schools take part in those there are. */
  plans?: number
  say(line: string): void
  signal?: AbortSignal
}

/**
 * Adds schools with their classes, students and screenings until so many are in school. All or nothing; the same number
 * again adds nothing, a larger one only what is missing. Nobody else may be at work; the owner of the tables is twice
 * as fast.
 */
export async function growDemo(db: Db, secrets: Secrets, growth: Growth): Promise<{ added: number }> {
  const have = await countAllStudents(db)
  const missing = Math.max(0, growth.students - have)
  const plans = await plansOf(db)
  const older = plans.length > 0 ? Math.max(0, (growth.plans ?? 0) - plans.length) : 0
  if (missing === 0 && older === 0) {
    growth.say(`已有 ${have} 名在校学生，无需增加`)
    return { added: 0 }
  }
  const began = performance.now()
  const also = older > 0 ? `，并补充 ${older} 次更早的筛查` : ''
  growth.say(`现有 ${have} 名在校学生，将增加 ${missing} 名${also}`)
  const owns = await ownsTables(db)
  const work = { ...growth, missing, older, isBulk: missing > have && owns }
  await db.transaction().execute(async (tx) => {
    const load = () => grow(tx, secrets, work)
    if (plans.length > 0 && owns && (work.isBulk || older > 0)) await withoutRecordIndexes(tx, load)
    else await load()
  })
  await settleAfterLoad(db)
  const seconds = (performance.now() - began) / 1000
  const rate = missing > 0 ? `，每秒 ${Math.round(missing / seconds)} 行` : ''
  growth.say(`已增加 ${missing} 名学生${also}，用时 ${seconds.toFixed(1)} 秒${rate}`)
  return { added: missing }
}

type Work = Growth & { missing: number; older: number; isBulk: boolean }

async function grow(tx: Tx, secrets: Secrets, work: Work): Promise<void> {
  const today = await selectToday(tx)
  const known = await plansOf(tx)
  const plans = work.older > 0 ? await addOlderPlans(tx, { count: known.length + work.older, today }) : known
  if (work.missing === 0) return
  const before = await stateOf(tx)
  const schoolYear = schoolYearOf(today)
  const firstYear = Math.min(schoolYear, ...plans.map((each) => each.schoolYear))
  const { schools, plan, next } = await planSchools(tx, before, { ...work, schoolYear, firstYear })
  const people = makePeople(makeIdNumbers(await findTakenNumbers(tx, secrets)), before.documents)
  await insertSchools(tx, secrets, { schools, plan, schoolYear })
  work.say(`已建立 ${schools.length} 所学校、${plan.classes.length} 个班级`)
  const batchHook =
    plans.length > 0 ? await screenWithStudents(tx, newSchools({ plan, schools, plans, today })) : undefined
  const write = () => writePupils(tx, secrets, { plan, schools, people, schoolYear, work, batchHook })
  if (work.isBulk) await withoutIndexes(tx, plan.classes, write)
  else await write()
  await saveSetting(tx, GROWN_SETTING, { schools: next, documents: people.documents() } satisfies Grown)
}

function newSchools(of: {
  plan: Plan
  schools: readonly PlannedSchool[]
  plans: readonly DemoPlan[]
  today: string
}): NewSchools {
  const schools = of.schools.map((school) => ({ shape: school.shape, school: screenedSchool(school) }))
  return { ...of, schools, executorOf: ownStaff, students: headsIn(of.plan) }
}

const headsIn = ({ classes }: Plan): number => classes.reduce((sum, { size }) => sum + size, 0)

const screenedSchool = ({ shape, cityId, regionId, cityProperty }: PlannedSchool): ScreenedSchool => ({
  orgId: shape.orgId,
  key: null,
  provinceId: PROVINCE,
  cityId,
  regionId,
  system: shape.system,
  urban: cityProperty === CityProperty.code.urban,
})

async function stateOf(db: Db): Promise<Grown> {
  const grown = (await findSetting(db, GROWN_SETTING)) as Grown | undefined
  if (grown) return grown
  const roster = (await findSetting(db, ROSTER_SETTING)) as RosterState | undefined
  return { schools: 0, documents: roster?.documents ?? 0 }
}

type PlannedSchool = GrownSchool & { shape: SchoolShape }

/** The schools it takes; the last one is only as large as it needs to be. */
async function planSchools(db: Db, before: Grown, work: Work & { schoolYear: number; firstYear: number }) {
  const taken = await selectOrgNames(db, PROVINCE)
  const plan: Plan = { grades: [], classes: [] }
  const schools: PlannedSchool[] = []
  let [next, missing] = [before.schools, work.missing]
  for (const school of growSchools(await selectDistrictsOf(db, PROVINCE), before.schools)) {
    if (missing <= 0) break
    next++
    if (taken.has(`${school.name} ${school.regionId}`)) continue
    const { cityId, stage, classesPerGrade } = school
    const shape: SchoolShape = {
      orgId: schools.length,
      cityId,
      stages: [stage],
      system: 63,
      classes: () => classesPerGrade,
    }
    const first = plan.classes.length
    planSchool(school.random, shape, work.schoolYear, plan)
    for (const each of plan.classes.slice(first)) {
      each.size = Math.min(each.size, missing)
      missing -= each.size
    }
    schools.push({ ...school, shape })
    if (missing === 0) break
    // Who has left since the first of the plans took part in it.
    const random = makeRandom(`leavers of ${school.name} ${school.regionId}`)
    for (let year = work.firstYear; year < work.schoolYear; year++) planLeavers(random, shape, year, plan)
  }
  while (plan.classes.at(-1)?.size === 0) plan.classes.pop()
  return { schools, plan, next }
}

async function insertSchools(
  db: Tx,
  secrets: Secrets,
  { schools, plan, schoolYear }: { schools: PlannedSchool[]; plan: Plan; schoolYear: number },
) {
  const permissionGroupId = await findPermissionGroup(
    db,
    groupCodeOf(OrgType.code.school, { provinceId: PROVINCE }),
  )
  const firstOrg = await reserveIds(db, 'org', schools.length)
  for (const { shape } of schools) shape.orgId += firstOrg
  for (const grade of plan.grades) grade.orgId += firstOrg
  await insertRows(
    db,
    'org',
    schools.map(({ shape, name, cityId, regionId, address }, index) => ({
      id: shape.orgId,
      name,
      orgType: OrgType.code.school,
      property: OrgProperty.code.schoolIndependent,
      provinceId: PROVINCE,
      cityId,
      regionId,
      address,
      contactName: '办公室',
      contactPhoneEnc: secrets.encrypt(demoPhone(index % 10_000)),
      status: ApprovalStatus.code.passed,
      expiresOn: `${schoolYear + 3}-12-31`,
      permissionGroupId,
    })),
  )
  await insertSchoolRows(
    db,
    schools.map((school) => ({ ...school, orgId: school.shape.orgId })),
  )
  await insertClassPlan(db, plan)
}

async function writePupils(
  db: Tx,
  secrets: Secrets,
  of: {
    plan: Plan
    schools: PlannedSchool[]
    people: People
    schoolYear: number
    work: Work
    batchHook: BatchHook | undefined
  },
) {
  const { say, signal, isBulk } = of.work
  const count = headsIn(of.plan)
  const began = performance.now()
  let reported = 0
  const onBatch = (written: number) => {
    signal?.throwIfAborted()
    const percent = Math.floor((written / count) * 20) * 5
    if (percent === reported) return
    reported = percent
    const rate = Math.round((written / (performance.now() - began)) * 1000)
    say(`已生成 ${written} / ${count} 名学生（${percent}%），每秒 ${rate} 行`)
  }
  const firstId = await reserveIds(db, 'student', count)
  await writeStudents(db, secrets, { students: pupils(of), firstId, onBatch, batchHook: of.batchHook })
  if (isBulk) say('正在统计人数、建立索引……')
}

function* pupils(of: { plan: Plan; schools: PlannedSchool[]; people: People; schoolYear: number }) {
  const randoms = new Map(of.schools.map(({ shape, random }) => [shape, random]))
  let room: Parameters<typeof pupilOf>[0] | undefined
  let current: SchoolShape | undefined
  for (const each of of.plan.classes) {
    const random = randoms.get(each.school)
    if (!random) continue
    if (!room || current !== each.school) {
      current = each.school
      room = { people: of.people, random, schoolYear: of.schoolYear, known: new Set() }
    }
    const make = each.graduated ? graduateOf : pupilOf
    for (let position = 0; position < each.size; position++) yield make(room, each)
  }
}
