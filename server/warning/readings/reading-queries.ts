import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { inSight, type Sight } from '../../eyesight/records/student-records-queries.ts'
import { type BlindViewer, isBlind } from '../../eyesight/retests/blind-queries.ts'

const { valid } = codeLiterals(RecordState)

/** Who sees a child, and how much of it. */
export type ChildViewer = BlindViewer & { sight: Sight }

/** Visits (as `v`): all of a child in the range, those until the last day of one who left, otherwise what was recorded here. */
function visitsInSight({ sight: { also }, caller }: ChildViewer): RawBuilder<SqlBool> {
  if (also === 'everything') return sql<SqlBool>`true`
  return also === 'nothing'
    ? sql<SqlBool>`v.org_id = ${caller.orgId}::bigint`
    : sql<SqlBool>`v.visited_on <= ${also.until}::date`
}

export type VisitEventRow = {
  at: Date
  visitedOn: string
  hospitalName: string
  userName: string | null
  orgName: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
  withdrawReason: string | null
}

/** Visits since a screening, as they were recorded and withdrawn. */
export async function selectVisitEvents(
  db: Db,
  studentId: number,
  recordId: number,
  viewer: ChildViewer,
): Promise<VisitEventRow[]> {
  const { rows } = await sql<VisitEventRow>`
    select v.created_at as at, v.visited_on, v.hospital_name, v.user_name, org.name as org_name, v.withdrawn_at,
      v.withdraw_reason, app_user.real_name as withdrawn_by
    from visit as v join screening_record as r on r.id = ${recordId} left join app_user on app_user.id = v.withdrawn_by
      left join org on org.id = v.org_id
    where v.student_id = ${studentId} and v.visited_on >= r.checked_on and ${visitsInSight(viewer)}
    order by v.id`.execute(db)
  return rows
}

export type ReadingRow = {
  /** Of the screening or the visit. */
  id: number
  on: string
  visit: boolean
  cycloplegic: boolean | null
  glasses: number | null
  nakedRight: number | null
  nakedLeft: number | null
  correctedRight: number | null
  correctedLeft: number | null
  sphereRight: number | null
  sphereLeft: number | null
  cylinderRight: number | null
  cylinderLeft: number | null
  axisRight: number | null
  axisLeft: number | null
  seRight: number | null
  seLeft: number | null
  axialRight: number | null
  axialLeft: number | null
}

/** Valid results and visits of a child whose warning the caller may see, as far as the child is in sight, the newest first. */
export async function selectReadings(db: Db, studentId: number, viewer: ChildViewer): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select r.checked_on as "on", false as visit, null::boolean as cycloplegic, r.glasses, r.naked_right, r.naked_left,
      r.corrected_right, r.corrected_left, r.sphere_right, r.sphere_left, r.cylinder_right, r.cylinder_left,
      r.axis_right, r.axis_left, r.se_right, r.se_left, null::smallint as axial_right, null::smallint as axial_left, r.id
    from screening_record as r join task on task.id = r.task_id join plan on plan.id = r.plan_id
      join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
    where r.student_id = ${studentId} and r.state = ${valid} and r.checked_on is not null and ${inSight(viewer.sight)}
      and not ${isBlind(viewer)}
    union all
    select v.visited_on, true, v.cycloplegic, null, null, null, v.corrected_right, v.corrected_left, v.sphere_right,
      v.sphere_left, v.cylinder_right, v.cylinder_left, v.axis_right, v.axis_left,
      (v.sphere_right * 10 + v.cylinder_right * 5)::smallint, (v.sphere_left * 10 + v.cylinder_left * 5)::smallint,
      v.axial_right, v.axial_left, v.id
    from visit as v where v.student_id = ${studentId} and v.withdrawn_at is null and ${visitsInSight(viewer)}
    order by 1 desc, 2, 19 desc`.execute(db)
  return rows
}

export type ProgressionRow = { recordId: number; fromId: number; eye: 1 | 2; rate: number }

/** What is known of the child's progression, in thousandths of a dioptre a year. */
export async function selectProgression(db: Db, studentId: number): Promise<ProgressionRow | undefined> {
  const { rows } = await sql<ProgressionRow>`
    select record_id, year_before_id as from_id, progression_eye as eye, progression::float8 as rate
    from warning_fact where student_id = ${studentId} and progression is not null`.execute(db)
  return rows[0]
}
