import type { Db } from '../core/db/connect.ts'

/** Forgets failed sign-ins and the lock they brought. */
export async function clearFailures(db: Db, accountKey: string) {
  await db.deleteFrom('loginFailure').where('accountKey', '=', accountKey).execute()
  await db.deleteFrom('loginLock').where('accountKey', '=', accountKey).execute()
}
