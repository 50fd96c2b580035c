// Visits in the files of children, as far as their screenings are seen.
import type { FiledVisit } from '#contract/print/forms/student-visits.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import { screeningScope } from '../eyesight/plans/access.ts'
import { selectLeft } from '../eyesight/records/student-records-queries.ts'
import { selectFiledVisits } from './visit-rows-queries.ts'

/** Who carries out tasks sees what it recorded itself; of who left there is what was known until then. */
export async function findFiledVisits(
  ctx: ExportReader,
  { atSchool, others }: { atSchool: readonly number[]; others: readonly number[] },
): Promise<Map<number, FiledVisit[]>> {
  const rows = await selectFiledVisits(ctx.db, atSchool, 'everything')
  if (screeningScope(ctx).carriesOut !== null)
    rows.push(...(await selectFiledVisits(ctx.db, others, { byOrg: ctx.caller.orgId ?? 0 })))
  else
    for (const studentId of others) {
      const left = await selectLeft(ctx.db, ctx.scope, studentId)
      if (left) rows.push(...(await selectFiledVisits(ctx.db, [studentId], { until: left.leftOn })))
    }
  const visits = new Map<number, FiledVisit[]>()
  for (const row of rows) visits.set(row.studentId, [...(visits.get(row.studentId) ?? []), row])
  return visits
}
