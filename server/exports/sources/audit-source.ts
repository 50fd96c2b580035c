import { type AuditRow, AuditWhole } from '#contract/audit/schemas.ts'
import { auditBatches, countAudit, requireAuditRange } from '../../audit/audit-log.ts'
import { inChinaTime } from '../../core/china-time.ts'
import type { Cells, ExportSource } from './export-source.ts'
import { toCells } from './to-cells.ts'

/** One more than a sheet holds: then it is refused as too large. */
const COUNTED_MAX = 1_048_576

const CELLS: Cells<'audit', AuditRow> = {
  at: (row) => inChinaTime(row.at),
  account: (row) => row.account,
  realName: (row) => row.realName,
  orgName: (row) => row.orgName,
  action: (row) => row.action,
  objectType: (row) => row.objectType,
  object: (row) => row.object,
  note: (row) => [row.whole && AuditWhole.label(row.whole), row.note].filter(Boolean).join('；') || null,
  result: (row) => row.result,
  ip: (row) => row.ip,
}

/** Newest first; what is written while the file is made comes after its beginning and is not in it. */
export const auditSource: ExportSource<'audit'> = {
  assertRange: async (ctx, filter) => void (await requireAuditRange(ctx, filter)),
  count: (reader, filter) => countAudit(reader, filter, COUNTED_MAX),
  read: (reader, filter, options) => toCells(reader, auditBatches(reader, filter), CELLS, options),
}
