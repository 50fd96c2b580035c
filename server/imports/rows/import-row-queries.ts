import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { RowOutcome } from '#contract/core/import-states.ts'
import type { ImportCounts } from '#contract/imports/schemas.ts'
import { toSnakeCase } from '../../core/db/camel-case.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { type CopyValue, copyRows } from '../../core/db/copy-rows.ts'
import type { Issue, SameRows } from '../row-rules/row-check.ts'
import type { ImportRowRecord } from '../tables.ts'
import type { StagedRow } from './staged-row.ts'

const { error, insert, update, unchanged, locked, elsewhere, back } = RowOutcome.code

/** Columns of a staged row in the order in which they are copied. */
const FIELDS = [
  'rowNo',
  'outcome',
  'issues',
  'studentId',
  'studentVersion',
  'classId',
  'name',
  'sex',
  'birthDate',
  'studentType',
  'status',
  'idCardEnc',
  'idCardHash',
  'idCardMask',
  'passportEnc',
  'passportHash',
  'passportMask',
  'studentNoEnc',
  'studentNoHash',
  'studentNoMask',
  'nation',
  'nativePlace',
  'parentName',
  'parentPhoneEnc',
  'parentPhoneMask',
  'changed',
  'recordId',
  'recordVersion',
  'reading',
  'result',
] as const satisfies readonly (keyof StagedRow)[]

/** Rows of a batch mean nothing until a task names the batch: they need no transaction with it. */
export async function copyStagedRows(pool: pg.Pool, batchId: number, rows: readonly StagedRow[]) {
  // Of the columns each kind of sheet uses some only.
  const used = FIELDS.filter((field) => rows.some((row) => row[field] !== null))
  const values = rows.map((row) => {
    const line: CopyValue[] = [batchId]
    for (const field of used) {
      const value = row[field]
      const isJson = (field === 'issues' || field === 'reading') && value !== null
      line.push(isJson ? JSON.stringify(value) : (value as CopyValue))
    }
    return line
  })
  await copyRows(pool, 'import_row', ['batch_id', ...used.map(toSnakeCase)], values)
}

export async function insertPieces(
  db: Db,
  pieces: readonly { batchId: number; firstRow: number; cellsEnc: Buffer }[],
): Promise<void> {
  if (pieces.length > 0) await db.insertInto('importCells').values(pieces).execute()
}

/** The pieces of a batch that hold these rows: each is in the last one that does not begin after it. */
export async function selectPiecesWith(db: Db, batchId: number, rowNos: readonly number[]) {
  if (rowNos.length === 0) return []
  const { rows } = await sql<{ cellsEnc: Buffer }>`
    select cells_enc from import_cells where batch_id = ${batchId} and first_row in (
      select (select max(first_row) from import_cells where batch_id = ${batchId} and first_row <= wanted.row_no)
      from unnest(${[...rowNos]}::int[]) as wanted (row_no))`.execute(db)
  return rows
}

/**
 * Memory for a transaction that writes a whole file: one at a time does, and what does not fit goes through files on
 * disk, which takes twice as long.
 */
export const giveRoom = (db: Tx) => sql`select set_config('work_mem', '64MB', true)`.execute(db)

/** A corrected row takes the place of the old one, in a round of its own. */
export async function replaceRows(db: Tx, batchId: number, round: number, rows: readonly StagedRow[]) {
  const rowNos = rows.map(({ rowNo }) => rowNo)
  await db.deleteFrom('importRow').where('batchId', '=', batchId).where('rowNo', 'in', rowNos).execute()
  await db
    .insertInto('importRow')
    .values(
      rows.map(({ issues, reading, ...row }) => ({
        ...row,
        batchId,
        round,
        issues: issues && JSON.stringify(issues),
        reading: reading && JSON.stringify(reading),
      })),
    )
    .execute()
}

export async function deleteBatch(db: Db, batchId: number): Promise<void> {
  await db.deleteFrom('importRow').where('batchId', '=', batchId).execute()
  await db.deleteFrom('importCells').where('batchId', '=', batchId).execute()
}

/** Rows that no task names: left behind by a reading that was interrupted and went on writing for a moment. */
export async function deleteLostBatches(db: Db): Promise<void> {
  for (const table of ['import_row', 'import_cells']) {
    const stored = sql.table(table)
    await sql`
    with recursive batch as (
      select min(batch_id) as id from ${stored}
      union all
      select (select min(r.batch_id) from ${stored} r where r.batch_id > batch.id) from batch where id is not null)
    delete from ${stored} where batch_id in (
      select id from batch where id is not null
        and not exists (select from import_task t where t.batch_id = batch.id)
        and not exists (select from job j where j.kind = 'import.read' and j.state in ('queued', 'running')
          and (j.payload ->> 'fromBatch')::bigint = batch.id))`.execute(db)
  }
}

/** With the rows that tell something about children of other schools; nobody is shown that number. */
export type StoredCounts = ImportCounts & { foreign: number; missed: number }

export async function countOutcomes(
  db: Db,
  { batchId, round }: { batchId: number; round: number },
  written: readonly number[],
): Promise<StoredCounts> {
  const rows = await db
    .selectFrom('importRow')
    .select(['outcome', sql<number>`count(*)::int`.as('n')])
    .select(sql<number>`count(*) filter (where round >= ${round})::int`.as('unwritten'))
    .select(
      sql<number>`count(*) filter (where outcome = ${elsewhere} or issues @> '[{"foreign": true}]')::int`.as(
        'foreign',
      ),
    )
    .select(sql<number>`count(*) filter (where issues @> '[{"missed": true}]')::int`.as('missed'))
    .where('batchId', '=', batchId)
    .groupBy('outcome')
    .execute()
  const of = (...outcomes: number[]) =>
    rows.reduce((sum, row) => sum + (outcomes.includes(row.outcome) ? row.n : 0), 0)
  return {
    rows: rows.reduce((sum, { n }) => sum + n, 0),
    insert: of(insert, back),
    update: of(update),
    unchanged: of(unchanged),
    locked: of(locked),
    error: of(error, elsewhere),
    elsewhere: of(elsewhere),
    back: of(back),
    foreign: rows.reduce((sum, { foreign }) => sum + foreign, 0),
    missed: rows.reduce((sum, { missed }) => sum + missed, 0),
    waiting: rows.reduce(
      (sum, { outcome, unwritten }) => sum + (written.includes(outcome) ? unwritten : 0),
      0,
    ),
  }
}

export type ImportRowFilter = { batchId: number; outcome?: CodeOf<typeof RowOutcome>; failing?: boolean }
const FAILING = [error, elsewhere, locked]

function rowsMatching(db: Db, { batchId, outcome, failing }: ImportRowFilter) {
  let rows = db.selectFrom('importRow').where('batchId', '=', batchId)
  if (outcome !== undefined) rows = rows.where('outcome', '=', outcome)
  if (failing) rows = rows.where('outcome', 'in', FAILING)
  return rows
}

export const selectRowPage = (db: Db, filter: ImportRowFilter, limit: number, offset: number) =>
  rowsMatching(db, filter).selectAll().orderBy('rowNo').limit(limit).offset(offset).execute()

export async function countImportRows(db: Db, filter: ImportRowFilter): Promise<number> {
  const { n } = await rowsMatching(db, filter)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** After the last one that was had: for reading all rows a batch at a time. */
export const selectRowsAfter = (db: Db, filter: ImportRowFilter, afterRow: number, limit: number) =>
  rowsMatching(db, filter)
    .select(['rowNo', 'outcome', 'issues', 'cellsEnc'])
    .where('rowNo', '>', afterRow)
    .orderBy('rowNo')
    .limit(limit)
    .execute()

export const selectRowsByNo = (db: Db, batchId: number, rowNos: number[]): Promise<ImportRowRecord[]> =>
  db
    .selectFrom('importRow')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('rowNo', 'in', rowNos)
    .orderBy('rowNo')
    .execute()

/** Ids reserved for new students, so that a row knows its student before it is written. */
export async function reserveStudentIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval('student_id_seq') as id from generate_series(1, ${count})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * A batch that has just been copied is unknown to the planner: it takes it for one row and computes the other side of a
 * join anew for each of fifty thousand. Without loops it takes one pass, however many they are.
 */
async function inBulk(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => inBulk(tx, work))
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(db)
  await work(db)
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
}

const REPEAT_KEYS = {
  idCard: sql`encode(id_card_hash, 'hex')`,
  passport: sql`encode(passport_hash, 'hex')`,
  document: sql`encode(coalesce(id_card_hash, passport_hash), 'hex')`,
  studentNo: sql`encode(student_no_hash, 'hex')`,
  student: sql`student_id::text`,
  person: sql`name || '|' || sex || '|' || birth_date`,
}
export type RepeatKey = keyof typeof REPEAT_KEYS

/**
 * Rows of a file that state the same number, or the same person: nobody can say which one is meant. Rows that are
 * written already are left alone.
 */
export async function markRepeatedRows(
  db: Db,
  { batchId, round }: { batchId: number; round: number },
  by: RepeatKey,
  issue: { code: number; key: string; message: string },
) {
  const advice = '同一学生只能有一行，请更正或删去多余的行'
  await inBulk(db, async (tx) => {
    await sql`
    update import_row r set outcome = ${error}, issues = coalesce(r.issues, '[]'::jsonb) || jsonb_build_array(
      jsonb_build_object('code', ${issue.code}::int, 'key', ${issue.key}::text, 'repeat', true,
        'sameRows', jsonb_build_object('first', first, 'last', last, 'count', n),
        'message', ${issue.message}::text, 'advice', ${advice}::text))
    from (select row_no, min(row_no) over same as first, max(row_no) over same as last, count(*) over same as n
          from import_row where batch_id = ${batchId} and ${REPEAT_KEYS[by]} is not null
          window same as (partition by ${REPEAT_KEYS[by]})) as stated
    where n > 1 and r.batch_id = ${batchId} and r.row_no = stated.row_no and r.round >= ${round}
      and not coalesce(r.issues, '[]') @> jsonb_build_array(
        jsonb_build_object('code', ${issue.code}::int, 'key', ${issue.key}::text, 'repeat', true))`.execute(
      tx,
    )
  })
}

/** Rows that were refused because of others: correcting one of them may set the others right. */
export const selectRepeatRows = (db: Db, batchId: number) =>
  db
    .selectFrom('importRow')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('outcome', '=', error)
    .where(sql<boolean>`issues @> '[{"repeat": true}]'`)
    .orderBy('rowNo')
    .limit(1_000)
    .execute()

/** What stands in more than one row, by its key; however many rows there are, it takes one pass. */
async function selectRepeated<Shown>(db: Db, batchId: number, by: RepeatKey, shown: RawBuilder<unknown>) {
  const { rows } = await sql<Shown & SameRows>`
    select ${shown}, min(row_no) as first, max(row_no) as last, count(*) as count
    from import_row where batch_id = ${batchId} and ${REPEAT_KEYS[by]} is not null
    group by ${REPEAT_KEYS[by]} having count(*) > 1
    order by first limit 200`.execute(db)
  return rows
}

export const selectRepeatedDocuments = (db: Db, batchId: number) =>
  selectRepeated<{ mask: string }>(
    db,
    batchId,
    'document',
    sql`min(coalesce(id_card_mask, passport_mask)) as mask`,
  )

export const selectRepeatedPersons = (db: Db, batchId: number) =>
  selectRepeated<{ name: string; sex: CodeOf<typeof Sex>; birthDate: string }>(
    db,
    batchId,
    'person',
    sql`min(name) as name, min(sex) as sex, min(birth_date) as birth_date`,
  )

export async function selectWrittenStudents(db: Db, batchId: number, round: number, limit: number) {
  const rows = await db
    .selectFrom('importRow')
    .select('studentId')
    .where('batchId', '=', batchId)
    .where('round', '<', round)
    .where('outcome', 'in', [insert, update, back])
    .orderBy('rowNo')
    .limit(limit)
    .execute()
  return rows.flatMap(({ studentId }) => (studentId === null ? [] : [studentId]))
}

/** Rows of these outcomes that are not written yet. */
export async function hasRowsToWrite(
  db: Db,
  { batchId, round }: { batchId: number; round: number },
  outcomes: readonly CodeOf<typeof RowOutcome>[],
): Promise<boolean> {
  const row = await db
    .selectFrom('importRow')
    .select('rowNo')
    .where('batchId', '=', batchId)
    .where('round', '=', round)
    .where('outcome', 'in', outcomes)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The first rows of each batch that need a person. */
export async function selectFirstFailing(db: Db, batchIds: readonly number[], perBatch: number) {
  const { rows } = await sql<{ batchId: number; rowNo: number; issues: Issue[] | null }>`
    select batch.id as batch_id, failing.row_no, failing.issues
    from unnest(${batchIds}::bigint[]) as batch(id), lateral (
      select row_no, issues from import_row
      where batch_id = batch.id and outcome = any(${FAILING}::int[]) order by row_no limit ${perBatch}) as failing`.execute(
    db,
  )
  return rows
}
