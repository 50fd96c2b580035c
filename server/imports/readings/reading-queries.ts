import { sql } from 'kysely'
import { OrgType } from '#contract/core/codes.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import { RecordSource } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { KNOWN_NAME } from '../../core/db/known-student.ts'
import type { ProposalWriter } from '../../eyesight/records/conflict-proposal.ts'
import { isFrom, leftOver } from '../../eyesight/records/conflict-queries.ts'
import type { FieldChanges } from '../../eyesight/records/record-fields.ts'
import type { WorkState } from '../../eyesight/records/record-rules.ts'
import {
  lockStudentsOf,
  RECORD_COLUMNS,
  saveLastScreenedOf,
  storedFields,
  updatePreviewed,
} from '../../eyesight/records/write-readings-queries.ts'
import { NUMBER_COLUMNS, type NumberColumn } from '../roster/who-judge.ts'
import type { SchoolPlaces } from '../row-rules/school-place.ts'
import type { ChangeSince, Dependent } from '../rows/dependents.ts'
import type { ImportRound } from '../rows/write-queries.ts'

const { undo } = codeLiterals(RecordSource)
const { insert, update, unchanged, locked } = RowOutcome.code

/** The classes of a task as they stood when it began; before that as they are. */
export async function selectTaskPlaces(
  db: Db,
  taskId: number,
): Promise<SchoolPlaces & { startsOn: string; items: PlanItems }> {
  const school = await db
    .selectFrom('task')
    .innerJoin('plan', 'plan.id', 'task.planId')
    .innerJoin('org', 'org.id', 'task.schoolOrgId')
    .innerJoin('school', 'school.orgId', 'org.id')
    .select(['org.id as orgId', 'org.name as orgName', 'school.schoolSystem as system'])
    .select(['plan.startsOn', 'plan.items'])
    .where('task.id', '=', taskId)
    .executeTakeFirstOrThrow()
  const classes = await db
    .selectFrom('taskClass')
    .innerJoin('class', 'class.id', 'taskClass.classId')
    .select(['taskClass.classId', 'taskClass.className', 'class.entryYear as classYear'])
    .select(['taskClass.gradeId', 'taskClass.gradeNo'])
    .select(sql<SchoolPlaces['classes'][number]['prefix']>`task_class.stage`.as('prefix'))
    .where('taskClass.taskId', '=', taskId)
    .orderBy('taskClass.stage')
    .orderBy('taskClass.gradeNo')
    .orderBy('taskClass.classNo')
    .orderBy('taskClass.classId')
    .execute()
  return { ...school, classes }
}

const hashText = (column: NumberColumn) =>
  sql<string | null>`encode(${sql.ref(`student.${column}`)}, 'base64')`

const schoolOf = (taskId: number) => sql<number>`(select school_org_id from task where id = ${taskId})`

/** Students on the lists of these classes, with the hashes of their numbers in base64. */
export const selectListed = (db: Db, taskId: number, classIds: readonly number[]) =>
  db
    .selectFrom('screeningRecord as r')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('student', 'student.id', 'r.studentId')
    .leftJoin('leftStudent as former', (join) =>
      join.onRef('former.studentId', '=', 'r.studentId').on('former.orgId', '=', schoolOf(taskId)),
    )
    .select(RECORD_COLUMNS)
    .select([KNOWN_NAME.as('studentName'), storedFields.as('fields')])
    .select('student.sex')
    .select(NUMBER_COLUMNS.map((column) => hashText(column).as(column)))
    .where('r.taskId', '=', taskId)
    .where('r.classId', '=', sql<number>`any(${[...classIds]}::bigint[])`)
    .execute()
type Listed = Awaited<ReturnType<typeof selectListed>>[number]
export type ListedRecord = Omit<Listed, NumberColumn>

/** Students with one of these numbers, with the record of a task where there is one. */
export async function selectByNumbers(
  db: Db,
  taskId: number,
  column: NumberColumn,
  hashes: readonly Buffer[],
): Promise<{ hash: Buffer; found: ListedRecord | null }[]> {
  const rows = await db
    .selectFrom('student')
    .leftJoin('screeningRecord as r', (join) =>
      join.onRef('r.studentId', '=', 'student.id').on('r.taskId', '=', taskId),
    )
    .leftJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .leftJoin('leftStudent as former', (join) =>
      join.onRef('former.studentId', '=', 'student.id').on('former.orgId', '=', schoolOf(taskId)),
    )
    .select(RECORD_COLUMNS)
    .select([KNOWN_NAME.as('studentName'), storedFields.as('fields')])
    .select(['student.sex', sql<Buffer>`${sql.ref(`student.${column}`)}`.as('hash')])
    .where(`student.${column}`, '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .execute()
  return rows.map((row) => ({ hash: row.hash, found: isListed(row) ? row : null }))
}
type Found = { [K in keyof ListedRecord]: ListedRecord[K] | null }
const isListed = (found: Found): found is ListedRecord => found.id !== null

/** Who is to be examined, class by class. */
export const selectListedNames = (db: Db, taskId: number) =>
  db
    .selectFrom('screeningRecord as r')
    .innerJoin('taskClass', (join) =>
      join.onRef('taskClass.taskId', '=', 'r.taskId').onRef('taskClass.classId', '=', 'r.classId'),
    )
    .innerJoin('student', 'student.id', 'r.studentId')
    .select(['r.classId', 'student.name'])
    .where('r.taskId', '=', taskId)
    .orderBy('taskClass.stage')
    .orderBy('taskClass.gradeNo')
    .orderBy('taskClass.classNo')
    .orderBy('student.id')
    .execute()

/**
 * Locks everything the rows of a round are for before anything is written: the records, then their students, each in
 * the order of ids, so that imports with rows in another order cannot deadlock.
 */
export async function lockRecordsOfRows(db: Tx, of: ImportRound): Promise<void> {
  await sql`select 1 from screening_record where id in (select record_id from ${rowsToWrite(of)})
    order by id for no key update`.execute(db)
  await lockStudentsOf(db, sql`select student_id from ${rowsToWrite(of)}`)
}

const rowsToWrite = ({ batchId, round }: ImportRound) => sql`import_row
  where batch_id = ${batchId} and round = ${round} and outcome in (${insert}, ${update}, ${locked})`

/**
 * Writes the rows of which nothing changed since they were judged, as previewed; everything is locked. Returns how
 * many. Students drawn for a second examination are excluded by one set: they are few, and looking for each row takes
 * longer. In the order of the records: neighbours are written together, whatever the order of the sheet.
 */
export const writeUnmovedRows = (
  db: Tx,
  { batchId, round }: ImportRound,
  taskId: number,
  by: ProposalWriter,
): Promise<number> =>
  updatePreviewed(
    db,
    taskId,
    sql`
      select i.record_id, i.record_version, i.student_id, i.result, i.reading -> 'changes' as changes
      from import_row i join student s on s.id = i.student_id and s.birth_date = i.birth_date
      where i.batch_id = ${batchId} and i.round = ${round} and i.outcome in (${insert}, ${update})
        and i.record_id not in (select record_id from retest where task_id = ${taskId} and entered_at is null)
      order by i.record_id`,
    by,
  )

/** A day that was corrected may be an earlier one; that of a first result is written with it. */
export async function saveCorrectedDays(db: Tx, of: ImportRound): Promise<void> {
  await saveLastScreenedOf(db, sql`select student_id from ${rowsToWrite(of)} and outcome <> ${insert}`)
}

/** Rows that were not written so: to be judged once more, or waiting for a person. Nearly always there are none. */
export async function selectMovedRows(
  db: Tx,
  of: ImportRound,
  by: ProposalWriter,
  written: number,
): Promise<number[]> {
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*)::int as n from ${rowsToWrite(of)}`.execute(db)
  if (counted[0]?.n === written) return []
  const { rows } = await sql<{ rowNo: number }>`
    select i.row_no from (select * from ${rowsToWrite(of)}) as i
    where not exists (select from record_change c where c.record_id = i.record_id
      and c.version = i.record_version + 1 and c.import_task_id = ${by.importTaskId ?? null} and c.source = ${by.source})
    order by i.row_no`.execute(db)
  return rows.map(({ rowNo }) => rowNo)
}

/** Rows of a batch by their numbers. */
export function selectReadingRows(db: Tx, { batchId }: ImportRound, rowNos: readonly number[]) {
  return db
    .selectFrom('importRow')
    .select(['rowNo', 'outcome', 'recordId', 'recordVersion', 'reading'])
    .where('batchId', '=', batchId)
    .where('rowNo', '=', sql<number>`any(${rowNos}::int[])`)
    .orderBy('rowNo')
    .execute()
}

/** The present versions of locked records. */
export async function selectVersions(db: Tx, recordIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('screeningRecord')
    .select(['id', 'version'])
    .where('id', '=', sql<number>`any(${recordIds}::bigint[])`)
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The outcome of rows at the writing, where it differs from the preview. */
export async function updateOutcomes(
  db: Tx,
  { batchId }: ImportRound,
  rows: readonly {
    rowNo: number
    outcome: number
    issues: object[] | null
    changes: FieldChanges
  }[],
) {
  if (rows.length === 0) return
  await sql`
    update import_row as r set outcome = w.outcome, issues = w.issues,
      reading = jsonb_set(r.reading, '{changes}', w.changes)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w ("rowNo" int, outcome smallint, issues jsonb,
      changes jsonb)
    where r.batch_id = ${batchId} and r.row_no = w."rowNo"`.execute(db)
}

/**
 * A sheet that agrees with what is there, or puts something in its place, takes back what an earlier one of the same
 * organisation said against it.
 */
export async function deleteOverruled(
  db: Tx,
  { batchId, round }: ImportRound,
  { by, moved }: { by: ProposalWriter; moved: readonly number[] },
): Promise<void> {
  await sql`
    with open_record as (
      select distinct record_id from reading_conflict where resolved_at is null and source = ${by.source}),
    stated as (
      select r.record_id, array(
        select f.key from jsonb_each(r.reading -> 'besides') as f where f.value not in ('null', 'false', '""')
        union select jsonb_object_keys(r.reading -> 'changes')) as fields
      from open_record join import_row as r using (record_id)
      where r.batch_id = ${batchId} and r.round = ${round} and r.outcome in (${unchanged}, ${insert}, ${update})
        and r.row_no <> all (${moved}::int[])),
    waiting as (
      select c.id, ${leftOver(sql`stated.fields`)}
      from reading_conflict as c join stated on stated.record_id = c.record_id
      where c.source = ${by.source} and c.resolved_at is null and ${isFrom(by)}
      order by c.id for update of c),
    gone as (
      delete from reading_conflict as c using waiting where c.id = waiting.id and waiting.left_over = '{}')
    update reading_conflict as c set reading = waiting.left_over from waiting
    where c.id = waiting.id and waiting.left_over <> '{}' and waiting.left_over <> c.reading`.execute(db)
}

/** Changes (as `c`) that an import made and that were not taken back. */
const standing = (importTaskId: number) => sql`c.import_task_id = ${importTaskId} and c.id > coalesce((
  select max(u.id) from record_change u
  where u.record_id = c.record_id and u.import_task_id = c.import_task_id and u.source = ${undo}), 0)`

export type WrittenByImport = { recordId: number; changes: FieldChanges[]; version: number }

/** What an import did to records, the first change first, and the version it left behind. */
export async function selectWrittenByImport(db: Tx, importTaskId: number, after: number, limit: number) {
  const { rows } = await sql<WrittenByImport>`
    select c.record_id, jsonb_agg(c.changes order by c.id) as changes, max(c.version) as version
    from record_change c where ${standing(importTaskId)} and c.record_id > ${after}
    group by c.record_id order by c.record_id limit ${limit}`.execute(db)
  return rows
}

/** Locked before they are compared, in the order in which a write locks them. */
export async function lockWrittenByImport(db: Tx, importTaskId: number): Promise<void> {
  const records = sql`select c.record_id from record_change c where ${standing(importTaskId)}`
  await sql`select 1 from screening_record where id in (${records}) order by id for no key update`.execute(db)
  await lockStudentsOf(db, sql`select student_id from screening_record where id in (${records})`)
}

/** Records to which something happened since the import wrote them: they keep the whole of it. */
export async function selectChangedSince(db: Db, importTaskId: number) {
  const [drawn, changed]: ChangeSince[] = ['retestDrawn', 'resultChanged']
  const { rows } = await sql<Dependent>`
    select s.name, case when t.record_id is not null then ${drawn}::text else ${changed}::text end as change,
      count(*) over ()::int as total
    from (select c.record_id, max(c.version) as version from record_change c
          where ${standing(importTaskId)} group by c.record_id) as w
    join screening_record r on r.id = w.record_id join student s on s.id = r.student_id
    left join retest t on t.record_id = r.id
    where r.version <> w.version or t.record_id is not null
    order by r.id limit 3`.execute(db)
  return rows
}

export async function deleteOpenConflicts(db: Tx, importTaskId: number): Promise<void> {
  await db
    .deleteFrom('readingConflict')
    .where('importTaskId', '=', importTaskId)
    .where('resolvedAt', 'is', null)
    .execute()
}

type ScreeningTaskState = WorkState & { concerned: boolean }

/** The task and its plan, locked against being closed, and whether an organisation still has to do with it. */
export async function lockScreeningTask(db: Tx, taskId: number, loginOrgId: number) {
  const { rows } = await sql<ScreeningTaskState>`
    select plan.status as plan_status, task.status as task_status, plan.name as plan_name,
      (org.id in (task.org_id, task.school_org_id) or org.org_type = ${OrgType.code.government}) as concerned
    from task join plan on plan.id = task.plan_id join org on org.id = ${loginOrgId}
    where task.id = ${taskId} for share of task`.execute(db)
  return rows[0]
}
