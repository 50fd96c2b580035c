import {
  AUDIT_LISTED_MAX,
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  type AuditRow,
} from '#contract/audit/schemas.ts'
import { auditActionsOf, auditLabel, auditResult } from '#contract/core/audit-actions.ts'
import { RoleType } from '#contract/core/codes.ts'
import { maskName } from '#contract/core/mask.ts'
import type { UserCtx, UserTxCtx } from '../core/context.ts'
import type { Scope } from '../core/scope.ts'
import { requireOrg } from '../orgs/org.ts'
import { requireStudent } from '../students/student.ts'
import {
  countEntries,
  type Entry,
  type EntryFilter,
  selectActors,
  selectEntries,
  selectEntriesAfter,
} from './audit-log-queries.ts'
import { describeObjects, noteOf } from './audit-object.ts'

type Reader = Pick<UserCtx, 'db' | 'scope' | 'caller'>

/** Whatever permissions others were given: the trail of an organisation is for its administrators. */
const scopeFor = ({ scope, caller }: Reader): Scope =>
  caller.roleType === RoleType.code.admin ? scope : { kind: 'nothing' }

/** Looking at the trail is on the trail, with what was looked for. */
export async function listAudit(ctx: UserTxCtx, query: AuditPageQuery): Promise<AuditPage> {
  const { pageNum, pageSize, ...filter } = query
  ctx.note({ objectType: 'audit', detail: filter })
  const student = await requireAuditRange(ctx, filter)
  const scope = scopeFor(ctx)
  const wanted = await entryFilter(ctx, filter)
  const offset = (pageNum - 1) * pageSize
  const limit = Math.min(pageSize, AUDIT_LISTED_MAX - offset)
  const entries = limit > 0 ? await selectEntries(ctx.db, scope, wanted, { offset, limit }) : []
  // A first page that is not full has them all.
  const total =
    pageNum === 1 && entries.length < pageSize
      ? entries.length
      : await countEntries(ctx.db, scope, wanted, AUDIT_LISTED_MAX + 1)
  return {
    list: await presentEntries(ctx, entries, filter),
    total: Math.min(total, AUDIT_LISTED_MAX),
    more: total > AUDIT_LISTED_MAX,
    pageNum,
    pageSize,
    studentName: student ? maskName(student.name) : null,
  }
}

/** Naming an organisation or a child outside the range is refused as one that is not there. */
export async function requireAuditRange(ctx: UserCtx, { orgId, studentId }: AuditFilter) {
  if (orgId !== undefined) await requireOrg(ctx, orgId)
  return studentId === undefined ? undefined : requireStudent(ctx, studentId)
}

async function entryFilter(reader: Reader, filter: AuditFilter): Promise<EntryFilter> {
  const { keyword, kind, result, ...rest } = filter
  return {
    ...rest,
    userIds: keyword ? await selectActors(reader.db, scopeFor(reader), keyword) : undefined,
    actions: kind && auditActionsOf(kind),
    success: result && result === 'success',
  }
}

async function presentEntries(
  { db }: Pick<Reader, 'db'>,
  entries: Entry[],
  { studentId }: AuditFilter,
): Promise<AuditRow[]> {
  const objectOf = await describeObjects(db, entries, studentId)
  return entries.map((entry) => ({
    auditId: entry.auditId,
    at: entry.at.toISOString(),
    account: entry.account,
    realName: entry.realName,
    orgName: entry.orgName,
    action: auditLabel(entry.action),
    ...objectOf(entry),
    whole: entry.whole,
    note: noteOf(entry.detail),
    success: entry.success,
    result: auditResult(entry),
    ip: entry.ip,
  }))
}

/** For a file: at most so many as it can hold, and one more. */
export const countAudit = async (reader: Reader, filter: AuditFilter, most: number): Promise<number> =>
  countEntries(reader.db, scopeFor(reader), await entryFilter(reader, filter), most)

const ROWS_AT_ONCE = 1_000

export async function* auditBatches(reader: Reader, filter: AuditFilter): AsyncGenerator<AuditRow[]> {
  const wanted = await entryFilter(reader, filter)
  for (let after: Entry | undefined; ; ) {
    const entries = await selectEntriesAfter(reader.db, scopeFor(reader), wanted, after, ROWS_AT_ONCE)
    if (entries.length === 0) return
    yield await presentEntries(reader, entries, filter)
    after = entries.at(-1)
  }
}
