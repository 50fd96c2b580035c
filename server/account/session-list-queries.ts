import { sql } from 'kysely'
import type { Db } from '../core/db/connect.ts'

/** Ends sessions from our side; `code` is what their next call is answered with. */
export async function revokeSessions(
  db: Db,
  userId: number,
  code: 601 | 605 | 612,
  keep?: Buffer,
): Promise<number> {
  let ending = db
    .updateTable('session')
    .set({ revokedCode: code })
    .where('userId', '=', userId)
    .where('revokedCode', 'is', null)
  if (keep) ending = ending.where('tokenHash', '<>', keep)
  const result = await ending.executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** As `revokeSessions` for everybody of an organisation that was disabled. */
export async function revokeSessionsOfOrg(db: Db, orgId: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ revokedCode: 605 })
    .where('userId', 'in', (users) => users.selectFrom('appUser').select('id').where('orgId', '=', orgId))
    .where('revokedCode', 'is', null)
    .execute()
}

export async function listLiveSessions(db: Db, userId: number, idleMinutes: number) {
  return db
    .selectFrom('session')
    .select(['tokenHash', 'createdAt', 'lastSeenAt', 'ip', 'device'])
    .where('userId', '=', userId)
    .where('revokedCode', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('lastSeenAt', '>', sql<Date>`now() - ${idleMinutes} * interval '1 minute'`)
    .orderBy('lastSeenAt', 'desc')
    .execute()
}

export async function listSignIns(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('auditLog')
    .select(['at', 'action', 'success', 'ip'])
    .where('userId', '=', userId)
    .where('action', 'in', ['session.login', 'session.loginBySms'])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}

export async function findAccountDates(db: Db, userId: number) {
  return db
    .selectFrom('appUser')
    .select(['passwordChangedAt', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
