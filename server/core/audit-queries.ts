import { sql } from 'kysely'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import type { Ctx, UserCtx } from './context.ts'

export type AuditOutcome = {
  action: AuditAction
  success: boolean
  code: number
  account?: string | null
  userId?: number | null
  /** Where nobody is signed in: whose act it is. */
  orgId?: number | null
}

/** One row of the append-only trail; inside a transaction it stands or falls with the change. */
export async function writeAudit(ctx: Ctx, outcome: AuditOutcome): Promise<void> {
  const { objectType, objectId, detail } = ctx.auditNote
  const { caller } = ctx
  await ctx.db
    .insertInto('auditLog')
    .values({
      userId: outcome.userId ?? caller?.userId ?? null,
      account: outcome.account ?? caller?.account ?? null,
      orgId: caller ? caller.orgId : (outcome.orgId ?? orgOf(outcome.userId)),
      ip: ctx.ip,
      action: outcome.action,
      objectType: objectType ?? null,
      objectId: objectId === undefined ? null : String(objectId),
      success: outcome.success,
      code: outcome.code,
      detail: detail ? JSON.stringify(detail, outcome.success ? undefined : storable) : null,
      requestId: ctx.requestId,
    })
    .execute()
}

/**
 * PostgreSQL takes neither NUL nor half a character. A change with one of them fails as it should; its refusal, which
 * names the same words, must stand in the trail all the same.
 */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[\0\p{Cs}]/gu, '\ufffd') : value

/** While signing in nobody is signed in yet: administrators find the entry by the account's organisation. */
const orgOf = (userId: number | null | undefined) =>
  userId ? sql<number | null>`(select org_id from app_user where id = ${userId})` : null

/** What the trail calls it when names are shown in full above the school. */
export const NAMES_SHOWN = 'student.names'

/** Each counts as one that was taken out. */
export const writeNamesShown = (ctx: UserCtx, studentIds: readonly number[], reason: string) =>
  writeForStudents(ctx, NAMES_SHOWN, studentIds, { reason, rows: 1 })

/** One row for each child, so that it stands in the child's ledger. */
export async function writeForStudents(
  ctx: Pick<UserCtx, 'caller' | 'ip' | 'requestId' | 'db'>,
  action: AuditAction,
  studentIds: readonly number[],
  detail: object,
): Promise<void> {
  const { caller, ip, requestId, db } = ctx
  await sql`
    insert into audit_log (user_id, account, org_id, ip, action, object_type, object_id, success, code, detail, request_id)
    select ${caller.userId}, ${caller.account}, ${caller.orgId}::bigint, ${ip}, ${action}, 'student', id::text, true, 200,
      ${JSON.stringify(detail)}::jsonb, ${requestId}
    from unnest(${[...studentIds]}::bigint[]) as id`.execute(db)
}
