import { sql } from 'kysely'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'

const { notScreened } = codeLiterals(RecordState)

export type TaskDays = { startsOn: string; endsOn: string }

/** From the first day of a school's tasks to the last; null where it has none. */
export async function selectTaskDays(db: Db, planId: number, orgId: number): Promise<TaskDays | null> {
  const { rows } = await sql<TaskDays>`
    select min(starts_on) as starts_on, max(ends_on) as ends_on from task
    where plan_id = ${planId} and school_org_id = ${orgId} having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

/** Those of a school who were screened today, by class; days are counted of whole schools only. */
export async function selectScreenedToday(
  db: Db,
  planId: number,
  orgId: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ classId: number; students: number }>`
    select r.class_id, count(*)::int as students from task join screening_record as r on r.task_id = task.id
    where task.plan_id = ${planId} and task.school_org_id = ${orgId} and r.checked_on = ${TODAY}
      and r.state <> ${notScreened}
    group by r.class_id`.execute(db)
  return new Map(rows.map(({ classId, students }) => [classId, students]))
}
