// The sheets of a form for what is asked for; every child on them is on record and counts as a row taken out.
import type { z } from 'zod'
import type { PaperFormCode } from '#contract/print/paper-forms.ts'
import type { PaperQuery, PaperSheet } from '#contract/print/paper-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { assertRowQuota } from '../core/row-quota.ts'
import { assertScreeningRange } from '../exports/sources/screening-source.ts'
import { type FoundSheets, findClassSheets } from './class-sheets.ts'
import { findRetestSheet } from './retest-sheet.ts'
import { findSummarySheet } from './summary-sheet.ts'

type Query = z.output<typeof PaperQuery>

const FINDERS: Record<PaperFormCode, (ctx: UserTxCtx, query: Query) => Promise<FoundSheets>> = {
  registration: findClassSheets,
  'result-record': findClassSheets,
  'retest-record': findRetestSheet,
  summary: findSummarySheet,
}

export async function findPaperSheets(ctx: UserTxCtx, query: Query): Promise<PaperSheet[]> {
  await assertScreeningRange(ctx, query)
  const { sheets, studentIds } = await FINDERS[query.form](ctx, query)
  const rows = studentIds.length
  await assertRowQuota(ctx, rows)
  ctx.note({ objectType: 'plan', objectId: query.planId, detail: { ...query, rows } })
  await writeForStudents(ctx, 'record.print', studentIds, { form: query.form })
  return sheets
}
