import { sql } from 'kysely'
import type { Config } from '../core/config.ts'
import type { Db, Tx } from '../core/db/connect.ts'

export const FAILURES_MAX = 5
const WINDOW_MINUTES = 15

/** Two attempts at one account wait for each other, on every node. */
export async function lockAttempts(db: Tx, accountKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login:${accountKey}`}, 0))`.execute(db)
}

export async function findLockState(db: Db, accountKey: string, ip: string) {
  return db
    .selectNoFrom([
      sql<boolean>`exists (select 1 from login_lock
        where account_key = ${accountKey} and locked_until > now())`.as('locked'),
      sql<number>`(select count(*) from login_failure where account_key = ${accountKey}
        and at > now() - ${WINDOW_MINUTES} * interval '1 minute')`.as('accountFailures'),
      sql<number>`(select count(*) from login_failure
        where ip = ${ip} and at > now() - ${WINDOW_MINUTES} * interval '1 minute')`.as('addressFailures'),
    ])
    .executeTakeFirstOrThrow()
}

/** An attempt counts as a failure until it proves to be none. */
export async function insertAttempt(db: Db, accountKey: string, ip: string): Promise<number> {
  const { id } = await db
    .insertInto('loginFailure')
    .values({ accountKey, ip })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteAttempt(db: Db, id: number) {
  await db.deleteFrom('loginFailure').where('id', '=', id).execute()
}

/** The fifth failure within the window locks the account for as long again. */
export async function lockIfTooMany(db: Db, accountKey: string): Promise<boolean> {
  const result = await db
    .insertInto('loginLock')
    .columns(['accountKey', 'lockedUntil'])
    .expression((eb) =>
      eb
        .selectFrom('loginFailure')
        .select(['accountKey', sql<Date>`now() + ${WINDOW_MINUTES} * interval '1 minute'`.as('lockedUntil')])
        .where('accountKey', '=', accountKey)
        .where('at', '>', sql<Date>`now() - ${WINDOW_MINUTES} * interval '1 minute'`)
        .groupBy('accountKey')
        .having(sql<number>`count(*)`, '>=', FAILURES_MAX),
    )
    .onConflict((conflict) =>
      conflict.column('accountKey').doUpdateSet({ lockedUntil: sql<Date>`excluded.locked_until` }),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A new session; the oldest ones beyond the number allowed end. */
export async function insertSession(
  db: Db,
  config: Config,
  session: { tokenHash: Buffer; userId: number; ip: string; device: string; mustEnrol: boolean },
) {
  await db
    .insertInto('session')
    .values({ ...session, expiresAt: sql<Date>`now() + ${config.SESSION_MAX_HOURS} * interval '1 hour'` })
    .execute()
  await db
    .updateTable('session')
    .set({ revokedCode: 601 })
    .where('userId', '=', session.userId)
    .where('revokedCode', 'is', null)
    .where('tokenHash', 'not in', (eb) =>
      eb
        .selectFrom('session')
        .select('tokenHash')
        .where('userId', '=', session.userId)
        .where('revokedCode', 'is', null)
        .orderBy('createdAt', 'desc')
        .limit(config.SESSIONS_PER_USER),
    )
    .execute()
}

export async function endSession(db: Db, tokenHash: Buffer) {
  await db.updateTable('session').set({ revokedCode: 601 }).where('tokenHash', '=', tokenHash).execute()
}

/** The second step is set up: from here on it is a session like any other. */
export async function liftRestriction(db: Db, tokenHash: Buffer) {
  await db.updateTable('session').set({ mustEnrol: false }).where('tokenHash', '=', tokenHash).execute()
}

/** What no longer serves anybody; the audit trail is never among it. */
export async function removeLeftovers(db: Db) {
  await db.deleteFrom('session').where('expiresAt', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('captcha').where('expiresAt', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('smsCode').where('sentAt', '<', sql<Date>`now() - interval '2 days'`).execute()
  await db.deleteFrom('totpEnrolment').where('expiresAt', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('loginFailure').where('at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('loginLock').where('lockedUntil', '<', sql<Date>`now()`).execute()
}
