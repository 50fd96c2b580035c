import { sql } from 'kysely'
import { RoleType } from '#contract/core/codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { PlanStatus, TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { LETTER_MARK } from '../../letters/letter-queries.ts'

const { notScreened } = codeLiterals(RecordState)
const { admin } = codeLiterals(RoleType)
const planStatus = codeLiterals(PlanStatus)
const taskStatus = codeLiterals(TaskStatus)

/** A class with the records that have something to report to a family. */
export type ReportedClass = {
  taskId: number
  classId: number
  schoolOrgId: number
  provinceId: string
  cityId: string | null
  regionId: string | null
  progress: keyof typeof PROGRESS
  /** The last day of examination: of the task where that is completed, else of the class. */
  examinedOn: string
  /** In one value: read column by column, so many would take seconds. */
  records: readonly (readonly [recordId: number, studentId: number, referral: boolean])[]
}
/** How far the work of its task has come. */
const PROGRESS = { over: 'over', completed: 'completed', underWay: 'underWay' }

/**
 * Of tasks that are completed, and of classes under way in which nobody is missing. Who is to be examined once more
 * learns nothing before that.
 */
export async function selectReported(db: Tx): Promise<ReportedClass[]> {
  const { rows } = await sql<ReportedClass>`
    with found as (
      select r.task_id, r.class_id, max(r.checked_on) as class_until,
        bool_or(r.state = ${notScreened} and r.absence is null) as is_unfinished,
        json_agg(json_build_array(r.id, r.student_id, r.referral) order by r.id) filter (where r.state <> ${notScreened}
          and not exists (select from retest where retest.record_id = r.id and retest.entered_at is null)) as records
      from screening_record as r group by r.task_id, r.class_id)
    select f.task_id, f.class_id, t.school_org_id, t.province_id, t.city_id, t.region_id, f.records,
      case when p.status <> ${planStatus.underWay} then ${PROGRESS.over}
        when t.status = ${taskStatus.completed} then ${PROGRESS.completed} else ${PROGRESS.underWay} end as progress,
      case when t.status = ${taskStatus.completed} then max(f.class_until) over (partition by f.task_id)
        else f.class_until end as examined_on
    from found as f join task as t on t.id = f.task_id join plan as p on p.id = t.plan_id
    where f.records is not null and (t.status = ${taskStatus.completed} or not f.is_unfinished)
    order by f.task_id, f.class_id`.execute(db)
  return rows
}

export type DemoLetter = {
  recordId: number
  ticketHash: Buffer
  ticketEnc: Buffer
  sample: string | null
  printedAt: string
  openedAt: string | null
  acknowledgedAt: string | null
  lockedAt: string | null
  failures: number
}

/** As they stand after having been issued, printed and opened: by the administrator of the school. */
export async function insertPrintedLetters(db: Tx, letters: readonly DemoLetter[]): Promise<void> {
  const column = <K extends keyof DemoLetter>(key: K) => letters.map((letter) => letter[key])
  await sql`
    insert into letter (record_id, student_id, ticket_hash, ticket_enc, issued_at, sample, printed_mark, printed_at, printed_by,
      prints, opened_at, acknowledged_at, locked_at, failures)
    select r.id, r.student_id, given.ticket_hash, given.ticket_enc, given.printed_at, given.sample, ${LETTER_MARK},
      given.printed_at, by.id, 1, given.opened_at, given.acknowledged_at, given.locked_at, given.failures
    from unnest(${column('recordId')}::bigint[], ${column('ticketHash')}::bytea[], ${column('ticketEnc')}::bytea[],
        ${column('sample')}::text[], ${column('printedAt')}::timestamptz[], ${column('openedAt')}::timestamptz[],
        ${column('acknowledgedAt')}::timestamptz[], ${column('lockedAt')}::timestamptz[], ${column('failures')}::smallint[])
        as given (record_id, ticket_hash, ticket_enc, sample, printed_at, opened_at, acknowledged_at, locked_at, failures)
      join screening_record as r on r.id = given.record_id
      join task on task.id = r.task_id
      left join (select org_id, min(id) as id from app_user where role_type = ${admin} group by 1) as by
        on by.org_id = task.school_org_id
    order by r.id`.execute(db)
}

const DAYS_UNTIL_REMINDED = 10
/** One class of so many. */
const REMINDED_OF = 6

/** Of classes that were printed a while ago some teachers were asked to remind the families. */
export async function insertReminders(db: Tx): Promise<void> {
  await sql`
    insert into letter_reminder (task_id, class_id, at, by_user)
    select r.task_id, r.class_id, min(l.printed_at) + make_interval(days => ${DAYS_UNTIL_REMINDED}, hours => 1), min(l.printed_by)
    from letter as l join screening_record as r on r.id = l.record_id
    where (r.task_id + r.class_id) % ${REMINDED_OF} = 0
    group by r.task_id, r.class_id
    having min(l.printed_at)::date + ${DAYS_UNTIL_REMINDED}::int < ${TODAY} and min(l.printed_by) is not null
      and count(*) > count(l.acknowledged_at)
    order by r.task_id, r.class_id`.execute(db)
}
