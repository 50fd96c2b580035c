import { sql } from 'kysely'
import { REFUSALS } from '#contract/core/error-codes.ts'
import type { Db, Tx } from '../core/db/connect.ts'

/** What the trail calls it. */
export const REVEAL = 'student.reveal'

/** Two requests of one user at the same moment, on any node, are counted one after the other. */
export async function lockReveals(db: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reveal:' || ${userId}::text, 0))`.execute(db)
}

/** How often a user saw full numbers, and was refused for seeing too many, in the last hour and the last 24. */
export function selectReveals(db: Db, userId: number) {
  return db
    .selectFrom('auditLog')
    .where('userId', '=', userId)
    .where('at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('action', '=', REVEAL)
    .select([
      sql<number>`count(*) filter (where success)`.as('inDay'),
      sql<number>`count(*) filter (where success and at > now() - interval '1 hour')`.as('inHour'),
      sql<number>`count(*) filter (where code = ${REFUSALS.tooManyReveals})`.as('refusedInDay'),
    ])
    .executeTakeFirstOrThrow()
}
