import type pg from 'pg'
import { checksumOf, inTransaction } from './migrate.ts'

/** Functions made from one source in the program: unlike a migration their text may change. */
export type RepeatableSql = { name: string; text: string }

/** Applies those whose text is not the one last applied, all in one transaction; who calls holds the lock of migrations. */
export async function applyRepeatableSql(
  client: pg.Client,
  scripts: readonly RepeatableSql[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from repeatable_sql',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const changed = scripts.filter(({ name, text }) => applied.get(name) !== checksumOf(text))
  if (!changed.length) return []
  await inTransaction(client, async () => {
    for (const { name, text } of changed) {
      await client.query(text)
      await client.query(
        `insert into repeatable_sql (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
        [name, checksumOf(text)],
      )
    }
  })
  return changed.map(({ name }) => name)
}
