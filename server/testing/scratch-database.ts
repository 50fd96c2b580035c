import { afterAll, beforeAll, inject } from 'vitest'
import { type Database, openDatabase } from '../core/db/connect.ts'
import { makeSecrets, type Secrets } from '../core/secrets.ts'
import { cloneDatabase, EMPTY_TEMPLATE, runAsSuperuser } from './database.ts'

export type ScratchDatabase = Database & { secrets: Secrets }

let databases = 0

/** A migrated database without the demo for this file, as the owner of its tables or as who runs the product. */
export function useDatabase(user: 'vision_owner' | 'vision_app' = 'vision_owner') {
  const holder: { current?: ScratchDatabase } = {}
  const name = `scratch_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${databases++}`
  const connection = inject('postgres')
  beforeAll(async () => {
    await cloneDatabase(connection, name, EMPTY_TEMPLATE)
    const database = openDatabase({
      connection: { ...connection, user, database: name },
      max: 2,
      connectMs: 5_000,
      statementMs: 60_000,
    })
    holder.current = { ...database, secrets: makeSecrets(Buffer.alloc(32, 7)) }
  })
  afterAll(async () => {
    await holder.current?.close()
    await runAsSuperuser(connection, [`drop database ${name} with (force)`])
  })
  return {
    get current() {
      if (!holder.current) throw new Error('the database is not there yet')
      return holder.current
    },
  }
}
