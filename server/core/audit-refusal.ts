import type { AuditAction } from '#contract/core/audit-actions.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { writeAudit } from './audit-queries.ts'
import type { Ctx } from './context.ts'

type AimedAt = { id: number; account: string } | undefined

/**
 * For calls that open their own transactions: what they refuse is on record, under the account it was aimed at. An
 * account that does not exist is not written down: people type passwords into that field.
 */
export async function auditingRefusal<T>(
  ctx: Ctx,
  action: AuditAction,
  work: (seen: (user: AimedAt) => void) => Promise<T>,
): Promise<T> {
  let aimedAt: AimedAt
  try {
    return await work((user) => {
      aimedAt = user
    })
  } catch (error) {
    if (error instanceof BizError && error.code >= 600 && !isBoundary(ctx, error.code)) {
      const { code } = error
      await writeAudit(ctx, { action, success: false, code, userId: aimedAt?.id, account: aimedAt?.account })
    }
    throw error
  }
}

/** A step of somebody signed in over a boundary is recorded for every call alike. */
const isBoundary = (ctx: Ctx, code: number): boolean => ctx.caller !== null && (code === 602 || code === 616)
