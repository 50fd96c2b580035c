import { sql } from 'kysely'
import { NAMES_SHOWN } from './audit-queries.ts'
import type { Db, Tx } from './db/connect.ts'

/** Who takes rows out at the same moment on several nodes is counted one after the other. */
export async function lockQuota(db: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('export:' || ${userId}::text, 0))`.execute(db)
}

/** Acts that take rows out; fetching a file that was made before is none. */
const TAKING = [
  ...['students', 'schools', 'history', 'results', 'national', 'healthText', 'healthCode', 'healthRec'],
  ...['docking', 'audit', 'start'],
]
  .map((act) => `export.${act}`)
  .concat('import.template', 'record.print', NAMES_SHOWN)

/** Rows taken out today, in China, as the trail has them. */
export async function selectRowsToday(db: Db, userId: number): Promise<number> {
  const { rows } = await db
    .selectFrom('auditLog')
    .where('userId', '=', userId)
    .where(
      'at',
      '>=',
      sql<Date>`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    )
    .where('action', 'in', TAKING)
    .where('success', '=', true)
    .select(sql<number>`coalesce(sum((detail ->> 'rows')::bigint), 0)`.as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}
