import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { type Database, openDatabase } from './connect.ts'
import { copyRows } from './copy-rows.ts'

const node = useApp()
let database: Database
beforeAll(async () => {
  const connection = { connectionString: String(node.current.services.config.DATABASE_URL) }
  database = openDatabase({ connection, max: 1, connectMs: 5_000, statementMs: 60_000 })
  await node.current.sql(
    'create table copied (n int, t text, b bytea, a text[]); grant all on copied to vision_app',
  )
})
afterAll(() => database.close())

const COLUMNS = ['n', 't', 'b', 'a']
const all = async () => (await database.pool.query('select * from copied order by n')).rows

test('whatever stands in a text, bytes or list arrives as it was', async () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))
  const row = fc.tuple(
    fc.option(text),
    fc.option(fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes))),
    fc.option(fc.array(text, { maxLength: 3 })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      await database.pool.query('truncate copied')
      await copyRows(
        database.pool,
        'copied',
        COLUMNS,
        rows.map((values, n) => [n, ...values]),
      )
      expect(await all()).toEqual(rows.map(([t, b, a], n) => ({ n, t, b, a })))
    }),
    { numRuns: 40 },
  )
})

test('a fault is reported, and the connection serves the next', async () => {
  await expect(copyRows(database.pool, 'copied', COLUMNS, [['no number', '', null, null]])).rejects.toThrow(
    'integer',
  )
  await copyRows(database.pool, 'copied', COLUMNS, [[1, 'x', null, null]])
})
