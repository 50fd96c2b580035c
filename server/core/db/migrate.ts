import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { PROJECT_ROOT } from '../config.ts'
import { StartError } from '../start-error.ts'

const FOLDER = path.join(PROJECT_ROOT, 'server/migrations')
/** One number for all nodes: who holds it migrates, the others wait. */
const LOCK = 7_302_026
/** Most waits are over before anybody would read about them. */
const SILENT_WAIT_MS = 1_000

export type Migration = { name: string; text: string; checksum: string }

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(folder, name), 'utf8')
      return { name, text, checksum: checksumOf(text) }
    })
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Runs `work` while no other node migrates or loads reference data on this database. */
export async function withMigrationLock<T>(
  client: pg.Client,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const notice = setTimeout(waiting, SILENT_WAIT_MS)
  await client.query('select pg_advisory_lock($1)', [LOCK]).finally(() => clearTimeout(notice))
  try {
    return await work()
  } finally {
    // A connection that broke has lost the lock already; what broke it is the fault to report.
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
  }
}

/** Applies what is missing, each file in its own transaction; refuses a database that is newer or altered. */
export async function migrate(client: pg.Client, migrations = readMigrations()): Promise<string[]> {
  await client.query(
    'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new StartError(`数据库已由更新的版本升级（${name}），请使用相同或更新的程序版本启动`)
    }
  }
  const done: string[] = []
  for (const { name, text, checksum } of migrations) {
    const known = applied.get(name)
    if (known === checksum) continue
    if (known) throw new StartError(`数据库升级脚本 ${name} 与已执行的内容不一致，请恢复原文件后再启动`)
    await inTransaction(client, async () => {
      await client.query(text)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    })
    done.push(name)
  }
  return done
}

export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The role that runs the product reads and writes rows; it owns nothing and cannot touch the audit trail. */
export async function grantRuntimeRole(client: pg.Client, role: string): Promise<void> {
  const name = client.escapeIdentifier(role)
  const { tables, sequences } = await findOwnRelations(client)
  await client.query(`
    grant usage on schema public to ${name};
    grant select, insert, update, delete on ${tables} to ${name};
    grant usage, select on ${sequences} to ${name};
    revoke update, delete, truncate on audit_log from ${name};
    revoke update, delete, truncate on frozen_report from ${name};
    grant update (withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) on frozen_report to ${name};
    revoke insert, update, delete, truncate on migration, repeatable_sql from ${name};
  `)
}

/** Not everything in the schema: what somebody else keeps there is not ours to hand out. */
async function findOwnRelations(client: pg.Client): Promise<{ tables: string; sequences: string }> {
  const { rows } = await client.query<{ kind: string; names: string }>(`
    select case relkind when 'S' then 'sequences' else 'tables' end as kind,
      string_agg(quote_ident(relname), ', ') as names
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(relowner, 'usage')
    group by 1`)
  const listOf = (wanted: string) => rows.find(({ kind }) => kind === wanted)?.names ?? ''
  return { tables: listOf('tables'), sequences: `sequence ${listOf('sequences')}` }
}
