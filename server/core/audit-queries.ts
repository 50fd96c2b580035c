import type { Ctx } from './context.ts'

export type AuditOutcome = {
  action: string
  success: boolean
  code: number
  account?: string | null
  userId?: number | null
}

/** One row of the append-only trail; inside a transaction it stands or falls with the change. */
export async function writeAudit(ctx: Ctx, outcome: AuditOutcome): Promise<void> {
  const { objectType, objectId, detail } = ctx.auditNote
  await ctx.db
    .insertInto('auditLog')
    .values({
      userId: outcome.userId ?? ctx.caller?.userId ?? null,
      account: outcome.account ?? ctx.caller?.account ?? null,
      orgId: ctx.caller?.orgId ?? null,
      ip: ctx.ip,
      action: outcome.action,
      objectType: objectType ?? null,
      objectId: objectId === undefined ? null : String(objectId),
      success: outcome.success,
      code: outcome.code,
      detail: detail ? JSON.stringify(detail) : null,
      requestId: ctx.requestId,
    })
    .execute()
}
