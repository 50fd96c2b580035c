import { sql } from 'kysely'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { type DeviceOutcome, DeviceStatus } from '#contract/device/schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { prepared } from '../core/db/prepared.ts'
import { TODAY } from '../core/db/today.ts'

const { passed } = codeLiterals(ApprovalStatus)
const { active } = codeLiterals(DeviceStatus)

/** Whether an organisation (as `org`) may work at all. */
const orgOpen = sql<boolean>`(org.enabled and org.status = ${passed} and org.expires_on is not null
  and org.expires_on >= ${TODAY})`

const selectByKey = prepared<{ keyId: string }>()((db, param) =>
  db
    .selectFrom('device')
    .innerJoin('org', 'org.id', 'device.orgId')
    .where('device.keyId', '=', param('keyId'))
    .select(['device.id', 'device.orgId', 'device.schoolOrgId', 'device.keyEnc', 'org.orgType'])
    .select([
      sql<boolean>`device.status = ${active} and ${orgOpen}`.as('open'),
      sql<number>`extract(epoch from now())::float8`.as('now'),
    ]),
)

/** The device a key belongs to, and what time it is. */
export async function selectDeviceByKey(db: Db, keyId: string) {
  const [device] = await selectByKey(db, { keyId })
  return device
}
export type KnownDevice = NonNullable<Awaited<ReturnType<typeof selectDeviceByKey>>>

/**
 * One message of a device after the other; false where the device was disabled or got another key since it was
 * looked up. Weaker than what a change of its number would take: records that name it are written meanwhile.
 */
export async function lockSendingDevice(db: Tx, { id, keyEnc }: KnownDevice): Promise<boolean> {
  const { rows } = await sql`select 1 from device join org on org.id = device.org_id
    where device.id = ${id} and device.key_enc = ${keyEnc} and device.status = ${active} and ${orgOpen}
    for no key update of device`.execute(db)
  return rows.length > 0
}

/** False where the device has used it before. */
export async function insertNonce(db: Tx, deviceId: number, nonce: string): Promise<boolean> {
  const result = await db
    .insertInto('deviceNonce')
    .values({ deviceId, nonce })
    .onConflict((conflict) => conflict.columns(['deviceId', 'nonce']).doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0
}

export type AnsweredReading = {
  readingNo: string
  recordId: number | null
  outcome: DeviceOutcome
  message: string | null
}

export async function selectStoredReadings(db: Tx, deviceId: number, numbers: readonly string[]) {
  const { rows } =
    await sql<AnsweredReading>`select reading_no, record_id, outcome, message from device_reading
    where device_id = ${deviceId} and reading_no = any (${[...numbers]}::text[])`.execute(db)
  return rows
}

/** Readings of an organisation's devices within a day: refused for this reason, and children whose results were taken. */
export async function countReadingsToday(
  db: Tx,
  orgId: number,
  message: string,
): Promise<{ refused: number; examined: number }> {
  const isRefused = sql`device_reading.outcome = 'refused' and device_reading.message = ${message}`
  const { rows } = await sql<{ refused: number; examined: number }>`
    select count(*) filter (where ${isRefused})::int as refused,
      count(distinct device_reading.record_id) filter (where device_reading.outcome = 'taken')::int as examined
    from device_reading join device on device.id = device_reading.device_id
    where device.org_id = ${orgId} and device_reading.at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { refused: 0, examined: 0 }
}

export async function insertReadings(db: Tx, deviceId: number, readings: readonly AnsweredReading[]) {
  const column = <K extends keyof AnsweredReading>(key: K) => readings.map((reading) => reading[key])
  await sql`insert into device_reading (device_id, reading_no, record_id, outcome, message)
    select ${deviceId}::bigint, * from unnest(${column('readingNo')}::text[], ${column('recordId')}::bigint[],
      ${column('outcome')}::text[], ${column('message')}::text[])`.execute(db)
}

export async function updateDeviceSeen(db: Tx, deviceId: number, ip: string, readings: number) {
  await db
    .updateTable('device')
    .set({
      lastSeenAt: sql<Date>`now()`,
      lastIp: ip,
      readingCount: sql<number>`reading_count + ${readings}`,
    })
    .where('id', '=', deviceId)
    .execute()
}

/** Tasks (as `task`, of `plan`) that a device of the organisation may write to. */
const openTo = (orgId: number) => sql<boolean>`(task.status = ${TaskStatus.code.underWay}
  and plan.status = ${PlanStatus.code.underWay} and (task.org_id = ${orgId} or task.school_org_id = ${orgId}))`

/** Where these tasks take place; those the organisation may not write to are missing. */
export async function selectOpenTasks(db: Tx, orgId: number, taskIds: readonly number[]) {
  const { rows } = await sql<{ id: number; schoolOrgId: number }>`
    select task.id, task.school_org_id from task join plan on plan.id = task.plan_id
    where task.id = any (${[...taskIds]}::bigint[]) and ${openTo(orgId)}`.execute(db)
  return rows
}

/** Whom a reading names; everything that is given must be true of the record. */
export type Sought = {
  nth: number
  recordId: number | null
  taskId: number | null
  idCard: Buffer | null
  passport: Buffer | null
  studentNo: Buffer | null
}

/** Records of open tasks that fit, by the place of the reading. */
export async function selectSoughtRecords(db: Tx, orgId: number, sought: readonly Sought[]) {
  const column = <K extends keyof Sought>(key: K) => sought.map((each) => each[key])
  const { rows } = await sql<{ nth: number; recordId: number; taskId: number }>`
    with sought as (
      select * from unnest(${column('nth')}::int[], ${column('recordId')}::bigint[], ${column('taskId')}::bigint[],
        ${column('idCard')}::bytea[], ${column('passport')}::bytea[], ${column('studentNo')}::bytea[])
        as s (nth, record_id, task_id, id_card, passport, student_no)
    ), candidate as (
      select s.nth, r.id, r.student_id, r.task_id from sought s join screening_record r on r.id = s.record_id
      union
      select s.nth, r.id, r.student_id, r.task_id from sought s
        join student on student.id_card_hash = s.id_card join screening_record r on r.student_id = student.id
        where s.record_id is null
      union
      select s.nth, r.id, r.student_id, r.task_id from sought s
        join student on student.passport_hash = s.passport join screening_record r on r.student_id = student.id
        where s.record_id is null
      union
      select s.nth, r.id, r.student_id, r.task_id from sought s
        join student on student.student_no_hash = s.student_no join screening_record r on r.student_id = student.id
        where s.record_id is null and s.id_card is null
    )
    select c.nth, c.id as record_id, c.task_id
    from candidate c join sought s on s.nth = c.nth
    join student on student.id = c.student_id
    join task on task.id = c.task_id join plan on plan.id = task.plan_id
    where ${openTo(orgId)} and (s.task_id is null or s.task_id = task.id)
      and (s.id_card is null or student.id_card_hash = s.id_card or student.passport_hash = s.passport)
      and (s.student_no is null or student.student_no_hash = s.student_no)
    order by c.nth, c.id`.execute(db)
  return rows
}

/** Locked against the end of a task and against its transfer to another organisation, until the transaction ends. */
export async function lockReceivingTasks(db: Tx, taskIds: readonly number[]) {
  await sql`select 1 from task where id = any (${[...taskIds]}::bigint[]) order by id for share`.execute(db)
}
