// The sheets of a form for what is asked for; every child on them is on record and counts as a row taken out.
import { BizError } from '#contract/core/error-codes.ts'
import { mayPrint, misfitOf } from '#contract/exports/paper-access.ts'
import type { PaperFormCode } from '#contract/exports/paper-filter.ts'
import { PAPER_MOST_FILES } from '#contract/exports/paper-filter.ts'
import type { PaperQuery, PaperSheet } from '#contract/print/paper-schemas.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { UserTxCtx } from '../core/context.ts'
import { assertRowQuota } from '../core/row-quota.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import { type FoundSheets, findRegistrationSheets, findResultSheets } from './class-sheets.ts'
import { findChildSheets, findReportSheets } from './file-sheets.ts'
import { findMonitorSheets, findSurveySheets } from './monitoring-sheets.ts'
import { assertPaperRange } from './paper-choice.ts'
import { findRetestSheet } from './retest-sheet.ts'
import { findSummarySheet } from './summary-sheet.ts'

type Finder<Ctx> = (ctx: Ctx, query: PaperQuery, mostFiles: number) => Promise<FoundSheets>

/** Forms that are made class by class, by a request or by a job. */
export const CLASS_FINDERS: Partial<Record<PaperFormCode, Finder<ExportReader>>> = {
  registration: findRegistrationSheets,
  'result-record': findResultSheets,
  survey: findSurveySheets,
  monitor: findMonitorSheets,
  child: findChildSheets,
  'student-report': findReportSheets,
}

const SHEET_FINDERS: Partial<Record<PaperFormCode, Finder<UserTxCtx>>> = {
  'retest-record': findRetestSheet,
  summary: findSummarySheet,
}

function finderOf(form: PaperFormCode): Finder<UserTxCtx> {
  const finder = CLASS_FINDERS[form] ?? SHEET_FINDERS[form]
  if (!finder) throw new Error(`nobody makes ${form}`)
  return finder
}

/** On the screen, where every page is drawn at once. */
export const findShownSheets = (ctx: UserTxCtx, query: PaperQuery): Promise<PaperSheet[]> =>
  findPaperSheets(ctx, query, PAPER_MOST_FILES)

export async function findPaperSheets(
  ctx: UserTxCtx,
  query: PaperQuery,
  mostFiles: number,
): Promise<PaperSheet[]> {
  const { form, planId } = query
  if (!mayPrint(form, query, (name) => ctx.caller.permissions.has(name))) throw new BizError(602)
  await assertPaperRange(ctx, query)
  const misfit = misfitOf(form, query)
  if (misfit !== null) throw new BizError(700, misfit)
  const { sheets, studentIds } = await finderOf(form)(ctx, query, mostFiles)
  const rows = studentIds.length
  await assertRowQuota(ctx, rows)
  ctx.note({
    ...(planId === undefined ? {} : { objectType: 'plan', objectId: planId }),
    detail: { ...query, rows },
  })
  await writeForStudents(ctx, 'record.print', studentIds, { form })
  return sheets
}
