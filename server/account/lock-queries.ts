import type { Db } from '../core/db/connect.ts'
import { secondStepKey } from './account-key.ts'

/** Forgets failed sign-ins, wrong codes, and the locks they brought. */
export async function clearFailures(db: Db, accountKey: string) {
  const keys = [accountKey, secondStepKey(accountKey)]
  await db.deleteFrom('loginFailure').where('accountKey', 'in', keys).execute()
  await db.deleteFrom('loginLock').where('accountKey', 'in', keys).execute()
}
