import { BizError } from '#contract/core/error-codes.ts'
import { EXPORT_KEYS, type ExportKey, hasPersonal, itemOf, resourceOf } from '#contract/exports/catalogue.ts'
import type { ExportItemRow, ExportSizeQuery } from '#contract/exports/schemas.ts'
import type { Caller, UserCtx, UserTxCtx } from '../core/context.ts'
import { assertRowQuota } from '../core/row-quota.ts'
import { selectRowsToday } from '../core/row-quota-queries.ts'
import { type ExportRequest, sourceOf } from './sources/export-sources.ts'

/** As many as a sheet holds, below its header. */
const SHEET_ROWS_MAX = 1_048_575

export function assertMayExport(
  { permissions }: Caller,
  { item, personal }: Pick<ExportRequest, 'item' | 'personal'>,
): void {
  if (!permissions.has(itemOf(item).permission)) throw new BizError(602)
  if (personal && !permissions.has('exportPersonal')) throw new BizError(602)
}

export async function assertQuota(ctx: UserTxCtx, rows: number): Promise<void> {
  if (rows > SHEET_ROWS_MAX) throw new BizError(700, `共 ${rows} 行，超过一个表格能容纳的行数，请缩小范围`)
  await assertRowQuota(ctx, rows)
}

export async function listItems({ caller }: UserCtx): Promise<ExportItemRow[]> {
  const mine = EXPORT_KEYS.filter((key) => caller.permissions.has(itemOf(key).permission))
  return mine.map((key) => {
    const { title, api, type, act, fileType, group } = itemOf(key)
    const personal = hasPersonal(key) && caller.permissions.has('exportPersonal')
    return { key, title, api, type, act, fileType, group, resourceId: resourceOf(key), personal }
  })
}

export async function findSize(ctx: UserCtx, { item, ...filter }: ExportSizeQuery) {
  assertMayExport(ctx.caller, { item, personal: false })
  const source = sourceOf<ExportKey>(item)
  await source.assertRange(ctx, filter)
  const rows = await source.count(ctx, filter)
  const used = await selectRowsToday(ctx.db, ctx.caller.userId)
  return { rows, rowsLeftToday: Math.max(ctx.config.EXPORT_ROWS_PER_DAY - used, 0) }
}
