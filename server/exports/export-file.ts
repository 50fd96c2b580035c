import type { z } from 'zod'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { DOCKING_COLUMNS, type ExportFilter, isDivided } from '#contract/exports/catalogue.ts'
import type { ExportColumn } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { DOCKING_REASON, type DockingQuery, type ExportOptions } from '#contract/exports/schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { type AuditNote, tx, type UserCtx } from '../core/context.ts'
import { type DownloadPlace, reservePlace } from './download-place.ts'
import { contentTypeOf, exportContent } from './export-content.ts'
import { asksForNames } from './export-names.ts'
import { exportWords } from './export-words.ts'
import { type ExportedPlace, exportedUnit, OF_CHILDREN } from './exported-unit.ts'
import { assertInFull, assertMayExport, assertQuota } from './may-export.ts'
import { type ExportRequest, sourceOf } from './sources/export-sources.ts'

type Given<K extends ExportKey> = ExportFilter<K> & ExportOptions
type Order<K extends ExportKey> = {
  request: ExportRequest<K>
  action: AuditAction
  columns?: readonly ExportColumn[]
}

export const exportStudents = (ctx: UserCtx, given: Given<'students'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'students', given), action: 'export.students' })
export const exportSchools = (ctx: UserCtx, given: Given<'schools'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'schools', given), action: 'export.schools' })
export const exportHistory = (ctx: UserCtx, given: Given<'history'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'history', given), action: 'export.history' })
export const exportAudit = (ctx: UserCtx, given: Given<'audit'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'audit', given), action: 'export.audit' })
export const exportResults = (ctx: UserCtx, given: Given<'results'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'results', given), action: 'export.results' })
export const exportNational = (ctx: UserCtx, given: Given<'national'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'national', given), action: 'export.national' })
export const exportWarnings = (ctx: UserCtx, given: Given<'warnings'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'warnings', given), action: 'export.warnings' })
export const exportUnitWarnings = (ctx: UserCtx, given: Given<'unitWarnings'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'unitWarnings', given), action: 'export.unitWarnings' })
export const exportHealthText = (ctx: UserCtx, given: Given<'healthText'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'healthText', given), action: 'export.healthText' })
export const exportHealthCode = (ctx: UserCtx, given: Given<'healthCode'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'healthCode', given), action: 'export.healthCode' })
export const exportHealthRec = (ctx: UserCtx, given: Given<'healthRec'>) =>
  sendExport(ctx, { request: requestOf(ctx, 'healthRec', given), action: 'export.healthRec' })

/** What is agreed with third parties: the roster without numbers and contacts. */
export function dockStudents(ctx: UserCtx, { reason, ...filter }: z.output<typeof DockingQuery>) {
  const request: ExportRequest<'students'> = {
    item: 'students',
    filter,
    reason: reason || DOCKING_REASON,
    personal: false,
    named: reason !== undefined && asksForNames(reason),
  }
  return sendExport(ctx, { request, action: 'export.docking', columns: DOCKING_COLUMNS })
}

export function requestOf<K extends ExportKey>(
  { caller }: Pick<UserCtx, 'caller'>,
  item: K,
  given: Given<K>,
): ExportRequest<K> {
  const { reason, personal, fileName, ...filter } = given
  const named = asksForNames(reason)
  const divided = isDivided(item, filter, caller.org?.orgType)
  return { item, filter: filter as unknown as ExportFilter<K>, reason, personal, named, divided, fileName }
}

async function sendExport<K extends ExportKey>(ctx: UserCtx, order: Order<K>): Promise<FileAnswer> {
  assertMayExport(ctx.caller, order.request)
  const place = reservePlace(ctx)
  try {
    return await openExport(ctx, order, place)
  } catch (error) {
    place.free()
    await auditRefusal(ctx, order.action, error)
    throw error
  }
}

async function openExport<K extends ExportKey>(
  ctx: UserCtx,
  { request, action, columns }: Order<K>,
  place: DownloadPlace,
): Promise<FileAnswer> {
  const source = sourceOf(request.item)
  await source.assertRange(ctx, request.filter)
  assertInFull(ctx, request)
  const words = await exportWords(ctx.db, request)
  const rows = await source.count(ctx, request.filter)
  ctx.note(noteOf(ctx, request, words.filters, rows))
  // Where it cannot be written down who takes what out and why, nothing leaves.
  await tx(ctx, async (ctx) => {
    await assertQuota(ctx, rows)
    await writeAudit(ctx, { action, success: true, code: 200 })
  })
  const { caller, config, db, scope, secrets } = ctx
  const stream = await exportContent({
    reader: { db, scope, secrets, caller, config },
    request,
    words,
    columns,
    onRows: place.moved,
  })
  place.keepFor(stream)
  return { fileName: words.fileName, contentType: contentTypeOf(words.fileName), content: stream }
}

/** What the audit entry says of an export, in addition to who and when. */
export function noteOf(
  { scope }: Pick<UserCtx, 'scope'>,
  { item, filter, reason, personal }: ExportRequest,
  filters: string,
  rows: number,
): AuditNote {
  const place = filter as ExportedPlace
  const objectId = OF_CHILDREN.has(item) ? exportedUnit(place, scope) : undefined
  return {
    objectType: 'export',
    ...(objectId !== undefined && { objectId }),
    detail: { item, filters, reason, personal, rows, ...(place.planId && { planId: place.planId }) },
  }
}

/** Steps over a boundary are written down for every call; the others that a form cannot cause are here. */
async function auditRefusal(ctx: UserCtx, action: AuditAction, error: unknown): Promise<void> {
  if (!(error instanceof BizError) || error.code !== 700) return
  await writeAudit(ctx, { action, success: false, code: error.code })
}
