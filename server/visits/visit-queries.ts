import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageQuery } from '#contract/core/envelope.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import type { TreatmentCode } from '#contract/eyesight/treatment.ts'
import { VisitSource, type VisitSourceCode } from '#contract/letters/visit-source.ts'
import { VISIT_WITHDRAWN_WITHIN_DAYS, type VisitNumbers } from '#contract/visits/visit-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'

const { notScreened } = codeLiterals(RecordState)
const { hospital, family } = codeLiterals(VisitSource)

export type NewVisit = VisitNumbers & {
  studentId: number
  recordId: number | null
  visitedOn: string
  source: VisitSourceCode
  orgId: number | null
  hospitalName: string
  cycloplegic: boolean | null
  diagnosis: string | null
  treatments: TreatmentCode[]
  nextOn: string | null
  remark: string | null
  clientKey: string
  userId: number
  userName: string
}

/** The one before where the same organisation sends the same key again. Undefined where another did. */
export async function insertVisit(
  db: Tx,
  visit: NewVisit,
): Promise<{ id: number; withdrawnAt: Date | null } | undefined> {
  const inserted = await db
    .insertInto('visit')
    .values({ ...visit, treatments: sql`${visit.treatments}::smallint[]` })
    .onConflict((conflict) => conflict.constraint('visit_once').doNothing())
    .returning(['id', 'withdrawnAt'])
    .executeTakeFirst()
  if (inserted) return inserted
  return db
    .selectFrom('visit')
    .select(['id', 'withdrawnAt'])
    .where('studentId', '=', visit.studentId)
    .where('clientKey', '=', visit.clientKey)
    .where('orgId', '=', visit.orgId)
    .executeTakeFirst()
}

export type VisitRow = VisitNumbers & {
  id: number
  recordId: number | null
  visitedOn: string
  birthDate: string
  source: VisitSourceCode
  hospitalName: string
  cycloplegic: boolean | null
  diagnosis: string | null
  treatments: TreatmentCode[]
  nextOn: string | null
  remark: string | null
  userName: string | null
  createdAt: Date
  withdrawnAt: Date | null
  withdrawReason: string | null
  mayWithdraw: boolean
}

const isWithin = sql<SqlBool>`v.created_at > now() - make_interval(days => ${VISIT_WITHDRAWN_WITHIN_DAYS})`

export type VisitSight = 'everything' | { until: string } | { byOrg: number }

function inSight(sight: VisitSight): RawBuilder<SqlBool> {
  if (sight === 'everything') return sql<SqlBool>`true`
  return 'until' in sight
    ? sql<SqlBool>`v.visited_on <= ${sight.until}::date`
    : sql<SqlBool>`v.org_id = ${sight.byOrg}::bigint`
}

/** The newest first, withdrawn ones as well. */
export async function selectStudentVisits(
  db: Db,
  studentId: number,
  sight: VisitSight,
  orgId: number | null,
): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select v.*, student.birth_date,
      (v.withdrawn_at is null and v.source <> ${family} and v.org_id is not distinct from ${orgId}::bigint and ${isWithin})
        as may_withdraw
    from visit as v join student on student.id = v.student_id
    where v.student_id = ${studentId} and ${inSight(sight)}
    order by v.visited_on desc, v.id desc`.execute(db)
  return rows
}

export type OwnVisitRow = VisitRow & {
  studentName: string
  schoolName: string | null
  letterId: number | null
}

/** Visits that a hospital recorded, the newest first, withdrawn ones as well; the school is that of the screening. */
export async function selectOwnVisits(db: Db, orgId: number | null, { pageNum, pageSize }: PageQuery) {
  const { rows } = await sql<OwnVisitRow>`
    select v.*, student.birth_date, student.name as student_name, org.name as school_name, letter.id as letter_id,
      (v.withdrawn_at is null and ${isWithin}) as may_withdraw
    from visit as v join student on student.id = v.student_id
      left join screening_record as r on r.id = v.record_id
      left join task on task.id = r.task_id
      left join org on org.id = task.school_org_id
      left join letter on letter.record_id = v.record_id and letter.withdrawn_at is null
    where v.org_id = ${orgId}::bigint and v.source = ${hospital}
    order by v.visited_on desc, v.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from visit as v where v.org_id = ${orgId}::bigint and v.source = ${hospital}`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Of a student: the screening that is named, or the last one that is not after the visit. */
export async function selectScreening(
  db: Db,
  studentId: number,
  { recordId, visitedOn }: { recordId?: number; visitedOn: string },
): Promise<{ id: number; checkedOn: string } | undefined> {
  const wanted =
    recordId === undefined ? sql`r.checked_on <= ${visitedOn}::date` : sql`r.id = ${recordId}::bigint`
  const { rows } = await sql<{ id: number; checkedOn: string }>`
    select r.id, r.checked_on from screening_record as r
    where r.student_id = ${studentId} and r.state <> ${notScreened} and r.checked_on is not null and ${wanted}
    order by r.checked_on desc, r.id desc limit 1`.execute(db)
  return rows[0]
}

/** One that an organisation recorded itself; its record first, as where a record is moved with its visits. */
export async function lockOwnVisit(db: Tx, visitId: number, orgId: number | null) {
  await sql`select 1 from screening_record where id = (select record_id from visit
    where id = ${visitId} and org_id = ${orgId}::bigint) for no key update`.execute(db)
  const { rows } = await sql<{ studentId: number; withdrawnAt: Date | null; within: boolean }>`
    select v.student_id, v.withdrawn_at, ${isWithin} as within from visit as v
    where v.id = ${visitId} and v.org_id = ${orgId}::bigint and v.source <> ${family} for update`.execute(db)
  return rows[0]
}

export async function updateWithdrawn(
  db: Tx,
  visitId: number,
  { userId, reason }: { userId: number; reason: string },
): Promise<void> {
  await sql`update visit set withdrawn_at = now(), withdrawn_by = ${userId}, withdraw_reason = ${reason}
    where id = ${visitId}`.execute(db)
}

export async function hasHospitalVisit(db: Tx, recordId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from visit where record_id = ${recordId} and source = ${hospital} and withdrawn_at is null)
      as found`.execute(db)
  return rows[0]?.found ?? false
}

type FamilyVisit = { studentId: number; recordId: number; visitedOn: string; hospitalName: string }

/** Once for each screening: what the family writes later takes the place of what it wrote before. */
export async function upsertFamilyVisit(db: Tx, visit: FamilyVisit): Promise<void> {
  await sql`
    insert into visit (student_id, record_id, visited_on, source, hospital_name)
    values (${visit.studentId}, ${visit.recordId}, ${visit.visitedOn}::date, ${family}, ${visit.hospitalName})
    on conflict (record_id) where source = ${family} and withdrawn_at is null do update
      set visited_on = excluded.visited_on, hospital_name = excluded.hospital_name`.execute(db)
}
