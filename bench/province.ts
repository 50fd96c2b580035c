// As many schools and classes as a province has, for the time of a transaction: their figures, not all their children.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../server/core/db/connect.ts'

export const PROVINCE = { schools: 8_000, classes: 120_000 }

/** Above all ids that the grown demo has. */
const APART = 10_000_000

type Copied = {
  table: string
  /** Columns with an id of something that is copied. */
  ids: readonly string[]
  where: RawBuilder<unknown>
  /** Other columns that may not be the same twice. */
  named?: string
}

/**
 * Copies the schools of these plans, with the same results in each, until there are as many as in a province. Only the records
 * that units are judged by one by one come along: those examined twice, and a third of the referred, who saw a doctor.
 */
export async function fillProvince(
  db: Tx,
  planIds: readonly number[],
): Promise<{ schools: number; classes: number }> {
  const plans = sql`plan_id = any (${[...planIds]}::bigint[])`
  const { schools, classes } = await countUnits(db, planIds.slice(0, 1))
  const copies = Math.ceil(PROVINCE.schools / schools) - 1
  const share = Math.min(100, Math.ceil((100 * (PROVINCE.classes - classes)) / Math.max(1, copies * classes)))
  const someClasses = sql`${plans} and class_id % 100 < ${share}::int`
  const orgs = sql`(select school_org_id from task where ${plans})`
  const tables: Copied[] = [
    { table: 'org', ids: ['id'], where: sql`id in ${orgs}`, named: 'name' },
    { table: 'school', ids: ['org_id'], where: sql`org_id in ${orgs}` },
    { table: 'task', ids: ['id', 'school_org_id'], where: plans },
    { table: 'task_class', ids: ['task_id', 'class_id', 'school_org_id'], where: someClasses },
    { table: 'class_at_risk', ids: ['task_id', 'class_id'], where: someClasses },
    { table: 'figure', ids: ['place_id'], where: sql`${plans} and level = 2` },
    {
      table: 'retest',
      ids: ['record_id', 'task_id', 'school_org_id'],
      where: sql`record_id < ${APART} and record_id in (select id from screening_record where ${someClasses})`,
    },
    {
      table: 'screening_record',
      ids: ['id', 'task_id', 'class_id', 'student_id'],
      where: sql`${someClasses} and (visit_days is not null or exists (select from retest where record_id = screening_record.id))`,
    },
  ]
  await untie(
    db,
    tables.map(({ table }) => table),
  )
  await sql`update screening_record set visit_days = 10 where ${plans} and referral and state = 2 and id % 3 = 0`.execute(
    db,
  )
  for (const each of tables.reverse()) await copyRows(db, each, copies)
  for (const { table } of tables) await sql`analyze ${sql.table(table)}`.execute(db)
  return countUnits(db, planIds.slice(0, 1))
}

async function countUnits(db: Tx, planIds: readonly number[]): Promise<{ schools: number; classes: number }> {
  const { rows } = await sql<{ schools: number; classes: number }>`
    select count(distinct school_org_id)::int as schools, count(distinct class_id)::int as classes
    from task_class where plan_id = any (${[...planIds]}::bigint[])`.execute(db)
  return rows[0] ?? { schools: 0, classes: 0 }
}

/** Copies have no children and no grades, and nothing happens by itself when they are written. */
async function untie(db: Tx, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conrelid = any (${[...tables]}::regclass[])`.execute(db)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
}

async function copyRows(db: Tx, { table, ids, where, named }: Copied, copies: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db)
  const columns = rows.map(({ name }) => sql.ref(name))
  const values = rows.map(({ name }) => {
    if (ids.includes(name)) return sql`${sql.ref(name)} + nth * ${APART}::bigint`
    return name === named ? sql`${sql.ref(name)} || ' ' || nth` : sql.ref(name)
  })
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) overriding system value
    select ${sql.join(values)} from ${sql.table(table)}, generate_series(1, ${copies}::int) as nth where ${where}`.execute(
    db,
  )
}
