import { sql } from 'kysely'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { WarningEnd } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'

const { valid } = codeLiterals(RecordState)
const { gone } = codeLiterals(WarningEnd)

export const REVIEW_JOB = 'warning.review'

/** Everybody, also those whose facts are not known yet. */
const EVERYWHERE = ''

/** Orders that the students of an area are looked at again, from the first one on. */
export async function orderReview(db: Tx, areaId: string): Promise<void> {
  await sql`insert into warning_review (area_id) values (${areaId})
    on conflict (area_id) do update set done_id = 0, ordered_at = now()`.execute(db)
}

/** `lastId`: the highest id there is, where the work ends. */
export type Review = { areaId: string; doneId: number; lastId: number }

/** The order that waits longest, locked. */
export async function lockReview(db: Tx): Promise<Review | undefined> {
  const { rows } = await sql<Review>`
    select area_id, done_id, (select coalesce(max(id), 0) from student) as last_id
    from warning_review order by ordered_at, area_id limit 1 for update`.execute(db)
  return rows[0]
}

export type ReviewOfRules = {
  version: number
  savedAt: Date
  jobState: 'queued' | 'running' | 'done' | 'failed'
  finishedAt: Date | null
  /** Students are still to be looked at, after this one. */
  isOrdered: boolean
  doneId: number
  lastId: number
}

/** Of the newest rules of an area: the job that was ordered with them, in the same transaction. */
export async function selectReview(db: Db, areaId: string): Promise<ReviewOfRules | undefined> {
  const { rows } = await sql<ReviewOfRules>`
    select newest.version, newest.saved_at, ordered.state as job_state, ordered.finished_at,
      review.area_id is not null as is_ordered, coalesce(review.done_id, 0) as done_id,
      (select coalesce(max(id), 0) from student) as last_id
    from (select version, saved_at from warning_setting where area_id = ${areaId} order by version desc limit 1) as newest
      cross join lateral (select state, finished_at from job
        where kind = ${REVIEW_JOB} and created_at >= newest.saved_at order by id limit 1) as ordered
      left join warning_review as review on review.area_id = ${areaId}`.execute(db)
  return rows[0]
}

type Reviewed = { raised: number; ended: number; changed: number }

/** Warnings of an area that came, went and changed their level in a time. */
export async function countReviewed(
  db: Db,
  areaId: string,
  { from, until }: { from: Date; until: Date },
): Promise<Reviewed> {
  const { rows } = await sql<Reviewed>`
    select count(*) filter (where e.kind in ('raised', 'returned'))::int as raised,
      count(*) filter (where e.kind = 'ended' and (e.detail ->> 'ended')::int = ${gone})::int as ended,
      count(*) filter (where e.kind = 'level')::int as changed
    from warning as w join warning_event as e on e.warning_id = w.id
    where ${areaId} in (w.province_id, w.city_id, w.region_id) and w.changed_at >= ${from}
      and e.at between ${from} and ${until}`.execute(db)
  return rows[0] ?? { raised: 0, ended: 0, changed: 0 }
}

/** Whether the facts of students have to be found out anew; with other rules alone they stay what they are. */
export const looksAtResults = ({ areaId }: Review): boolean => areaId === EVERYWHERE

/** The next students of an order. */
export async function selectToReview(db: Db, { areaId, doneId }: Review, limit: number): Promise<number[]> {
  const { rows } =
    areaId === EVERYWHERE
      ? await sql<{ studentId: number }>`
          select distinct student_id from screening_record where student_id > ${doneId} and state = ${valid}
          order by student_id limit ${limit}`.execute(db)
      : await sql<{ studentId: number }>`
          select student_id from warning_fact
          where student_id > ${doneId} and ${areaId} in (province_id, city_id, region_id)
          order by student_id limit ${limit}`.execute(db)
  return rows.map(({ studentId }) => studentId)
}

export async function refreshWarnings(db: Tx, studentIds: readonly number[]): Promise<void> {
  await sql`select refresh_student_warnings(${[...studentIds]}::bigint[])`.execute(db)
}

export async function saveReviewed(db: Tx, { areaId }: Review, lastId: number | undefined): Promise<void> {
  if (lastId === undefined) await sql`delete from warning_review where area_id = ${areaId}`.execute(db)
  else await sql`update warning_review set done_id = ${lastId} where area_id = ${areaId}`.execute(db)
}

/** Whether a new day has begun since those who wait for a visit were looked at. */
export async function isNewDay(db: Db): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from warning_day where day = ${TODAY}) as known`.execute(db)
  return rows[0]?.known !== true
}

export async function saveDay(db: Tx): Promise<void> {
  await sql`delete from warning_day`.execute(db)
  await sql`insert into warning_day (day) values (${TODAY}) on conflict do nothing`.execute(db)
}

/** Students with a referral after this one: for them a day may be the one on which they have waited too long. */
export async function selectReferred(db: Db, afterId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ studentId: number }>`
    select student_id from warning_fact where referral and student_id > ${afterId}
    order by student_id limit ${limit}`.execute(db)
  return rows.map(({ studentId }) => studentId)
}

/** The facts of these students are locked first: a request that saves a result of one of them comes before or after. */
export async function raiseWarnings(db: Tx, studentIds: readonly number[]): Promise<void> {
  await sql`select 1 from warning_fact where student_id = any (${[...studentIds]}::bigint[])
    order by student_id for no key update`.execute(db)
  await sql`select raise_student_warnings(${[...studentIds]}::bigint[])`.execute(db)
}
