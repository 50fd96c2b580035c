import type { TxCtx } from '../core/context.ts'
import { clearFailures } from './lock-queries.ts'
import { revokeSessions } from './session-list-queries.ts'
import { updateOneTimePassword } from './user-queries.ts'

/** How long a password that somebody else was shown opens the account; its owner must change it at once. */
export const ONE_TIME_HOURS = 24

/** The old password is gone at once, and with it the sessions and failures that were its. */
export async function replaceByOneTimePassword(
  ctx: TxCtx,
  user: { userId: number; accountKey: string },
  passwordHash: string,
): Promise<void> {
  await updateOneTimePassword(ctx.db, user.userId, passwordHash, ONE_TIME_HOURS)
  await revokeSessions(ctx.db, user.userId, 601)
  await clearFailures(ctx.db, user.accountKey)
  ctx.note({ objectType: 'user', objectId: user.userId })
}
