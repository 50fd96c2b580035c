import { type Insertable, sql } from 'kysely'
import { sealUser } from '../account/new-user.ts'
import { SMS_POLICY_SETTING } from '../account/sms-policy.ts'
import type { Db } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import { hashPassword } from '../core/passwords.ts'
import type { Secrets } from '../core/secrets.ts'
import { findSetting, saveSetting } from '../core/setting-queries.ts'
import { groupCodeOf } from '../orgs/permission-group.ts'
import { DEMO_ORGS, DEMO_PASSWORD, DEMO_USERS, type DemoOrg, demoPhone, demoRange } from './demo-world.ts'

const LOADED_SETTING = 'demoLoaded'

/** Fills an empty database with the demo, once, in one transaction: a kill in the middle leaves nothing. */
export async function loadDemo(db: Db, secrets: Secrets): Promise<boolean> {
  if (await findSetting(db, LOADED_SETTING)) return false
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (tx) => {
    const orgIds = await insertOrgs(tx, secrets)
    await insertUsers(tx, secrets, orgIds, passwordHash)
    await saveSetting(tx, SMS_POLICY_SETTING, [{ account: 'phealth01' }])
    await saveSetting(tx, LOADED_SETTING, { orgs: DEMO_ORGS.length, users: DEMO_USERS.length })
  })
  // Without figures about what was just loaded the first plans are poor ones.
  await sql`analyze`.execute(db)
  return true
}

async function insertOrgs(db: Db, secrets: Secrets): Promise<Map<string, number>> {
  const groups = await db.selectFrom('permissionGroup').select(['id', 'code']).execute()
  const groupIds = new Map(groups.map(({ id, code }) => [code, id]))
  const rows = DEMO_ORGS.map((org, index) => ({
    name: org.name,
    orgType: org.orgType,
    property: org.property as Insertable<Schema['org']>['property'],
    provinceId: org.provinceId,
    cityId: org.cityId ?? null,
    regionId: org.regionId ?? null,
    address: org.address,
    contactName: '办公室',
    contactPhoneEnc: secrets.encrypt(demoPhone(9000 + index)),
    status: org.status ?? 1,
    expiresOn: sql<string>`((now() at time zone 'Asia/Shanghai')::date + interval '3 years')::date`,
    permissionGroupId: groupIds.get(groupCodeOf(org.orgType, org)) ?? null,
  }))
  const ids = await db.insertInto('org').values(rows).returning('id').execute()
  const orgIds = new Map(DEMO_ORGS.map(({ key }, index) => [key, ids[index]?.id ?? 0]))
  await insertProfiles(db, orgIds)
  return orgIds
}

async function insertProfiles(db: Db, orgIds: Map<string, number>) {
  const idOf = (org: DemoOrg) => orgIds.get(org.key) ?? 0
  const schools = DEMO_ORGS.filter(({ orgType }) => orgType === 10).map((org) => ({
    orgId: idOf(org),
    stages: org.stages,
    schoolType: org.schoolType ?? null,
    schoolLevel: org.schoolLevel ?? null,
    cityProperty: org.cityProperty ?? null,
    areaGrade: org.areaGrade ?? null,
  })) as Insertable<Schema['school']>[]
  const hospitals = DEMO_ORGS.filter(({ orgType }) => orgType === 20 || orgType === 40).map((org) => ({
    orgId: idOf(org),
    hospitalType: org.hospitalType ?? null,
    hospitalLevel: org.hospitalLevel ?? null,
    ownership: org.ownership ?? null,
  })) as Insertable<Schema['hospital']>[]
  await db.insertInto('school').values(schools).execute()
  await db.insertInto('hospital').values(hospitals).execute()
}

async function insertUsers(db: Db, secrets: Secrets, orgIds: Map<string, number>, passwordHash: string) {
  const orgs = new Map(DEMO_ORGS.map((org) => [org.key, org]))
  const rows = DEMO_USERS.map((user, index) =>
    sealUser(secrets, {
      account: user.account,
      realName: user.realName,
      phone: demoPhone(index + 1),
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
