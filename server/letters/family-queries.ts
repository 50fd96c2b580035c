import { sql } from 'kysely'
import { ApprovalStatus, OrgType, type SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PublicLetter } from '#contract/letters/letter-schemas.ts'
import { VisitSource } from '#contract/letters/visit-source.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import type { ConcludedRow } from '../eyesight/records/record-row.ts'
import { type BlindViewer, isBlind } from '../eyesight/retests/blind-queries.ts'
import { LETTER_MARK } from './letter-queries.ts'

const { ended, archived } = codeLiterals(PlanStatus)
const { hospital, family } = codeLiterals(VisitSource)

export type FamilyLetter = ConcludedRow & {
  /** Of the record. */
  id: number
  letterId: number
  studentId: number
  planId: number
  age: number
  stage: number
  gradeNo: number
  className: string
  schoolSystem: CodeOf<typeof SchoolSystem>
  schoolOrgId: number
  schoolName: string
  regionId: string | null
  cityId: string | null
  studentName: string
  birthDate: string
  printedOn: string | null
  printedAt: Date | null
  failures: number
  lockedAt: Date | null
  withdrawnAt: Date | null
  openedAt: Date | null
  acknowledgedAt: Date | null
  corrected: boolean
  /** A later plan with this child is over. */
  expired: boolean
  /** Tries with the number and a wrong birth date. */
  visitFailures: number
  visitLockedAt: Date | null
  /** The viewer is to examine this child once more and must not know the first result. */
  blind: boolean
}

export type LetterMark = { ticketHash: Buffer } | { letterId: number }

const found = (by: LetterMark) =>
  'letterId' in by ? sql`letter.id = ${by.letterId}` : sql`letter.ticket_hash = ${by.ticketHash}`

/** Before the letter where a visit is to be written into the record: who moves a record with its letter locks it first. */
export async function lockRecordOfLetter(db: Tx, by: LetterMark): Promise<void> {
  await sql`select 1 from screening_record where id = (select record_id from letter where ${found(by)})
    for no key update`.execute(db)
}

/** Locked, so that tries at the same time are counted one after the other. */
export async function lockLetter(
  db: Tx,
  by: LetterMark,
  viewer?: BlindViewer,
): Promise<FamilyLetter | undefined> {
  const blind = viewer ? isBlind(viewer) : sql<boolean>`false`
  const { rows } = await sql<FamilyLetter>`
    select r.*, letter.id as letter_id, letter.printed_at, (letter.printed_at at time zone 'Asia/Shanghai')::date as printed_on,
      letter.failures, letter.locked_at, letter.withdrawn_at, letter.opened_at, letter.acknowledged_at,
      letter.visit_failures, letter.visit_locked_at, ${blind} as blind,
      coalesce(letter.printed_mark <> ${LETTER_MARK}, false) as corrected,
      task_class.stage, task_class.grade_no, task_class.class_name, task.school_org_id, task.region_id, task.city_id,
      org.name as school_name, school.school_system, student.name as student_name, student.birth_date, plan.items,
      exists (select from screening_record as later join plan as next on next.id = later.plan_id
        where later.student_id = letter.student_id and next.starts_on > plan.starts_on
          and next.status in (${ended}, ${archived})) as expired
    from letter join screening_record as r on r.id = letter.record_id join plan on plan.id = r.plan_id
      join task on task.id = r.task_id
      join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
      join org on org.id = task.school_org_id join school on school.org_id = task.school_org_id
      join student on student.id = letter.student_id
    where ${found(by)} for update of letter`.execute(db)
  return rows[0]
}

export async function countFailure(db: Tx, letterId: number, most: number): Promise<void> {
  await sql`
    update letter set failures = failures + 1, locked_at = case when failures + 1 >= ${most} then now() end
    where id = ${letterId}`.execute(db)
}

export async function markOpened(db: Tx, letterId: number): Promise<void> {
  await sql`update letter set failures = 0, opened_at = coalesce(opened_at, now()) where id = ${letterId}`.execute(
    db,
  )
}

export async function markAcknowledged(db: Tx, letterId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    update letter set acknowledged_at = coalesce(acknowledged_at, now()) where id = ${letterId}
    returning acknowledged_at as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Hospitals that look after the school, then others of its district or city. */
export async function selectHospitals(
  db: Db,
  { schoolOrgId, regionId, cityId }: Pick<FamilyLetter, 'schoolOrgId' | 'regionId' | 'cityId'>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select org.name from org join hospital on hospital.org_id = org.id
      left join org_binding on org_binding.org_id = org.id and org_binding.school_org_id = ${schoolOrgId}
    where org.org_type = ${OrgType.code.hospital} and org.status = ${ApprovalStatus.code.passed}
      and (org_binding.org_id is not null or org.region_id = ${regionId} or (org.region_id is null and org.city_id = ${cityId}))
    order by org_binding.org_id is null, org.region_id is distinct from ${regionId}, org.id limit ${most}`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Whether the child was seen after this screening: what a hospital recorded comes before what the family wrote. */
export async function selectFamilyVisit(db: Db, recordId: number): Promise<PublicLetter['visit']> {
  const { rows } = await sql<NonNullable<PublicLetter['visit']>>`
    select visited_on, hospital_name, source = ${hospital} as by_hospital from visit
    where record_id = ${recordId} and source in (${hospital}, ${family}) and withdrawn_at is null
    order by source, visited_on, id limit 1`.execute(db)
  return rows[0] ?? null
}
