import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { runAsSuperuser } from '../../testing/database.ts'
import { migrate, readMigrations, withMigrationLock } from './migrate.ts'
import { applyRepeatableSql, type RepeatableSql } from './repeatable-sql.ts'

const undo: (() => unknown)[] = []
let databases = 0

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Connections to an empty database as the owner of its tables. */
async function emptyDatabase() {
  const server = inject('postgres')
  const database = `repeatable_${process.pid}_${databases++}`
  await runAsSuperuser(server, [`create database ${database} owner vision_owner`])
  undo.push(() => runAsSuperuser(server, [`drop database ${database} with (force)`]))
  return async () => {
    const client = new pg.Client({ ...server, user: 'vision_owner', database })
    await client.connect()
    undo.push(() => client.end())
    return client
  }
}

/** As a node starts: every migration, then the scripts, under one lock. */
const start = (client: pg.Client, scripts: RepeatableSql[]) =>
  withMigrationLock(
    client,
    () => undefined,
    async () => {
      await migrate(client, MIGRATIONS)
      return applyRepeatableSql(client, scripts)
    },
  )
const MIGRATIONS = readMigrations().filter(({ name }) => name.endsWith('_repeatable_sql.sql'))

/** A function that says `answer`. */
const script = (name: string, answer: string): RepeatableSql => ({
  name,
  text: `create or replace function ${name}() returns text language sql as $$ select '${answer}' $$`,
})
const ask = async (client: pg.Client, name: string) =>
  (await client.query<{ answer: string }>(`select ${name}() as answer`)).rows[0]?.answer

test('is applied by the first start, by the second no more', async () => {
  const client = await (await emptyDatabase())()
  expect(await start(client, [script('one', 'a'), script('two', 'b')])).toEqual(['one', 'two'])
  expect([await ask(client, 'one'), await ask(client, 'two')]).toEqual(['a', 'b'])
  const stored = 'select xmin::text, name, checksum, applied_at from repeatable_sql order by name'
  const before = await client.query(stored)
  expect(await start(client, [script('one', 'a'), script('two', 'b')])).toEqual([])
  expect((await client.query(stored)).rows).toEqual(before.rows)
})

test('is applied again where its text has changed, and only there', async () => {
  const client = await (await emptyDatabase())()
  await start(client, [script('one', 'a'), script('two', 'b')])
  expect(await start(client, [script('one', 'a'), script('two', 'c')])).toEqual(['two'])
  expect([await ask(client, 'one'), await ask(client, 'two')]).toEqual(['a', 'c'])
  expect(await start(client, [script('one', 'a'), script('two', 'c')])).toEqual([])
})

test('is applied whole or not at all', async () => {
  const client = await (await emptyDatabase())()
  await start(client, [script('one', 'a'), script('two', 'b')])
  const broken = { name: 'two', text: 'select nothing_like_this()' }
  await expect(start(client, [script('one', 'z'), broken])).rejects.toThrow('nothing_like_this')
  expect(await ask(client, 'one')).toBe('a')
  expect(await start(client, [script('one', 'z'), script('two', 'b')])).toEqual(['one'])
})

test('is applied once by four nodes that start at once', async () => {
  const connect = await emptyDatabase()
  const clients = await Promise.all([connect(), connect(), connect(), connect()])
  const done = await Promise.all(clients.map((client) => start(client, [script('one', 'a')])))
  expect(done.filter((names) => names.length > 0)).toEqual([['one']])
  const again = await Promise.all(clients.map((client) => start(client, [script('one', 'b')])))
  expect(again.filter((names) => names.length > 0)).toEqual([['one']])
})
