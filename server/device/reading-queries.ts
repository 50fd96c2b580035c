import { sql } from 'kysely'
import type { DeviceOutcome } from '#contract/device/schemas.ts'
import type { Db } from '../core/db/connect.ts'
import { formerOf, KNOWN_NAME } from '../core/db/known-student.ts'
import { TODAY } from '../core/db/today.ts'
import { type ScreeningScope, withinTaskClasses } from '../eyesight/plans/access-queries.ts'

const RECENT_MAX = 50
const DAYS = 30

/** One row for each of the last days, today the last. */
export async function selectReadingDays(db: Db, deviceId: number) {
  const { rows } = await sql<{ day: string; readings: number }>`
    select day.day::date as day, count(r.reading_no)::int as readings
    from generate_series(${TODAY} - ${DAYS - 1}::int, ${TODAY}, interval '1 day') as day (day)
    left join device_reading r on r.device_id = ${deviceId}
      and r.at >= day.day at time zone 'Asia/Shanghai' and r.at < (day.day + interval '1 day') at time zone 'Asia/Shanghai'
    group by day.day order by day.day`.execute(db)
  return rows
}

type RecentReading = {
  readingNo: string
  at: Date
  outcome: DeviceOutcome
  message: string | null
  studentName: string | null
  schoolName: string | null
}

/** The latest first; names only of records that lie within what the caller may see. */
export async function selectRecentReadings(db: Db, deviceId: number, who: ScreeningScope) {
  const { rows } = await sql<RecentReading>`
    select r.reading_no, r.at, r.outcome, r.message, seen.student_name, seen.school_name
    from device_reading r
    left join lateral (
      select ${KNOWN_NAME} as student_name, org.name as school_name
      from screening_record record
      join student on student.id = record.student_id
      join task on task.id = record.task_id
      join task_class on task_class.task_id = record.task_id and task_class.class_id = record.class_id
      join org on org.id = task.school_org_id
      left join ${formerOf('task.schoolOrgId')}
      where record.id = r.record_id and ${withinTaskClasses(who)}
    ) as seen on true
    where r.device_id = ${deviceId}
    order by r.at desc, r.reading_no limit ${RECENT_MAX}`.execute(db)
  return rows
}
