import { sql } from 'kysely'
import type { Db } from './core/db/connect.ts'

/** Today and the same day years from now, by the database's calendar. */
export async function findDays(db: Db, years: number): Promise<{ today: string; later: string }> {
  const today = sql`(now() at time zone 'Asia/Shanghai')::date`
  return db
    .selectNoFrom([
      sql<string>`to_char(${today}, 'YYYY-MM-DD')`.as('today'),
      sql<string>`to_char(${today} + ${years} * interval '1 year', 'YYYY-MM-DD')`.as('later'),
    ])
    .executeTakeFirstOrThrow()
}
