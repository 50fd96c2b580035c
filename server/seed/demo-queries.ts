import { type Insertable, sql } from 'kysely'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db } from '../core/db/connect.ts'
import type { Schema } from '../core/db/schema.ts'
import { DEMO_ORGS, DEMO_USERS } from './demo-world.ts'

const id = 'bigint'
const no = 'smallint'
const at = 'timestamptz'
/** What is loaded in bulk: the columns given, with their types. */
const COLUMNS = {
  org: {
    id,
    name: 'text',
    orgType: no,
    property: no,
    provinceId: 'text',
    cityId: 'text',
    regionId: 'text',
    address: 'text',
    contactName: 'text',
    contactPhoneEnc: 'bytea',
    status: no,
    expiresOn: 'date',
    permissionGroupId: 'integer',
  },
  grade: { id, orgId: id, stage: no, gradeNo: no },
  class: {
    id,
    orgId: id,
    stage: no,
    gradeId: id,
    name: 'text',
    classNo: no,
    entryYear: no,
    closedOn: 'date',
  },
  classPeriod: { classId: id, gradeId: id, schoolYear: no, fromOn: 'date', toOn: 'date' },
  student: {
    id,
    orgId: id,
    classId: id,
    name: 'text',
    sex: no,
    birthDate: 'date',
    studentType: no,
    status: no,
    idCardEnc: 'bytea',
    idCardHash: 'bytea',
    idCardMask: 'text',
    passportEnc: 'bytea',
    passportHash: 'bytea',
    passportMask: 'text',
    studentNoEnc: 'bytea',
    studentNoHash: 'bytea',
    studentNoMask: 'text',
    nation: 'text',
    nativePlace: 'text',
    parentName: 'text',
    parentPhoneEnc: 'bytea',
    parentPhoneMask: 'text',
    leftAs: no,
    leftOn: 'date',
  },
  studentScreened: { studentId: id, lastOn: 'date' },
  enrolment: {
    studentId: id,
    orgId: id,
    classId: id,
    fromOn: 'date',
    toOn: 'date',
    gradeId: id,
    historyType: no,
    movedToOrgId: id,
    reason: 'text',
  },
  task: {
    id,
    planId: id,
    schoolOrgId: id,
    orgId: id,
    status: no,
    createdAt: at,
    startsOn: 'date',
    endsOn: 'date',
    provinceId: 'text',
    cityId: 'text',
    regionId: 'text',
    syncedAt: at,
    completedAt: at,
    createdBy: id,
  },
  taskClass: {
    taskId: id,
    classId: id,
    planId: id,
    schoolOrgId: id,
    stage: no,
    gradeId: id,
    gradeNo: no,
    className: 'text',
    classNo: no,
  },
} as const satisfies Partial<Record<keyof Schema, Record<string, string>>>

type Table = keyof typeof COLUMNS
/** Every column is named, so that none is forgotten. */
export type BulkRow<T extends Table> = {
  [C in keyof (typeof COLUMNS)[T] & keyof Insertable<Schema[T]>]-?: Exclude<
    Insertable<Schema[T]>[C],
    undefined
  >
}

export const BATCH = 5_000

/** One statement per five thousand rows: the counters' triggers run as often. */
export async function insertRows<T extends Table>(db: Db, table: T, rows: readonly BulkRow<T>[]) {
  const columns = Object.entries(COLUMNS[table]) as [keyof BulkRow<T> & string, string][]
  const names = sql.join(columns.map(([name]) => sql.ref(name)))
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const values = columns.map(([name, type]) => sql`${batch.map((row) => row[name])}::${sql.raw(type)}[]`)
    await sql`insert into ${sql.table(table)} (${names}) overriding system value
      select * from unnest(${sql.join(values)})`.execute(db)
  }
}

/** The first of so many ids in a row; only where nobody else inserts at the same time. */
export async function reserveIds(
  db: Db,
  table: 'org' | 'grade' | 'class' | 'student' | 'task' | 'screening_record',
  count: number,
): Promise<number> {
  if (count === 0) return 0
  const { rows } = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last
    from (select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)) as ids
  `.execute(db)
  const [range] = rows
  if (!range || range.last - range.first !== count - 1) throw new Error(`ids of ${table} are not in a row`)
  return range.first
}

/** Sealed id and national student numbers with the county part 00, in the order of students. */
export async function selectSealedNumbers(db: Db, afterId: number, limit: number) {
  const { rows } = await sql<{ id: number; sealed: Buffer; sex: CodeOf<typeof Sex> }>`
    select id, coalesce(id_card_enc, student_no_enc) as sealed, sex from student
    where id > ${afterId} and coalesce(id_card_mask, substr(student_no_mask, 2)) ~ '^\\d{4}00[*]{12}$'
    order by id limit ${limit}`.execute(db)
  return rows
}

export type DemoIds = { orgs: Map<string, number>; users: Map<string, number> }

/** The demo's organisations and accounts as they are in this database; what was renamed or deleted is missing. */
export async function selectDemoIds(db: Db): Promise<DemoIds> {
  const orgs = await db.selectFrom('org').select(['id', 'name', 'cityId', 'regionId']).execute()
  const orgIds = new Map(orgs.map(({ id, name, cityId, regionId }) => [`${name} ${regionId ?? cityId}`, id]))
  const users = await db.selectFrom('appUser').select(['id', 'account']).execute()
  const userIds = new Map(users.map(({ id, account }) => [account, id]))
  const known = <T>(entries: [string, T | undefined][]) =>
    new Map(entries.filter((entry): entry is [string, T] => entry[1] !== undefined))
  return {
    orgs: known(
      DEMO_ORGS.map((org) => [org.key, orgIds.get(`${org.name} ${org.regionId ?? org.cityId ?? null}`)]),
    ),
    users: known(DEMO_USERS.map(({ account }) => [account, userIds.get(account)])),
  }
}
