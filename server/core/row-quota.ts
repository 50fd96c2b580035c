import { BizError } from '#contract/core/error-codes.ts'
import type { UserTxCtx } from './context.ts'
import { lockQuota, selectRowsToday } from './row-quota-queries.ts'

/** Inside the transaction that also writes the trail: two who take rows out at once cannot both take the last ones. */
export async function assertRowQuota(ctx: UserTxCtx, rows: number): Promise<void> {
  const limit = ctx.config.EXPORT_ROWS_PER_DAY
  await lockQuota(ctx.db, ctx.caller.userId)
  const used = await selectRowsToday(ctx.db, ctx.caller.userId)
  if (used + rows > limit) {
    throw new BizError(700, `每人每天最多导出 ${limit} 行，今天已导出 ${used} 行，本次有 ${rows} 行`)
  }
}
