import { type RawBuilder, sql } from 'kysely'
import { PlanStatus } from '#contract/eyesight/plan-schemas.ts'
import type { RecordField } from '#contract/eyesight/record-schemas.ts'
import { toSnakeCase } from '../core/db/camel-case.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { type ScreeningScope, withinTaskClasses } from './access-queries.ts'
import type { FieldChanges, StoredFields } from './record-fields.ts'

const ids = (recordIds: readonly number[]) => sql<number>`any (${[...recordIds]}::bigint[])`

/** Against the end of a task or plan: held until the transaction ends, in the order of ids. Answers their ids. */
export async function lockTasksOf(db: Tx, recordIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from task where id in (select task_id from screening_record where id = ${ids(recordIds)})
    order by id for share`.execute(db)
  return rows.map(({ id }) => id)
}

function recordsToWrite(db: Db, who: ScreeningScope | null, recordIds: readonly number[]) {
  let records = db
    .selectFrom('screeningRecord as r')
    .innerJoin('task', 'task.id', 'r.taskId')
    .innerJoin('plan', 'plan.id', 'r.planId')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('student', 'student.id', 'r.studentId')
    .where('r.id', '=', ids(recordIds))
  if (who) records = records.where(withinTaskClasses(who))
  return records
    .selectAll('r')
    .select(['student.name as studentName', 'student.birthDate', 'taskClass.stage'])
    .select(['task.schoolOrgId', 'task.orgId as executorOrgId', 'task.status as taskStatus'])
    .select(['task.provinceId', 'task.cityId', 'task.regionId'])
    .select(['plan.status as planStatus', 'plan.name as planName', 'plan.startsOn', 'plan.endsOn'])
    .select(['plan.items', 'plan.profile'])
    .orderBy('r.id')
}
export type RecordToWrite = Awaited<ReturnType<typeof lockRecords>>[number]

/** Records with everything a change of them depends on, held until the transaction ends, in the order of ids. */
export const lockRecords = (db: Tx, who: ScreeningScope | null, recordIds: readonly number[]) =>
  recordsToWrite(db, who, recordIds).forNoKeyUpdate('r').execute()

/** The same for looking ahead, nothing held. */
export const selectRecordsToWrite = (db: Db, who: ScreeningScope | null, recordIds: readonly number[]) =>
  recordsToWrite(db, who, recordIds).execute()

/** The records of a student in plans that are not archived. */
export async function selectUnarchivedOf(db: Db, studentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('screeningRecord as r')
    .innerJoin('plan', 'plan.id', 'r.planId')
    .where('r.studentId', '=', studentId)
    .where('plan.status', '<', PlanStatus.code.archived)
    .select('r.id')
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What a record becomes besides its fields. */
export type Concluded = {
  age: number
  state: number
  seRight: number | null
  seLeft: number | null
  poorVision: boolean
  poorDegree: number
  myopia: boolean
  myopiaDegree: number
  preMyopia: boolean
  highRisk: boolean
  hyperopia: boolean
  hyperopiaDegree: number
  astigmatism: boolean
  astigmatismDegree: number
  anisometropia: boolean
  refractiveError: boolean
  reserveShort: boolean
  correction: number
  referral: boolean
  warningLevel: number | null
  category: string | null
  cariesChecked: boolean
  caries: boolean
}
type Column = RecordField | keyof Concluded

const smallint = sql`smallint`
const boolean = sql`boolean`
const text = sql`text`
const date = sql`date`
const COLUMNS: Record<Column, RawBuilder<unknown>> = {
  glasses: smallint,
  nakedRight: smallint,
  nakedLeft: smallint,
  correctedRight: smallint,
  correctedLeft: smallint,
  sphereRight: smallint,
  sphereLeft: smallint,
  cylinderRight: smallint,
  cylinderLeft: smallint,
  axisRight: smallint,
  axisLeft: smallint,
  orthoKRight: smallint,
  orthoKLeft: smallint,
  unableRight: boolean,
  unableLeft: boolean,
  uncooperative: boolean,
  position: smallint,
  colour: smallint,
  milkDecayed: smallint,
  milkMissing: smallint,
  milkFilled: smallint,
  decayed: smallint,
  missing: smallint,
  filled: smallint,
  height: smallint,
  weight: smallint,
  absence: smallint,
  remark: text,
  checkedOn: date,
  age: smallint,
  state: smallint,
  seRight: smallint,
  seLeft: smallint,
  poorVision: boolean,
  poorDegree: smallint,
  myopia: boolean,
  myopiaDegree: smallint,
  preMyopia: boolean,
  highRisk: boolean,
  hyperopia: boolean,
  hyperopiaDegree: smallint,
  astigmatism: boolean,
  astigmatismDegree: smallint,
  anisometropia: boolean,
  refractiveError: boolean,
  reserveShort: boolean,
  correction: smallint,
  referral: boolean,
  warningLevel: smallint,
  category: text,
  cariesChecked: boolean,
  caries: boolean,
}
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[]
const assigned = (names: readonly Column[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`w.${name}`)}`))
const defined = (names: readonly Column[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} ${COLUMNS[name]}`))
const assignments = assigned(COLUMN_NAMES)
const definitions = defined(COLUMN_NAMES)

export type WrittenRecord = {
  id: number
  version: number
  fields: StoredFields
  concluded: Concluded
  changes: FieldChanges
}

/** Where a change comes from. */
export type Writer = {
  source: 1 | 2 | 3 | 4 | 5
  userId: number | null
  orgId: number | null
  deviceId?: number | null
  importTaskId?: number | null
  approvalId?: number | null
}

const asRow = ({ id, version, fields, concluded }: WrittenRecord): object => ({
  id,
  version,
  ...snakeCased({ ...fields, ...concluded }),
})
const snakeCased = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [toSnakeCase(name), value]))

/** A record's source is that of its first result: imports and devices, everything else is a hand. */
const firstSource = ({ source }: Writer): 1 | 2 | 3 => (source === 2 || source === 3 ? source : 1)

/** The records that were still as they were read. */
export async function updateRecords(
  db: Tx,
  records: readonly WrittenRecord[],
  by: Writer,
): Promise<number[]> {
  const first = (value: RawBuilder<unknown>, kept: string) =>
    sql`case when w.state = 0 then null when r.state = 0 then ${value} else ${sql.ref(`r.${kept}`)} end`
  const { rows } = await sql<{ id: number }>`
    update screening_record as r set ${assignments},
      source = ${first(sql`${firstSource(by)}::smallint`, 'source')},
      device_id = ${first(sql`${by.deviceId ?? null}::bigint`, 'deviceId')},
      entered_by = ${first(sql`${by.userId}::bigint`, 'enteredBy')},
      entered_at = ${first(sql`now()`, 'enteredAt')},
      version = r.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(records.map(asRow))}::jsonb) as w (id bigint, version int, ${definitions})
    where r.id = w.id and r.version = w.version
    returning r.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of records that are held what is concluded, and of whom. No reading changed: its version stays. */
export async function updateConcluded(
  db: Tx,
  records: readonly { id: number; concluded: Concluded }[],
  sex: number,
) {
  const [first] = records
  if (!first) return
  const names = Object.keys(first.concluded) as (keyof Concluded)[]
  const rows = records.map(({ id, concluded }) => ({ id, ...snakeCased(concluded) }))
  await sql`
    update screening_record as r set ${assigned(names)}, sex = ${sex}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, ${defined(names)})
    where r.id = w.id`.execute(db)
}

export async function insertChanges(db: Tx, records: readonly WrittenRecord[], by: Writer) {
  const rows = records.map(({ id, version, changes }) => ({ id, version: version + 1, changes }))
  await sql`
    insert into record_change (record_id, version, changes, source, user_id, org_id, device_id, import_task_id,
      approval_id)
    select w.id, w.version, w.changes, ${by.source}::smallint, ${by.userId}::bigint, ${by.orgId}::bigint,
      ${by.deviceId ?? null}::bigint, ${by.importTaskId ?? null}::bigint, ${by.approvalId ?? null}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, version int, changes jsonb)
    order by w.id`.execute(db)
}

/**
 * When the students of these records were screened last. Held first: whoever writes another record of the same student
 * at the same time is then seen.
 */
export async function updateLastScreened(db: Tx, recordIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select distinct student_id as id from screening_record where id = ${ids(recordIds)}`.execute(db)
  const students = rows.map(({ id }) => id)
  await sql`select 1 from student where id = ${ids(students)} order by id for no key update`.execute(db)
  await sql`
    update student set last_screened_on = last.day
    from unnest(${students}::bigint[]) as touched (id) cross join lateral (
      select max(r.checked_on) filter (where r.state <> 0) as day from screening_record r
      where r.student_id = touched.id) as last
    where student.id = touched.id and student.last_screened_on is distinct from last.day`.execute(db)
}
