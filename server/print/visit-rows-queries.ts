import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FiledVisit } from '#contract/print/forms/student-visits.ts'
import type { Db } from '../core/db/connect.ts'

/** All visits, those until a day, or those that an organisation recorded. */
export type VisitSight = 'everything' | { until: string } | { byOrg: number }

function inSight(sight: VisitSight): RawBuilder<SqlBool> {
  if (sight === 'everything') return sql<SqlBool>`true`
  return 'until' in sight
    ? sql<SqlBool>`v.visited_on <= ${sight.until}::date`
    : sql<SqlBool>`v.org_id = ${sight.byOrg}::bigint`
}

/** Of many children at once, the newest first; withdrawn ones are missing. */
export async function selectFiledVisits(
  db: Db,
  studentIds: readonly number[],
  sight: VisitSight,
): Promise<(FiledVisit & { studentId: number })[]> {
  if (studentIds.length === 0) return []
  const { rows } = await sql<FiledVisit & { studentId: number }>`
    select v.student_id, v.visited_on, v.hospital_name, v.cycloplegic, v.sphere_right, v.sphere_left, v.cylinder_right,
      v.cylinder_left, v.axis_right, v.axis_left, v.corrected_right, v.corrected_left, v.axial_right, v.axial_left,
      v.diagnosis, v.treatments, v.next_on
    from visit as v
    where v.student_id = any (${[...studentIds]}::bigint[]) and v.withdrawn_at is null and ${inSight(sight)}
    order by v.student_id, v.visited_on desc, v.id desc`.execute(db)
  return rows
}
