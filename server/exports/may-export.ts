import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { permissionId } from '#contract/core/permissions.ts'
import { hasPersonal, itemOf, resourceOf, WHO_MAKES_RETURNS } from '#contract/exports/catalogue.ts'
import { EXPORT_KEYS, type ExportKey } from '#contract/exports/export-key.ts'
import { PRINT_ITEMS, PRINT_KEYS } from '#contract/exports/print-items.ts'
import type { ExportItemRow, ExportSizeQuery, PrintItemRow } from '#contract/exports/schemas.ts'
import type { Caller, UserCtx, UserTxCtx } from '../core/context.ts'
import { assertRowQuota } from '../core/row-quota.ts'
import { selectRowsToday } from '../core/row-quota-queries.ts'
import { namesShownTo } from './export-names.ts'
import type { ExportReader } from './sources/export-source.ts'
import { type ExportRequest, sourceOf } from './sources/export-sources.ts'

/** As many as a sheet holds, below its header. */
const SHEET_ROWS_MAX = 1_048_575

export function assertMayExport(
  { permissions }: Caller,
  { item, personal }: Pick<ExportRequest, 'item' | 'personal'>,
): void {
  const { permission, anyOf = [permission] } = itemOf(item)
  if (!anyOf.some((name) => permissions.has(name))) throw new BizError(602)
  if (personal && !permissions.has('exportPersonal')) throw new BizError(602)
}

type Reader = Pick<ExportReader, 'caller' | 'scope'>

/** Numbers, and of a file that is of use only in full the names as well. */
function mayHaveFull(reader: Reader, item: ExportKey): boolean {
  if (!reader.caller.permissions.has('exportPersonal')) return false
  return !itemOf(item).full || namesShownTo(reader, { named: true }) === 'full'
}

/** A return with masked numbers or names is sent back: it is made in full by who may, or not at all. */
export function assertInFull(reader: Reader, request: ExportRequest): void {
  if (!itemOf(request.item).full) return
  if (!mayHaveFull(reader, request.item)) throw new Refusal('neededInFull', WHO_MAKES_RETURNS)
  if (!request.personal) throw new Refusal('neededInFull', '上报须用完整的学籍号，请选择完整号码')
  if (namesShownTo(reader, request) !== 'full') {
    throw new Refusal('neededInFull', '上报须用完整的姓名，请把导出原因写清楚（至少 4 个字）')
  }
}

export async function assertQuota(ctx: UserTxCtx, rows: number): Promise<void> {
  if (rows > SHEET_ROWS_MAX) throw new BizError(700, `共 ${rows} 行，超过一个表格能容纳的行数，请缩小范围`)
  await assertRowQuota(ctx, rows)
}

export async function listItems(ctx: UserCtx): Promise<(ExportItemRow | PrintItemRow)[]> {
  const { permissions } = ctx.caller
  // What is always made in the background has a page of its own.
  const mine = EXPORT_KEYS.filter((key) => !itemOf(key).background && permissions.has(itemOf(key).permission))
  const files = mine.map((key): ExportItemRow => {
    const { title, api, type, act, fileType, group } = itemOf(key)
    const personal = hasPersonal(key) && mayHaveFull(ctx, key)
    return { key, title, api, type, act, fileType, group, resourceId: resourceOf(key), personal }
  })
  // The dialog is for those who may export something; others open the forms where the students are.
  if (files.length === 0) return []
  const forms = PRINT_KEYS.flatMap((key): PrintItemRow[] => {
    const { title, api, anyOf } = PRINT_ITEMS[key]
    const held = anyOf.find((name) => permissions.has(name))
    return held ? [{ key, title, api, type: key, act: 'open', resourceId: permissionId(held) }] : []
  })
  return [...files, ...forms]
}

export async function findSize(ctx: UserCtx, { item, ...filter }: ExportSizeQuery) {
  assertMayExport(ctx.caller, { item, personal: false })
  const source = sourceOf<ExportKey>(item)
  await source.assertRange(ctx, filter)
  const rows = await source.count(ctx, filter)
  const used = await selectRowsToday(ctx.db, ctx.caller.userId)
  return { rows, rowsLeftToday: Math.max(ctx.config.EXPORT_ROWS_PER_DAY - used, 0) }
}
