import { BizError } from '#contract/core/error-codes.ts'
import { type Ctx, type TxCtx, tx } from '../../core/context.ts'
import {
  deleteAttempt,
  FAILURES_MAX,
  findLockState,
  insertAttempt,
  lockAttempts,
  lockIfTooMany,
} from '../login-queries.ts'

/**
 * Whether a password or code is right. The attempt is counted before it is made, so that guesses at once do not
 * multiply, on whichever nodes; in this process they also take turns, so that nobody is refused for being quick.
 */
export function countedAttempt(ctx: Ctx, key: string, compare: () => Promise<boolean>): Promise<boolean> {
  return ctx.inTurn(key, async () => {
    const attempt = await tx(ctx, (ctx) => reserveAttempt(ctx, key))
    const right = await compare().catch(async (error: unknown) => {
      await deleteAttempt(ctx.db, attempt)
      throw error
    })
    if (right) await deleteAttempt(ctx.db, attempt)
    else if (await lockIfTooMany(ctx.db, key)) ctx.note({ detail: { locked: true } })
    return right
  })
}

/** 605 while locked; too many failures from one address stop that address, whatever the account. */
async function reserveAttempt(ctx: TxCtx, key: string): Promise<number> {
  await lockAttempts(ctx.db, key)
  const { locked, accountFailures, addressFailures } = await findLockState(ctx.db, key, ctx.ip)
  if (locked || accountFailures >= FAILURES_MAX) throw new BizError(605)
  if (addressFailures >= ctx.config.LOGIN_FAILURES_PER_ADDRESS) throw new BizError(429)
  return insertAttempt(ctx.db, key, ctx.ip)
}
