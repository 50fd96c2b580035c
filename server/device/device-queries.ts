import { sql } from 'kysely'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { DevicePageQuery, DeviceRow } from '#contract/device/schemas.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { ORG_COLUMNS, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import { TODAY } from '../core/db/today.ts'
import type { Scope } from '../core/scope.ts'

const CALIBRATION_NOTICE_DAYS = 30

const dueOn = sql<
  string | null
>`(device.calibrated_on + make_interval(months => device.calibration_months))::date`
/** Of the device `device`: when its calibration runs out, seen from today. */
const calibration = sql<DeviceRow['calibration']>`case
  when device.calibrated_on is null then 'unknown'
  when ${dueOn} < ${TODAY} then 'overdue'
  when ${dueOn} <= ${TODAY} + ${CALIBRATION_NOTICE_DAYS}::int then 'due'
  else 'ok' end`

/** Devices (as `device`) of organisations (as `org`) in range. */
function devicesWithin(db: Db, scope: Scope) {
  return db
    .selectFrom('device')
    .innerJoin('org', 'org.id', 'device.orgId')
    .leftJoin('org as place', 'place.id', 'device.schoolOrgId')
    .where(withinScope(scope, ORG_COLUMNS))
}

const ROW_COLUMNS = [
  'device.id as deviceId',
  'device.name',
  'device.kind',
  'device.model',
  'device.serialNo',
  'device.orgId',
  'org.name as orgName',
  'device.schoolOrgId',
  'place.name as schoolName',
  'device.keyId',
  'device.status',
  'device.calibratedOn',
  'device.calibrationMonths',
  dueOn.as('calibrationDueOn'),
  calibration.as('calibration'),
  'device.lastSeenAt',
  'device.readingCount',
  'device.remark',
  'device.version',
] as const

export async function selectDevices(db: Db, scope: Scope, query: DevicePageQuery) {
  let matching = devicesWithin(db, scope)
  if (query.orgId !== undefined) matching = matching.where('device.orgId', '=', query.orgId)
  if (query.kind !== undefined) matching = matching.where('device.kind', '=', query.kind)
  if (query.status !== undefined) matching = matching.where('device.status', '=', query.status)
  if (query.calibration) matching = matching.where(calibration, '=', query.calibration)
  if (query.keyword) {
    const pattern = likePattern(query.keyword)
    matching = matching.where((eb) =>
      eb.or([
        eb('device.name', 'like', pattern),
        eb('device.serialNo', 'ilike', pattern),
        eb('device.model', 'ilike', pattern),
      ]),
    )
  }
  const counting = matching.select(totalCount.as('total'))
  const rows = matching.select(ROW_COLUMNS).select(counting.as('total')).orderBy('device.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export function selectDevice(db: Db, scope: Scope, deviceId: number) {
  return devicesWithin(db, scope)
    .where('device.id', '=', deviceId)
    .select(ROW_COLUMNS)
    .select(['device.lastIp', 'device.keyMadeAt', 'org.orgType'])
    .executeTakeFirst()
}
export type DeviceRecord = NonNullable<Awaited<ReturnType<typeof selectDevice>>>

/** Waits for a message that is being taken, so that what follows knows of it. */
export async function lockDevice(db: Tx, deviceId: number) {
  await sql`select 1 from device where id = ${deviceId} for update`.execute(db)
}

export type DeviceFields = {
  name: string
  kind: number
  model: string | null
  serialNo: string
  schoolOrgId: number | null
  calibratedOn: string | null
  calibrationMonths: number
  remark: string | null
}
export type SealedKey = { keyId: string; keyEnc: Buffer }

export async function insertDevice(
  db: Tx,
  device: DeviceFields & SealedKey & { orgId: number; createdBy: number },
): Promise<number> {
  const { id } = await db.insertInto('device').values(device).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The new version; undefined when somebody else saved in between. */
async function change(
  db: Tx,
  deviceId: number,
  version: number,
  fields: Partial<DeviceFields & SealedKey & { status: number }>,
): Promise<number | undefined> {
  const row = await db
    .updateTable('device')
    .set({
      ...fields,
      ...(fields.keyEnc ? { keyMadeAt: sql<Date>`now()` } : {}),
      version: sql<number>`version + 1`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', deviceId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row?.version
}
export const updateDevice = (db: Tx, deviceId: number, version: number, fields: DeviceFields) =>
  change(db, deviceId, version, fields)
export const updateDeviceKey = (db: Tx, deviceId: number, version: number, key: SealedKey) =>
  change(db, deviceId, version, key)
export const updateDeviceStatus = (db: Tx, deviceId: number, version: number, status: number) =>
  change(db, deviceId, version, { status })

export async function deleteDeviceRow(db: Tx, deviceId: number, version: number): Promise<number> {
  const result = await db
    .deleteFrom('device')
    .where('id', '=', deviceId)
    .where('version', '=', version)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

const PLACES_MAX = 50

/** Schools an organisation may place a device at: itself, those it serves, those of its tasks. */
function placesOf(db: Db, orgId: number) {
  return db
    .selectFrom('org')
    .innerJoin('school', 'school.orgId', 'org.id')
    .where('org.status', '=', ApprovalStatus.code.passed)
    .where((eb) =>
      eb.or([
        eb('org.id', '=', orgId),
        eb(
          'org.id',
          'in',
          eb.selectFrom('orgBinding').where('orgBinding.orgId', '=', orgId).select('schoolOrgId'),
        ),
        eb('org.id', 'in', eb.selectFrom('task').where('task.orgId', '=', orgId).select('task.schoolOrgId')),
      ]),
    )
}

export function selectDevicePlaces(db: Db, orgId: number, within: Scope | null, keyword?: string) {
  let places = placesOf(db, orgId)
  if (within) places = places.where(withinScope(within, ORG_COLUMNS))
  if (keyword) places = places.where('org.name', 'like', likePattern(keyword))
  return places
    .select(['org.id as orgId', 'org.name as orgName'])
    .orderBy('org.name')
    .orderBy('org.id')
    .limit(PLACES_MAX)
    .execute()
}

export async function isPlaceOf(db: Db, orgId: number, schoolOrgId: number): Promise<boolean> {
  const row = await placesOf(db, orgId).where('org.id', '=', schoolOrgId).select('org.id').executeTakeFirst()
  return row !== undefined
}
