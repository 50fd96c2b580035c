import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** The day in China by the database's clock, YYYY-MM-DD. */
export const TODAY = sql<string>`(now() at time zone 'Asia/Shanghai')::date`

export async function selectToday(db: Db): Promise<string> {
  const { today } = await db.selectNoFrom(TODAY.as('today')).executeTakeFirstOrThrow()
  return today
}
