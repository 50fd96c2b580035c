import { sql } from 'kysely'
import type { HistoryStatus, SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Db, Tx } from '../../core/db/connect.ts'

type Ending = {
  on: string
  historyType: CodeOf<typeof HistoryStatus> | null
  by: number | null
  reason?: string | null
  movedToOrgId?: number | null
}

/**
 * Ends the open enrolments; the grade is the one the class was in on that day. Enrolments are stamped with the moment,
 * not with the start of the transaction: what waited for a promotion to end comes after it.
 */
export async function endEnrolments(db: Tx, studentIds: number[], ending: Ending) {
  await sql`
    update enrolment e set to_on = greatest(${ending.on}::date, e.from_on),
      grade_id = coalesce((select p.grade_id from class_period p
        where p.class_id = e.class_id and p.from_on <= greatest(${ending.on}::date, e.from_on)
        order by p.from_on desc, p.to_on desc nulls first limit 1), class.grade_id),
      history_type = ${ending.historyType}, ended_by = ${ending.by}, reason = ${ending.reason ?? null},
      moved_to_org_id = ${ending.movedToOrgId ?? null}, updated_at = clock_timestamp()
    from class where class.id = e.class_id
      and e.student_id = any(${studentIds}::bigint[]) and e.to_on is null`.execute(db)
}

export async function openEnrolments(
  db: Tx,
  studentIds: number[],
  place: { orgId: number; classId: number; from: string },
) {
  const moment = sql<string>`clock_timestamp()`
  await db
    .insertInto('enrolment')
    .values(
      studentIds.map((studentId) => ({
        studentId,
        orgId: place.orgId,
        classId: place.classId,
        fromOn: place.from,
        createdAt: moment,
        updatedAt: moment,
      })),
    )
    .execute()
}

export const placeStudents = (db: Tx, studentIds: number[], { orgId, classId }: Place) =>
  seatStudents(
    db,
    orgId,
    studentIds.map((studentId) => ({ studentId, classId })),
  )

type Place = { orgId: number; classId: number }
export type Seat = { studentId: number; classId: number }

/** Each into a class of its own, in one statement: the counters of a school are then taken in one order. */
export async function seatStudents(db: Tx, orgId: number, seats: Seat[]) {
  const studentIds = seats.map(({ studentId }) => studentId)
  const classIds = seats.map(({ classId }) => classId)
  await sql`
    update student set org_id = ${orgId}, class_id = seat.class_id, left_as = null, left_on = null,
      version = version + 1, updated_at = now()
    from unnest(${studentIds}::bigint[], ${classIds}::bigint[]) as seat(student_id, class_id)
    where student.id = seat.student_id`.execute(db)
}

/** Out of school as the records say with which their last enrolments have just ended. */
export async function updateToLeft(db: Tx, studentIds: number[]) {
  await sql`
    update student set class_id = null, left_as = last.history_type, left_on = last.to_on, version = version + 1,
      updated_at = now()
    from (select distinct on (student_id) student_id, history_type, to_on from enrolment
          where student_id = any(${studentIds}::bigint[]) order by student_id, id desc) as last
    where student.id = last.student_id`.execute(db)
}

export type EnrolmentLine = {
  recordId: number
  orgId: number
  orgName: string
  className: string
  stage: number
  gradeNo: number
  schoolSystem: CodeOf<typeof SchoolSystem>
  schoolYear: number
  fromOn: string
  toOn: string | null
  historyType: CodeOf<typeof HistoryStatus> | null
  reason: string | null
  provinceId: string
  cityId: string | null
  regionId: string | null
}

/**
 * Where a student was in which grade and class: a line for each enrolment and school year. Days run from the first to
 * the one on which the next thing begins; a student who came and went on one day was there all the same. One who was
 * re-enrolled has no record of leaving, but was there before.
 */
export async function selectEnrolments(db: Db, studentId: number): Promise<EnrolmentLine[]> {
  const { rows } = await sql<EnrolmentLine>`
    select e.id as record_id, e.org_id, org.name as org_name, class.name as class_name, grade.stage, grade.grade_no,
      school.school_system, p.school_year, greatest(e.from_on, p.from_on) as from_on,
      case when e.to_on is null and p.to_on is null then null
        else least(coalesce(e.to_on, p.to_on), coalesce(p.to_on, e.to_on)) end as to_on,
      case when e.recovered_at is null and (p.to_on is null or p.to_on >= e.to_on) then e.history_type
        end as history_type,
      case when e.recovered_at is null and (p.to_on is null or p.to_on >= e.to_on) then e.reason end as reason,
      org.province_id, org.city_id, org.region_id
    from enrolment e join class on class.id = e.class_id
      join class_period p on p.class_id = e.class_id and case when e.to_on = e.from_on
        then p.grade_id = e.grade_id and p.from_on <= e.from_on and coalesce(p.to_on, 'infinity') >= e.from_on
        else p.from_on < coalesce(e.to_on, 'infinity') and coalesce(p.to_on, 'infinity') > e.from_on end
      join grade on grade.id = p.grade_id join org on org.id = e.org_id join school on school.org_id = e.org_id
    where e.student_id = ${studentId}
    order by from_on desc, e.id desc`.execute(db)
  return rows
}
