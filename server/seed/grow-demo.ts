import { schoolYearOf } from '#contract/schools/grades.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { selectToday } from '../core/db/today.ts'
import type { Secrets } from '../core/secrets.ts'
import { findSetting, saveSetting } from '../core/setting-queries.ts'
import { groupCodeOf } from '../orgs/permission-group.ts'
import { type Plan, planSchool, type SchoolShape } from './demo-classes.ts'
import { makeIdNumbers } from './demo-id-numbers.ts'
import { makePeople, type People } from './demo-people.ts'
import { insertRows, reserveIds, selectTakenNumbers } from './demo-queries.ts'
import { insertPlan, ROSTER_SETTING, type RosterState } from './demo-roster.ts'
import { pupilOf } from './demo-students.ts'
import { demoPhone, PROVINCE } from './demo-world.ts'
import {
  countStudents,
  findPermissionGroup,
  insertSchoolRows,
  ownsTables,
  selectDistricts,
  selectOrgNames,
  settleAfterLoad,
} from './grow-queries.ts'
import { type GrownSchool, growSchools } from './grow-schools.ts'
import { withoutIndexes, writeStudents } from './write-students.ts'

const GROWN_SETTING = 'demoGrown'
type Grown = { schools: number; documents: number }

export type Growth = { students: number; say(line: string): void; signal?: AbortSignal }

/**
 * Adds schools with their classes and students until so many are in school. All or nothing; the same number again adds
 * nothing, a larger one only what is missing. Nobody else may be at work; the owner of the tables is twice as fast.
 */
export async function growDemo(db: Db, secrets: Secrets, growth: Growth): Promise<{ added: number }> {
  const have = await countStudents(db)
  const missing = growth.students - have
  if (missing <= 0) {
    growth.say(`已有 ${have} 名在校学生，无需增加`)
    return { added: 0 }
  }
  const began = performance.now()
  growth.say(`现有 ${have} 名在校学生，将增加 ${missing} 名`)
  const isBulk = missing > have && (await ownsTables(db))
  await db.transaction().execute((tx) => grow(tx, secrets, { ...growth, missing, isBulk }))
  await settleAfterLoad(db)
  const seconds = (performance.now() - began) / 1000
  growth.say(
    `已增加 ${missing} 名学生，用时 ${seconds.toFixed(1)} 秒，每秒 ${Math.round(missing / seconds)} 行`,
  )
  return { added: missing }
}

type Work = Growth & { missing: number; isBulk: boolean }

async function grow(tx: Tx, secrets: Secrets, work: Work): Promise<void> {
  const before = await stateOf(tx)
  const schoolYear = schoolYearOf(await selectToday(tx))
  const { schools, plan, next } = await planSchools(tx, before, { ...work, schoolYear })
  const people = makePeople(makeIdNumbers(await selectTakenNumbers(tx)), before.documents)
  await insertSchools(tx, secrets, { schools, plan, schoolYear })
  work.say(`已建立 ${schools.length} 所学校、${plan.classes.length} 个班级`)
  const write = () => writePupils(tx, secrets, { plan, schools, people, schoolYear, work })
  if (work.isBulk) await withoutIndexes(tx, plan.classes, write)
  else await write()
  await saveSetting(tx, GROWN_SETTING, { schools: next, documents: people.documents() } satisfies Grown)
}

async function stateOf(db: Db): Promise<Grown> {
  const grown = (await findSetting(db, GROWN_SETTING)) as Grown | undefined
  if (grown) return grown
  const roster = (await findSetting(db, ROSTER_SETTING)) as RosterState | undefined
  return { schools: 0, documents: roster?.documents ?? 0 }
}

type PlannedSchool = GrownSchool & { shape: SchoolShape }

/** The schools it takes; the last one is only as large as it needs to be. */
async function planSchools(db: Db, before: Grown, work: Work & { schoolYear: number }) {
  const taken = await selectOrgNames(db, PROVINCE)
  const plan: Plan = { grades: [], classes: [] }
  const schools: PlannedSchool[] = []
  let [next, missing] = [before.schools, work.missing]
  for (const school of growSchools(await selectDistricts(db, PROVINCE), before.schools)) {
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
  }
  while (plan.classes.at(-1)?.size === 0) plan.classes.pop()
  return { schools, plan, next }
}

async function insertSchools(
  db: Tx,
  secrets: Secrets,
  { schools, plan, schoolYear }: { schools: PlannedSchool[]; plan: Plan; schoolYear: number },
) {
  const permissionGroupId = await findPermissionGroup(db, groupCodeOf(10, { provinceId: PROVINCE }))
  const firstOrg = await reserveIds(db, 'org', schools.length)
  for (const { shape } of schools) shape.orgId += firstOrg
  for (const grade of plan.grades) grade.orgId += firstOrg
  await insertRows(
    db,
    'org',
    schools.map(({ shape, name, cityId, regionId, address }, index) => ({
      id: shape.orgId,
      name,
      orgType: 10,
      property: 10,
      provinceId: PROVINCE,
      cityId,
      regionId,
      address,
      contactName: '办公室',
      contactPhoneEnc: secrets.encrypt(demoPhone(index % 10_000)),
      status: 1,
      expiresOn: `${schoolYear + 3}-12-31`,
      permissionGroupId,
    })),
  )
  await insertSchoolRows(
    db,
    schools.map((school) => ({ ...school, orgId: school.shape.orgId })),
  )
  await insertPlan(db, plan)
}

async function writePupils(
  db: Tx,
  secrets: Secrets,
  of: { plan: Plan; schools: PlannedSchool[]; people: People; schoolYear: number; work: Work },
) {
  const { say, signal, missing, isBulk } = of.work
  const began = performance.now()
  let told = 0
  const onBatch = (written: number) => {
    signal?.throwIfAborted()
    const percent = Math.floor((written / missing) * 20) * 5
    if (percent === told) return
    told = percent
    const rate = Math.round((written / (performance.now() - began)) * 1000)
    say(`已生成 ${written} / ${missing} 名学生（${percent}%），每秒 ${rate} 行`)
  }
  const firstId = await reserveIds(db, 'student', missing)
  await writeStudents(db, secrets, { students: pupils(of), firstId, onBatch })
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
    for (let position = 0; position < each.size; position++) yield pupilOf(room, each)
  }
}
