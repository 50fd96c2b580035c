// The names in the student list of a class report, as a reader may have them.
import { maskName } from '#contract/core/mask.ts'
import type { FrozenChanges } from '#contract/reports/frozen/frozen-endpoints.ts'
import type { Report, ReportTable } from '#contract/reports/report/report.ts'
import { ROSTER_TABLE } from '#contract/reports/report/report-layout.ts'
import type { UserCtx } from '../core/context.ts'
import { discloseNames, isAboveSchool } from '../core/private-names.ts'
import { selectListedStudents } from './report-queries.ts'

export const ROSTER_TITLE = '学生名单'

const isRoster = ({ id }: Pick<ReportTable, 'id'>): boolean => id === ROSTER_TABLE
const hasRoster = ({ sections }: Report): boolean => sections.some(({ tables }) => tables.some(isRoster))

/** A report holds the names in full; above the school they leave only for a reason, on record for every child. */
export async function withNamesFor(
  ctx: UserCtx,
  report: Report,
  reason: string | undefined,
): Promise<Report> {
  if (!isAboveSchool(ctx) || !hasRoster(report)) return report
  if (reason === undefined) return maskRoster(report)
  const { plan, unit } = report
  const listed = { planId: plan.planId, classId: unit.key.classId ?? 0 }
  await discloseNames(ctx, reason, await selectListedStudents(ctx.db, listed))
  return report
}

const maskRoster = (report: Report): Report => ({
  ...report,
  sections: report.sections.map((section) => ({
    ...section,
    tables: section.tables.map((table) =>
      isRoster(table)
        ? {
            ...table,
            rows: table.rows.map((row) => ({ ...row, name: maskName(row.name) })),
            notes: [...table.notes, '姓名已脱敏。'],
          }
        : table,
    ),
  })),
})

/** Compared by the names themselves, shown without them. */
export const changesFor = (ctx: UserCtx, changes: FrozenChanges): FrozenChanges =>
  changes.comparable && isAboveSchool(ctx)
    ? {
        ...changes,
        list: changes.list.map((change) =>
          change.table === ROSTER_TITLE && change.row !== null
            ? { ...change, row: maskName(change.row) }
            : change,
        ),
      }
    : changes
