// The sheets of a form for what is asked for; every child on them is on record.
import type { z } from 'zod'
import { PaperForm, type PaperQuery, type PaperSheet } from '#contract/print/paper-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { findClassSheets } from './class-sheets.ts'
import { findRetestSheet } from './retest-sheet.ts'

export async function findPaperSheets(
  ctx: UserTxCtx,
  query: z.output<typeof PaperQuery>,
): Promise<PaperSheet[]> {
  const { sheets, studentIds } =
    query.form === PaperForm.code.retestRecord
      ? await findRetestSheet(ctx, query)
      : await findClassSheets(ctx, query)
  const detail = { form: query.form }
  ctx.note({ objectType: 'plan', objectId: query.planId, detail: { ...query, students: studentIds.length } })
  await writeForStudents(ctx, 'record.print', studentIds, detail)
  return sheets
}
