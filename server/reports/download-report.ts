// A report as a Word, Excel or PDF file.
import type { z } from 'zod'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { DownloadReport } from '#contract/reports/report/report-document.ts'
import { tableOnly } from '#contract/reports/report/report-layout.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { inChinaTime } from '../core/china-time.ts'
import { tx, type UserCtx } from '../core/context.ts'
import { XLSX_TYPE } from '../core/sheets/write/write-workbook.ts'
import { reservePlace } from '../exports/download-place.ts'
import { selectReadAt } from '../eyesight/figures/figure-queries.ts'
import { writeDocument } from './documents/write-document.ts'
import { findReport } from './find-report.ts'
import { findFrozen } from './frozen/frozen-report.ts'
import { withNamesFor } from './roster-names.ts'

type Order = z.output<typeof DownloadReport>

// Not beside their writers: those bring along what draws and sets type, of which only their thread has need.
export const DOCUMENT_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: XLSX_TYPE,
  pdf: 'application/pdf',
}

export async function downloadReport(ctx: UserCtx, order: Order): Promise<FileAnswer> {
  const place = reservePlace(ctx)
  try {
    return await makeDocument(ctx, order)
  } finally {
    place.free()
  }
}

async function makeDocument(
  ctx: UserCtx,
  { report: request, format, tableId, nameReason }: Order,
): Promise<FileAnswer> {
  const found = 'reportNo' in request ? await findFrozen(ctx, request) : await findReport(ctx, request)
  const whole = await withNamesFor(ctx, found, nameReason)
  const report = tableId === undefined ? whole : tableOnly(whole, tableId)
  if (!report) throw new BizError(650, '报告中没有这个表格，或您没有查看它的权限')
  const { realName, account, org } = ctx.caller
  const reader = { realName, account, orgName: org?.name ?? '', at: inChinaTime(await selectReadAt(ctx.db)) }
  const content = await writeDocument({ report, reader, format })
  const object =
    'reportNo' in request
      ? { objectType: 'frozenReport', objectId: request.reportNo }
      : { objectType: 'plan', objectId: report.plan.planId }
  ctx.note({ ...object, detail: { ...request, format, title: report.title, ...(tableId && { tableId }) } })
  // Where it cannot be written down who takes what out, nothing leaves.
  await tx(ctx, (within) => writeAudit(within, { action: 'report.download', success: true, code: 200 }))
  return { fileName: fileNameOf(report, format, tableId), contentType: DOCUMENT_TYPES[format], content }
}

const fileNameOf = (
  { title, plan, at, frozen, sections }: Report,
  format: Order['format'],
  tableId: string | undefined,
): string => {
  const known = frozen?.reportNo ?? inChinaTime(at).replace(/\D/g, '').slice(0, 12)
  const table = tableId === undefined ? [] : sections.flatMap(({ tables }) => tables.map((own) => own.title))
  return `${[title, ...table, plan.planName, known].join('_')}.${format}`
}
