import { type Insertable, sql } from 'kysely'
import { ApprovalStatus, OrgType, SchoolSystem } from '#contract/core/codes.ts'
import { sealUser } from '../account/new-user.ts'
import { insertPolicy } from '../account/second-step/policy-queries.ts'
import type { Db } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import { makePasswords, type Passwords } from '../core/passwords.ts'
import type { Secrets } from '../core/secrets.ts'
import { findSetting, saveSetting } from '../core/setting-queries.ts'
import { groupCodeOf } from '../orgs/permission-group.ts'
import { loadDemoAssessments } from './assessment/demo-assessments.ts'
import { loadDemoRoster } from './demo-roster.ts'
import { DEMO_ORGS, DEMO_PASSWORD, DEMO_USERS, type DemoOrg, demoPhone, demoRange } from './demo-world.ts'
import { loadDemoScreening, screenWithRoster } from './screening/demo-screening.ts'

const { school, hospital, social } = OrgType.code

const LOADED_SETTING = 'demoLoaded'

type Loaded = { orgs: number; users: number }
const NOTHING: Loaded = { orgs: 0, users: 0 }

/**
 * Fills an empty database with the demo; one that an earlier version filled gets what has come since. Each step
 * happens once, in one transaction: a kill in the middle leaves nothing. A demo of another size is somebody's own
 * ground: unless asked for it comes without screenings.
 */
export async function loadDemo(
  db: Db,
  secrets: Secrets,
  options: { students?: number; screening?: boolean; passwords?: Passwords } = {},
): Promise<boolean> {
  const { students, screening = students === undefined, passwords = makePasswords() } = options
  const together = { students, screening: screening ? screenWithRoster : undefined }
  const steps = [await loadWorld(db, secrets, passwords), await loadDemoRoster(db, secrets, together)]
  if (screening) {
    steps.push(await loadDemoScreening(db, secrets))
    steps.push(await loadDemoAssessments(db, secrets))
  }
  if (!steps.includes(true)) return false
  // Without figures about what was just loaded the first plans are poor ones.
  await sql`analyze`.execute(db)
  return true
}

async function loadWorld(db: Db, secrets: Secrets, passwords: Passwords): Promise<boolean> {
  const loaded = ((await findSetting(db, LOADED_SETTING)) ?? NOTHING) as Loaded
  if (loaded.orgs >= DEMO_ORGS.length) return false
  const passwordHash = await passwords.hash(DEMO_PASSWORD)
  await db.transaction().execute(async (tx) => {
    const orgIds = await insertOrgs(tx, secrets, loaded.orgs)
    await insertUsers(tx, secrets, { orgIds, passwordHash, from: loaded.users })
    if (loaded.users === 0)
      await insertPolicy(tx, { version: 1, rules: [{ account: 'phealth01' }], changedBy: null })
    await saveSetting(tx, LOADED_SETTING, { orgs: DEMO_ORGS.length, users: DEMO_USERS.length })
  })
  return true
}

async function insertOrgs(db: Db, secrets: Secrets, from: number): Promise<Map<string, number>> {
  const groups = await db.selectFrom('permissionGroup').select(['id', 'code']).execute()
  const groupIds = new Map(groups.map(({ id, code }) => [code, id]))
  const orgs = DEMO_ORGS.slice(from)
  const rows = orgs.map((org, index) => ({
    name: org.name,
    orgType: org.orgType,
    property: org.property as Insertable<Schema['org']>['property'],
    provinceId: org.provinceId,
    cityId: org.cityId ?? null,
    regionId: org.regionId ?? null,
    address: org.address,
    contactName: '办公室',
    contactPhoneEnc: secrets.encrypt(demoPhone(9000 + from + index)),
    status: org.status ?? ApprovalStatus.code.passed,
    expiresOn: sql<string>`((now() at time zone 'Asia/Shanghai')::date + interval '3 years')::date`,
    permissionGroupId: groupIds.get(groupCodeOf(org.orgType, org)) ?? null,
  }))
  const ids = await db.insertInto('org').values(rows).returning('id').execute()
  const orgIds = new Map(orgs.map(({ key }, index) => [key, ids[index]?.id ?? 0]))
  await insertProfiles(db, orgs, orgIds)
  return orgIds
}

async function insertProfiles(db: Db, orgs: DemoOrg[], orgIds: Map<string, number>) {
  const idOf = (org: DemoOrg) => orgIds.get(org.key) ?? 0
  const schools = orgs
    .filter(({ orgType }) => orgType === school)
    .map((org) => ({
      orgId: idOf(org),
      stages: org.stages,
      schoolSystem: org.schoolSystem ?? SchoolSystem.code.sixThree,
      schoolType: org.schoolType ?? null,
      schoolLevel: org.schoolLevel ?? null,
      cityProperty: org.cityProperty ?? null,
      areaGrade: org.areaGrade ?? null,
      monitoringCode: org.monitoringCode ?? null,
    })) as Insertable<Schema['school']>[]
  const hospitals = orgs
    .filter(({ orgType }) => orgType === hospital || orgType === social)
    .map((org) => ({
      orgId: idOf(org),
      hospitalType: org.hospitalType ?? null,
      hospitalLevel: org.hospitalLevel ?? null,
      ownership: org.ownership ?? null,
    })) as Insertable<Schema['hospital']>[]
  if (schools.length > 0) await db.insertInto('school').values(schools).execute()
  if (hospitals.length > 0) await db.insertInto('hospital').values(hospitals).execute()
}

async function insertUsers(
  db: Db,
  secrets: Secrets,
  { orgIds, passwordHash, from }: { orgIds: Map<string, number>; passwordHash: string; from: number },
) {
  const orgs = new Map(DEMO_ORGS.map((org) => [org.key, org]))
  const rows = DEMO_USERS.slice(from).map((user, index) =>
    sealUser(secrets, {
      account: user.account,
      realName: user.realName,
      phone: demoPhone(from + index + 1),
      passwordHash,
      orgId: user.org === null ? null : (orgIds.get(user.org) ?? 0),
      roleType: user.roleType,
      isSuper: user.isSuper,
      dataRangeProvinceId: null,
      dataRangeCityId: null,
      dataRangeRegionId: null,
      ...demoRange(user.org === null ? undefined : orgs.get(user.org)),
    }),
  )
  await db.insertInto('appUser').values(rows).execute()
}
