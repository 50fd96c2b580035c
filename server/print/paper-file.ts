// The same sheets as one PDF file, with a bookmark for each.
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { PAPER_MOST_FILES_WRITTEN, PaperForm } from '#contract/exports/paper-filter.ts'
import type { PaperQuery, PaperSheet } from '#contract/print/paper-schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { inChinaTime } from '../core/china-time.ts'
import { tx, type UserCtx } from '../core/context.ts'
import { makeThreadWriter } from '../core/documents/thread-writer.ts'
import { nameFor } from '../core/private-names.ts'
import { reservePlace } from '../exports/download-place.ts'
import { selectReadAt } from '../eyesight/figures/figure-queries.ts'
import type { PaperOrder } from './paper-order.ts'
import { findPaperSheets } from './paper-sheets.ts'

const writePaper = makeThreadWriter<PaperOrder>('server/print/paper-thread.ts')

export async function sendPaperFile(ctx: UserCtx, query: PaperQuery): Promise<FileAnswer> {
  const place = reservePlace(ctx)
  try {
    // Where it cannot be written down who takes what out, nothing leaves.
    const sheets = await tx(ctx, async (within) => {
      const found = await findPaperSheets(within, query, PAPER_MOST_FILES_WRITTEN)
      await writeAudit(within, { action: 'record.print', success: true, code: 200 })
      return found
    })
    if (sheets.length === 0) throw new BizError(700, '没有可以打印的学生')
    const order = { form: query.form, sheets: sheets.map((sheet) => withNames(ctx, sheet)) }
    const at = inChinaTime(await selectReadAt(ctx.db))
      .replace(/\D/g, '')
      .slice(0, 12)
    const fileName = `${[PaperForm.label(query.form), sheets[0]?.bookmark ?? '', at].join('_')}.pdf`
    return { fileName, contentType: 'application/pdf', content: await writePaper(order) }
  } finally {
    place.free()
  }
}

export const withNames = (ctx: Pick<UserCtx, 'caller' | 'scope'>, sheet: PaperSheet): PaperSheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => ({ ...row, name: nameFor(ctx, row.name) })),
  ...(sheet.person !== undefined && { person: nameFor(ctx, sheet.person) }),
  ...(sheet.parent !== undefined && { parent: nameFor(ctx, sheet.parent) }),
})
