import { type RawBuilder, sql } from 'kysely'
import type { CodeOf } from '#contract/core/enums.ts'
import { type RecordField, RecordSource, RecordState } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { toSnakeCase } from '../../core/db/camel-case.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_NAME } from '../../core/db/known-student.ts'
import { type RowValue, rowLiteral } from '../../core/db/row-literal.ts'
import { TODAY } from '../../core/db/today.ts'
import { type ScreeningScope, withinTaskClasses } from '../plans/access-queries.ts'
import { type FieldChanges, RECORD_FIELDS, type StoredFields } from './record-fields.ts'

const { notScreened } = codeLiterals(RecordState)

const ids = (recordIds: readonly number[]) => sql<number>`any (${[...recordIds]}::bigint[])`

function tasksToWrite(db: Db, taskIds: RawBuilder<number>) {
  return db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.planId')
    .where('task.id', 'in', taskIds)
    .select([
      'task.id as taskId',
      'task.schoolOrgId',
      'task.orgId as executorOrgId',
      'task.status as taskStatus',
    ])
    .select(['task.provinceId', 'task.cityId', 'task.regionId'])
    .select(['plan.id as planId', 'plan.status as planStatus', 'plan.name as planName'])
    .select(['plan.startsOn', 'plan.endsOn', 'plan.items', 'plan.profile', TODAY.as('today')])
    .orderBy('task.id')
}
export type TaskToWrite = Awaited<ReturnType<typeof lockTasksOf>>[number]

/** Tasks of records with their plans, locked against being closed until the transaction ends, in the order of ids. */
export const lockTasksOf = (db: Tx, recordIds: readonly number[]) =>
  tasksToWrite(db, ofRecords(recordIds)).forShare('task').execute()

/** The same for a preview, without locks. */
export const selectTasksOf = (db: Db, recordIds: readonly number[]) =>
  tasksToWrite(db, ofRecords(recordIds)).execute()
const ofRecords = (recordIds: readonly number[]) =>
  sql<number>`(select task_id from screening_record where id = ${ids(recordIds)})`

export const selectTaskToWrite = (db: Db, taskId: number) =>
  tasksToWrite(db, sql<number>`(${taskId}::bigint)`).executeTakeFirstOrThrow()

/** Fields as they stand; null where nothing does, as in most records that an import is for. */
const MARKS: readonly string[] = ['unableRight', 'unableLeft', 'uncooperative'] satisfies RecordField[]
const column = (field: string) => sql.ref(`r.${field}`)
export const storedFields = sql<StoredFields | null>`case
  when num_nonnulls(${sql.join(RECORD_FIELDS.filter((field) => !MARKS.includes(field)).map(column))}) > 0
    or ${sql.join(MARKS.map(column), sql` or `)}
  then json_build_object(${sql.join(RECORD_FIELDS.map((field) => sql`${field}::text, ${column(field)}`))}) end`

/** Of a record only what a change of it depends on: thousands are looked at in one import. */
export const RECORD_COLUMNS = [
  'r.id',
  'r.taskId',
  'r.classId',
  'r.studentId',
  'r.version',
  'r.state',
  'r.enteredBy',
  'r.source',
  'r.deviceId',
  'student.birthDate',
  'taskClass.stage',
] as const

function recordsToWrite(db: Db, who: ScreeningScope | null, recordIds: readonly number[]) {
  let records = db
    .selectFrom('screeningRecord as r')
    .innerJoin('task', 'task.id', 'r.taskId')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('student', 'student.id', 'r.studentId')
    .leftJoin('leftStudent as former', (join) =>
      join.onRef('former.studentId', '=', 'r.studentId').onRef('former.orgId', '=', 'task.schoolOrgId'),
    )
    .where('r.id', '=', ids(recordIds))
  if (who) records = records.where(withinTaskClasses(who))
  return records
    .select(RECORD_COLUMNS)
    .select([KNOWN_NAME.as('studentName'), storedFields.as('fields')])
    .orderBy('r.id')
}
export type RecordToWrite = Awaited<ReturnType<typeof lockRecords>>[number]

/** Records that are to be changed, locked until the transaction ends, in the order of ids. */
export const lockRecords = (db: Tx, who: ScreeningScope | null, recordIds: readonly number[]) =>
  recordsToWrite(db, who, recordIds).forNoKeyUpdate('r').execute()

/** The same for a preview, without locks. */
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

/** The columns of a record that follow from its fields. */
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
const FIELD_TYPES: Record<RecordField, RawBuilder<unknown>> = {
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
}
const CONCLUDED_TYPES: Record<keyof Concluded, RawBuilder<unknown>> = {
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
const COLUMNS: Record<Column, RawBuilder<unknown>> = { ...FIELD_TYPES, ...CONCLUDED_TYPES }
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[]
const FIELDS = Object.keys(FIELD_TYPES) as RecordField[]
const CONCLUDED = Object.keys(CONCLUDED_TYPES) as (keyof Concluded)[]
/** Attributes of the type `record_values`, in its order. */
export const STAGED_COLUMNS = COLUMN_NAMES.map(toSnakeCase)
const assigned = (names: readonly Column[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`w.${name}`)}`))
const defined = (names: readonly Column[]) =>
  sql.join(names.map((name) => sql`${sql.ref(name)} ${COLUMNS[name]}`))
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
  source: CodeOf<typeof RecordSource>
  userId: number | null
  orgId: number | null
  deviceId?: number | null
  importTaskId?: number | null
  approvalId?: number | null
}

/** By columns. What is concluded may carry more than is stored, and under the same names. */
const storedConclusion = (concluded: Concluded) =>
  CONCLUDED.map((name) => [toSnakeCase(name), concluded[name]] as const)
const asRow = ({ id, version, fields, concluded, changes }: WrittenRecord): object => ({
  id,
  version,
  changes,
  ...Object.fromEntries(FIELDS.map((field) => [toSnakeCase(field), fields[field]])),
  ...Object.fromEntries(storedConclusion(concluded)),
})

type FirstSource = (typeof RecordSource.code)['hand' | 'import' | 'device']
/** A record's source is that of its first result: imports and devices, everything else is a hand. */
const firstSource = ({ source }: Writer): FirstSource =>
  source === RecordSource.code.import || source === RecordSource.code.device ? source : RecordSource.code.hand

/** What a writing sets in a record (as `r`), where `value` is a column's new one. */
function settings(value: (name: Column) => RawBuilder<unknown>, by: Writer): RawBuilder<unknown> {
  const first = (given: RawBuilder<unknown>, column: string) =>
    sql`case when ${value('state')} = ${notScreened} then null when r.state = ${notScreened} then ${given}
      else ${sql.ref(`r.${column}`)} end`
  return sql`${sql.join(COLUMN_NAMES.map((name) => sql`${sql.ref(name)} = ${value(name)}`))},
    source = ${first(sql`${firstSource(by)}::smallint`, 'source')},
    device_id = ${first(sql`${by.deviceId ?? null}::bigint`, 'deviceId')},
    entered_by = ${first(sql`${by.userId}::bigint`, 'enteredBy')},
    entered_at = ${first(sql`now()`, 'enteredAt')},
    version = r.version + 1, updated_at = now()`
}

export type UpdatedRecord = {
  id: number
  version: number
  source: FirstSource | null
  enteredAt: Date | null
}

/**
 * Records that were still as they were read, their history, and the day of the last screening where it can only be
 * later than the one that is known; in one statement, for this is what people wait for all day.
 */
export async function updateRecords(
  db: Tx,
  records: readonly WrittenRecord[],
  by: Writer,
): Promise<UpdatedRecord[]> {
  const { rows } = await sql<UpdatedRecord>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(records.map(asRow))}::jsonb)
        as g (id bigint, version int, changes jsonb, ${definitions})),
    w as (
      update screening_record as r set ${settings((name) => sql.ref(`given.${name}`), by)}
      from given where r.id = given.id and r.version = given.version
      returning r.id, r.version, r.student_id, r.source, r.entered_at, r.checked_on, r.state, given.changes),
    noted as (${intoChanges(sql`w`, by)}),
    student_held as (
      select id from student where id in (select student_id from w where state <> ${notScreened}) order by id for no key update),
    dated as (${intoScreened(sql`w join student_held on student_held.id = w.student_id`)})
    select id, version, source, entered_at from w`.execute(db)
  return rows
}

export const CONCLUDED_COLUMNS: readonly (keyof Concluded)[] = CONCLUDED

/** Writes the conclusions, and with `sex` whose they are, of locked records. No reading changed: its version stays. */
export async function updateConcluded(
  db: Tx,
  records: readonly { id: number; concluded: Concluded }[],
  sex?: number,
) {
  if (records.length === 0) return
  const rows = records.map(({ id, concluded }) => ({
    id,
    ...Object.fromEntries(storedConclusion(concluded)),
  }))
  await sql`
    update screening_record as r set ${assigned(CONCLUDED)}, sex = ${sex === undefined ? sql`r.sex` : sex},
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, ${defined(CONCLUDED)})
    where r.id = w.id`.execute(db)
}

/** The day of the last screening, of records written just now as `w (student_id, checked_on)`, where it is later. */
const intoScreened = (from: RawBuilder<unknown>) => sql`
  insert into student_screened as known (student_id, last_on)
  select w.student_id, max(w.checked_on) from ${from} group by w.student_id order by w.student_id
  on conflict (student_id) do update set last_on = excluded.last_on
  where known.last_on is null or known.last_on < excluded.last_on`

/** Keeps changes of records, as `w (id, version, changes)`. */
const intoChanges = (from: RawBuilder<unknown>, by: Writer) => sql`
  insert into record_change (record_id, version, changes, source, user_id, org_id, device_id, import_task_id,
    approval_id)
  select w.id, w.version, w.changes, ${by.source}::smallint, ${by.userId}::bigint, ${by.orgId}::bigint,
    ${by.deviceId ?? null}::bigint, ${by.importTaskId ?? null}::bigint, ${by.approvalId ?? null}::bigint
  from ${from}`

/** What a record becomes, as a literal of the type `record_values`. */
export function recordValues(fields: StoredFields, concluded: Concluded): string {
  const values: RowValue[] = []
  for (const field of FIELDS) values.push(fields[field])
  for (const name of CONCLUDED) values.push(concluded[name])
  return rowLiteral(values)
}

/**
 * Writes what was concluded before: `previewed` has record_id, record_version, student_id, result (`record_values`)
 * and changes of records of a task; these and their students are locked. Records that changed meanwhile are left
 * alone. Returns how many were written.
 */
export async function updatePreviewed(
  db: Tx,
  taskId: number,
  previewed: RawBuilder<unknown>,
  by: Writer,
): Promise<number> {
  const value = (name: Column) => sql`(f.result).${sql.ref(name)}`
  const { numAffectedRows } = await sql`
    with f as (${previewed}),
    w as (
      update screening_record as r set ${settings(value, by)}
      from f where r.id = f.record_id and r.version = f.record_version and r.student_id = f.student_id
        and r.task_id = ${taskId}
      returning r.id, r.version, r.student_id, r.checked_on, r.state, f.changes),
    dated as (${intoScreened(sql`w where w.state <> ${notScreened}`)})
    ${intoChanges(sql`w`, by)}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * When the students of these records were screened last. The students are locked first, so that a concurrent write of
 * another record of the same student is seen.
 */
export async function saveLastScreened(db: Tx, recordIds: readonly number[]) {
  const students = sql`select distinct student_id from screening_record where id = ${ids(recordIds)}`
  await lockStudentsOf(db, students)
  await saveLastScreenedOf(db, students)
}

/** In the order of ids. */
export async function lockStudentsOf(db: Tx, students: RawBuilder<unknown>) {
  await sql`select 1 from student where id in (${students}) order by id for no key update`.execute(db)
}

/** As `saveLastScreened`, of students that are locked already. */
export async function saveLastScreenedOf(db: Tx, students: RawBuilder<unknown>) {
  await sql`
    insert into student_screened as stored (student_id, last_on)
    select s.student_id, (select max(r.checked_on) from screening_record as r
      where r.student_id = s.student_id and r.state <> ${notScreened})
    from (${students}) as s order by s.student_id
    on conflict (student_id) do update set last_on = excluded.last_on
    where stored.last_on is distinct from excluded.last_on`.execute(db)
}
