import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openDatabase } from '../core/db/connect.ts'
import { makeSecrets, type Secrets } from '../core/secrets.ts'
import { loadDemo } from '../seed/demo.ts'
import { cloneDatabase, EMPTY_TEMPLATE, runAsSuperuser } from './database.ts'

export type ScratchDatabase = Database & { secrets: Secrets }

let databases = 0

type User = 'vision_owner' | 'vision_app'

/** A migrated database without the demo for this file, as the owner of its tables or as who runs the product. */
export function useDatabase(user: User = 'vision_owner') {
  const name = `scratch_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${databases++}`
  const connection = inject('postgres')
  beforeAll(() => cloneDatabase(connection, name, EMPTY_TEMPLATE))
  afterAll(() => runAsSuperuser(connection, [`drop database ${name} with (force)`]))
  return useConnection(name, user)
}

/** The demo as a first start makes it, for files that only read: made by the first of them, which takes ten seconds. */
export function useWholeDemo() {
  const name = 'whole_demo'
  const connection = inject('postgres')
  beforeAll(async () => {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    await client.connect()
    try {
      // Until this session ends, so that another file waits for the whole of it.
      await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      if (rowCount !== 0) return
      await cloneDatabase(connection, name, EMPTY_TEMPLATE)
      const made = open(name, 'vision_owner')
      await loadDemo(made.db, made.secrets)
      await made.close()
    } finally {
      await client.end()
    }
  })
  return useConnection(name, 'vision_owner')
}

function open(database: string, user: User): ScratchDatabase {
  const connection = { ...inject('postgres'), user, database }
  const opened = openDatabase({ connection, max: 2, connectMs: 5_000, statementMs: 60_000 })
  return { ...opened, secrets: makeSecrets(Buffer.alloc(32, 7)) }
}

function useConnection(name: string, user: User) {
  const holder: { current?: ScratchDatabase } = {}
  beforeAll(() => {
    holder.current = open(name, user)
  })
  afterAll(() => holder.current?.close())
  return {
    get current() {
      if (!holder.current) throw new Error('the database is not there yet')
      return holder.current
    },
  }
}
