import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { COUNTER_NAMES } from '#contract/eyesight/figures/counters.ts'
import { cloneDatabase, runAsSuperuser, TEMPLATE } from '../../testing/database.ts'
import { grantRuntimeRole } from './migrate.ts'

const database = `schema_${process.pid}`
const server = inject('postgres')
const clients: pg.Client[] = []

async function connectAs(user: string) {
  const client = new pg.Client({ ...server, user, database })
  await client.connect()
  clients.push(client)
  return client
}

beforeAll(() => cloneDatabase(server, database, TEMPLATE))
afterAll(async () => {
  for (const client of clients) await client.end()
  await runAsSuperuser(server, [`drop database ${database} with (force)`])
})

/** `table.column` → whether it can be null, as the files that schema.ts joins say. */
function declaredColumns(): Record<string, boolean> {
  const joined = readFileSync(path.join(import.meta.dirname, 'schema.ts'), 'utf8')
  const text = [...joined.matchAll(/from '(.+)'/g)]
    .map(([, file = '']) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  // Columns that several tables share.
  const groups = new Map(
    [...text.matchAll(GROUP)].map(([, name = '', fields = '']) => [name, columnsOf(fields)]),
  )
  groups.set('Counters', new Map(COUNTER_NAMES.map((counter) => [counter, false])))
  const columns: Record<string, boolean> = {}
  for (const [, table = '', before = '', fields = '', after = ''] of text.matchAll(TABLE)) {
    const shared = `${before}${after}`.match(/\w+/g) ?? []
    for (const part of [columnsOf(fields), ...shared.map((name) => groups.get(name) ?? new Map())])
      for (const [field, nullable] of part) columns[`${snake(table)}.${snake(field)}`] = nullable
  }
  return columns
}

/** The columns of one block, and whether each can be null. */
function columnsOf(fields: string): Map<string, boolean> {
  return new Map(
    [...fields.matchAll(/(\w+): ([^;\n]+)/g)].map(([, field = '', type = '']) => {
      // Of a column with several types the first is what a query gives.
      const selected = /^ColumnType<([^,]+),/.exec(type)?.[1] ?? type
      return [field, /\bnull\b|^NullableTimestamp$/.test(selected)]
    }),
  )
}

const GROUP = /^(?:export )?type (\w+) = \{\n((?: {2}\w+: [^{\n]+\n)+)\}/gm
const TABLE = /^ {2}(\w+): ((?:\w+ & )*)\{([^}]*)\}((?:\s+&\s+\w+)*)/gm
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('the declared tables name the columns of the database, neither more nor fewer, and which can be null', async () => {
  const owner = await connectAs('vision_owner')
  const { rows } = await owner.query<{ name: string; nullable: boolean }>(`
    select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('migration', 'repeatable_sql')`)
  expect(rows.length).toBeGreaterThan(80)
  expect(declaredColumns()).toEqual(Object.fromEntries(rows.map(({ name, nullable }) => [name, nullable])))
})

describe('the role that runs the product', () => {
  const denied = { code: '42501' }

  test('reads and writes rows', async () => {
    const app = await connectAs('vision_app')
    await app.query("insert into setting values ('probe', '1')")
    await app.query("update setting set value = '2' where key = 'probe'")
    await app.query("delete from setting where key = 'probe'")
    await app.query(
      "insert into audit_log (ip, action, success, code, request_id) values ('-', 'probe.probe', true, 200, '-')",
    )
    expect((await app.query('select * from migration')).rowCount).toBeGreaterThan(0)
  })

  test.each([
    'create table mine (id integer)',
    'create schema mine',
    'alter table setting add column more text',
    'drop table setting',
    'truncate setting',
    "update audit_log set action = 'x.y'",
    'delete from audit_log',
    'truncate audit_log',
    "insert into migration (name, checksum) values ('x', 'y')",
    "update migration set checksum = 'y'",
    'delete from migration',
    "insert into repeatable_sql (name, checksum) values ('x', 'y')",
    "update repeatable_sql set checksum = 'y'",
    'delete from repeatable_sql',
    'create role mine',
    'alter table audit_log disable trigger all',
  ])('is refused: %s', async (statement) => {
    const app = await connectAs('vision_app')
    await expect(app.query(statement)).rejects.toMatchObject(denied)
  })

  test('is no superuser, and owns nothing', async () => {
    const app = await connectAs('vision_app')
    const { rows } = await app.query(`
      select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty,
        (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned
      from pg_roles where rolname = current_user`)
    expect(rows).toEqual([{ mighty: false, owned: 0 }])
  })
})

test('what somebody else keeps in the schema neither stops a start nor is handed out', async () => {
  await runAsSuperuser(server, ['create table of_the_dba (id serial)'], database)
  const [owner, app] = await Promise.all([connectAs('vision_owner'), connectAs('vision_app')])
  await grantRuntimeRole(owner, 'vision_app')
  await expect(app.query('select * from of_the_dba')).rejects.toMatchObject({ code: '42501' })
})

test('the audit trail cannot be changed by the owner of the tables either', async () => {
  const owner = await connectAs('vision_owner')
  for (const statement of [
    "update audit_log set action = 'x.y'",
    'delete from audit_log',
    'truncate audit_log',
  ])
    await expect(owner.query(statement)).rejects.toThrow('audit_log is append-only')
})
