import pg from 'pg'
import { inject } from 'vitest'
import { applyRepeatableSql, type RepeatableSql } from '../../core/db/repeatable-sql.ts'
import type { TestApp } from '../app.ts'
import { rowsOf } from '../rows.ts'

/** As a start applies it to a database that has not seen this text yet. */
export async function applyScript(app: TestApp, script: RepeatableSql): Promise<string[]> {
  await app.sql(`delete from repeatable_sql where name = '${script.name}'`)
  const [row] = await rowsOf<{ name: string }>(app, 'select current_database() as name')
  const client = new pg.Client({ ...inject('postgres'), user: 'vision_owner', database: row?.name })
  await client.connect()
  try {
    return await applyRepeatableSql(client, [script])
  } finally {
    await client.end()
  }
}
