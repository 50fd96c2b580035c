import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { emptyDatabase as makeEmptyDatabase } from '../../testing/empty-database.ts'
import { spawnScript } from '../../testing/script.ts'
import { StartError } from '../start-error.ts'
import { type Migration, migrate, readMigrations, withMigrationLock } from './migrate.ts'

const undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const migration = (name: string, text: string): Migration => ({
  name,
  text,
  checksum: createHash('sha256').update(text).digest('hex'),
})
const FIRST = migration('0001_first.sql', 'create table first (id integer); insert into first values (1)')
const SECOND = migration('0002_second.sql', 'create table second (id integer); insert into second values (1)')

const emptyDatabase = () => makeEmptyDatabase(undo)

const run = (client: pg.Client, migrations?: Migration[]) =>
  withMigrationLock(
    client,
    () => undefined,
    () => migrate(client, migrations),
  )

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('starting at once', () => {
  test('four nodes on an empty database: one migrates, the others wait and find it done', async () => {
    for (let round = 0; round < 5; round++) {
      const { connect } = await emptyDatabase()
      const clients = await Promise.all([connect(), connect(), connect(), connect()])
      const done = await Promise.all(clients.map((client) => run(client)))
      const names = readMigrations().map(({ name }) => name)
      expect(done.filter((list) => list.length > 0)).toEqual([names])
    }
  })

  test('a node that has to wait reports it', async () => {
    const { connect } = await emptyDatabase()
    const [first, second] = await Promise.all([connect(), connect()])
    const said: string[] = []
    await withMigrationLock(
      first,
      () => said.push('first waits'),
      async () => {
        const waiting = withMigrationLock(
          second,
          () => said.push('second waits'),
          async () => void said.push('second works'),
        )
        while (!said.length) await new Promise((resolve) => setTimeout(resolve, 10))
        said.push('first is done')
        undo.push(() => waiting)
      },
    )
    await undo.pop()?.()
    expect(said).toEqual(['second waits', 'first is done', 'second works'])
  })
})

describe('an interrupted migration', () => {
  test('that fails leaves nothing of itself, and the ones before it in place', async () => {
    const { connect } = await emptyDatabase()
    const client = await connect()
    const broken = migration(SECOND.name, `${SECOND.text}; select nothing_like_this()`)
    await expect(run(client, [FIRST, broken])).rejects.toThrow('nothing_like_this')
    expect(await tablesOf(client)).toEqual(['first', 'migration'])
    expect(await run(client, [FIRST, SECOND])).toEqual([SECOND.name])
    expect(await tablesOf(client)).toEqual(['first', 'migration', 'second'])
  })

  test('whose connection is cut reports what happened, and completes next time', async () => {
    const { connect } = await emptyDatabase()
    const [client, next] = await Promise.all([connect(), connect()])
    const slow = migration(SECOND.name, `${SECOND.text}; select pg_sleep(60)`)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const cut = run(client, [FIRST, slow])
    cut.catch(() => undefined)
    const sleeping = `select 1 from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`
    while (!(await next.query(sleeping, [rows[0]?.pid])).rowCount);
    await next.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await expect(cut).rejects.toThrow(/terminating connection|Connection terminated/)
    expect(await run(next, [FIRST, SECOND])).toEqual([SECOND.name])
  })

  test('by kill -9 of its process completes next time', async () => {
    const { connection, connect } = await emptyDatabase()
    const client = await connect()
    const slow = migration(SECOND.name, `${SECOND.text}; select pg_sleep(2)`)
    const killed = spawnMigration(connection, [FIRST, slow])
    const sleeping = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    while (!(await client.query(sleeping)).rowCount);
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    // The other side does not know yet: the next start waits for what it is still doing.
    expect(await run(client, [FIRST, SECOND])).toEqual([SECOND.name])
    expect(await tablesOf(client)).toEqual(['first', 'migration', 'second'])
    expect((await client.query('select * from second')).rowCount).toBe(1)
  })
})

describe('a database that does not fit the program', () => {
  test('because an applied migration was altered is refused in a sentence', async () => {
    const { connect } = await emptyDatabase()
    const client = await connect()
    await run(client, [FIRST])
    const altered = run(client, [migration(FIRST.name, `${FIRST.text} -- changed`), SECOND])
    await expect(altered).rejects.toThrow(StartError)
    await expect(altered).rejects.toThrow('0001_first.sql 与已执行的内容不一致')
    expect(await tablesOf(client)).toEqual(['first', 'migration'])
  })

  test('because it is newer is refused in a sentence', async () => {
    const { connect } = await emptyDatabase()
    const client = await connect()
    await run(client, [FIRST, SECOND])
    const older = run(client, [FIRST])
    await expect(older).rejects.toThrow(StartError)
    await expect(older).rejects.toThrow('已由更新的版本升级（0002_second.sql）')
  })
})

function spawnMigration(connection: object, migrations: Migration[]) {
  const script = `
    const { migrate, withMigrationLock } = await load('server/core/db/migrate.ts')
    const { default: pg } = await import('pg')
    const [connection, migrations] = JSON.parse(process.argv[1])
    const client = new pg.Client(connection)
    await client.connect()
    await withMigrationLock(client, () => {}, () => migrate(client, migrations))
    process.exit()`
  const child = spawnScript(script, [JSON.stringify([connection, migrations])])
  undo.push(() => child.kill('SIGKILL'))
  return child
}
