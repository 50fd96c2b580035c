import { sql } from 'kysely'
import type { z } from 'zod'
import type { SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { ScreeningFilter } from '#contract/exports/screening-filter.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { DAYS_TO_SEE_A_DOCTOR } from '#contract/letters/letter-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { formerOf, KNOWN_NAME } from '../core/db/known-student.ts'
import { TODAY } from '../core/db/today.ts'
import { type ScreeningScope, withinTaskClasses } from '../eyesight/plans/access-queries.ts'
import type { ConcludedRow } from '../eyesight/records/record-row.ts'
import { visitsWithin } from '../eyesight/records/student-records-queries.ts'
import { type BlindViewer, isBlind } from '../eyesight/retests/blind-queries.ts'
import { LETTER_MARK } from './letter-queries.ts'

const { notScreened } = codeLiterals(RecordState)
type Filter = z.output<typeof ScreeningFilter>

/** Letters that count (as `letter`) with the records of `r`. */
const LETTERS = sql`left join letter on letter.record_id = r.id and letter.withdrawn_at is null`
const IS_PRINTED = sql`letter.printed_at is not null`
const IS_CORRECTED = sql<boolean>`coalesce(letter.printed_mark <> ${LETTER_MARK}, false)`

/** A letter that is printed again says nothing new. */
const ADVISED_ON = sql`coalesce((least(letter.issued_at, letter.printed_at) at time zone 'Asia/Shanghai')::date, r.checked_on)`
const IS_OVERDUE = sql<boolean>`(r.referral and r.visit_days is null and ${TODAY} - ${ADVISED_ON} >= ${DAYS_TO_SEE_A_DOCTOR}::int)`

export type ClassRow = {
  taskId: number
  classId: number
  schoolName: string
  schoolSystem: CodeOf<typeof SchoolSystem>
  stage: number
  gradeNo: number
  className: string
  listed: number
  screened: number
  printed: number
  opened: number
  acknowledged: number
  referred: number
  /** Of those advised to see a doctor. */
  referredPrinted: number
  referredAcknowledged: number
  visited: number
  overdue: number
  corrected: number
  locked: number
  remindedAt: Date | null
}

export async function selectLetterClasses(
  db: Db,
  who: ScreeningScope,
  { planId, taskId, orgId, prefix, gradeNo, classId, stage, areaId }: Filter,
): Promise<ClassRow[]> {
  const conditions = [
    sql`task.plan_id = ${planId}`,
    withinTaskClasses(who),
    taskId !== undefined && sql`task.id = ${taskId}`,
    orgId !== undefined && sql`task.school_org_id = ${orgId}`,
    areaId !== undefined && sql`${areaId} in (task.province_id, task.city_id, task.region_id)`,
    prefix !== undefined && sql`task_class.stage = ${prefix}`,
    stage !== undefined && sql`task_class.stage = ${stage}`,
    gradeNo !== undefined && sql`task_class.grade_no = ${gradeNo}`,
    classId !== undefined && sql`task_class.class_id = ${classId}`,
  ].filter((condition) => condition !== false)
  const { rows } = await sql<ClassRow>`
    select task.id as task_id, task_class.class_id, org.name as school_name, school.school_system, task_class.stage,
      task_class.grade_no, task_class.class_name, count(r.id)::int as listed,
      count(r.id) filter (where r.state <> ${notScreened})::int as screened,
      count(*) filter (where ${IS_PRINTED})::int as printed,
      count(letter.opened_at)::int as opened, count(letter.acknowledged_at)::int as acknowledged,
      count(*) filter (where r.referral)::int as referred,
      count(*) filter (where r.referral and ${IS_PRINTED})::int as referred_printed,
      count(letter.acknowledged_at) filter (where r.referral)::int as referred_acknowledged,
      count(r.visit_days)::int as visited,
      count(*) filter (where ${IS_OVERDUE})::int as overdue,
      count(*) filter (where ${IS_CORRECTED})::int as corrected, count(letter.locked_at)::int as locked,
      max(reminder.at) as reminded_at
    from task join task_class on task_class.task_id = task.id join org on org.id = task.school_org_id
      join school on school.org_id = task.school_org_id
      join screening_record as r on r.task_id = task_class.task_id and r.class_id = task_class.class_id
      ${LETTERS}
      left join letter_reminder as reminder on reminder.task_id = task_class.task_id and reminder.class_id = task_class.class_id
    where ${sql.join(conditions, sql` and `)}
    group by task.id, task_class.class_id, org.name, school.school_system, task_class.stage, task_class.grade_no,
      task_class.class_name, task_class.class_no, task.school_org_id
    order by task.school_org_id, task_class.stage, task_class.grade_no, task_class.class_no, task_class.class_id`.execute(
    db,
  )
  return rows
}

export type StudentLetterRow = ConcludedRow & {
  studentId: number
  studentName: string
  blind: boolean
  letterId: number | null
  printedAt: Date | null
  openedAt: Date | null
  acknowledgedAt: Date | null
  visitedOn: string | null
  lockedAt: Date | null
  corrected: boolean
}

type ClassKey = { taskId: number; classId: number }

export async function selectStudentLetters(
  db: Db,
  who: ScreeningScope,
  { taskId, classId }: ClassKey,
  viewer: BlindViewer,
): Promise<StudentLetterRow[]> {
  const { rows } = await sql<StudentLetterRow>`
    select r.*, ${KNOWN_NAME} as student_name, task_class.stage, plan.items, ${isBlind(viewer)} as blind,
      letter.id as letter_id, letter.printed_at, letter.opened_at, letter.acknowledged_at, letter.locked_at,
      (select min(v.visited_on) from visit as v where v.record_id = r.id and v.withdrawn_at is null
        and v.visited_on >= r.checked_on and ${visitsWithin(who, viewer)}) as visited_on,
      ${IS_CORRECTED} as corrected
    from task join task_class on task_class.task_id = task.id join plan on plan.id = task.plan_id
      join screening_record as r on r.task_id = task_class.task_id and r.class_id = task_class.class_id
      join student on student.id = r.student_id left join ${formerOf('task.schoolOrgId')}
      ${LETTERS}
    where task.id = ${taskId} and task_class.class_id = ${classId} and ${withinTaskClasses(who)}
    order by student.id`.execute(db)
  return rows
}

/** Those of them that the caller may see and that still count. */
export async function lockOwnLetters(
  db: Tx,
  who: ScreeningScope,
  letterIds: readonly number[],
): Promise<{ id: number; studentId: number }[]> {
  const { rows } = await sql<{ id: number; studentId: number }>`
    select letter.id, letter.student_id from letter join screening_record as r on r.id = letter.record_id
      join task on task.id = r.task_id
      join task_class on task_class.task_id = r.task_id and task_class.class_id = r.class_id
    where letter.id = any (${[...letterIds]}::bigint[]) and ${withinTaskClasses(who)}
    order by letter.id for update of letter`.execute(db)
  return rows
}

export async function withdrawLetters(db: Tx, userId: number, letterIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update letter set withdrawn_at = now(), withdrawn_by = ${userId}
    where id = any (${[...letterIds]}::bigint[]) and withdrawn_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Who looks after a class: its teachers and the heads of its grade today. */
export async function selectTeachers(db: Db, classId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select app_user.id from app_user where app_user.enabled and (
      exists (select from user_class where user_class.user_id = app_user.id and user_class.class_id = ${classId})
      or exists (select from user_grade join class on class.grade_id = user_grade.grade_id
        where user_grade.user_id = app_user.id and class.id = ${classId}))`.execute(db)
  return rows.map(({ id }) => id)
}

export async function upsertReminder(db: Tx, { taskId, classId }: ClassKey, userId: number): Promise<void> {
  await sql`
    insert into letter_reminder (task_id, class_id, by_user) values (${taskId}, ${classId}, ${userId})
    on conflict (task_id, class_id) do update set at = now(), by_user = excluded.by_user`.execute(db)
}
