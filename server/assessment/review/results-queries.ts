import { sql } from 'kysely'
import type { Tx } from '../../core/db/connect.ts'

export type PublishedTotal = {
  applicationId: number
  total: number
  bonus: number
  place: number
  grade: string
}

/** As published; those without a total have none. */
export async function saveTotals(db: Tx, planId: number, rows: readonly PublishedTotal[]): Promise<void> {
  await sql`
    update assess_application as a set total = given.total, bonus = given.bonus, place = given.place, grade = given.grade
    from assess_application as own left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("applicationId" bigint, total double precision, bonus double precision, place smallint, grade text)
      on given."applicationId" = own.id
    where own.plan_id = ${planId} and a.id = own.id`.execute(db)
}

export async function markResults(
  db: Tx,
  planId: number,
): Promise<{ version: number; appealsUntil: string }> {
  const { rows } = await sql<{ version: number; appealsUntil: string }>`
    update assess_plan set results_at = now(), version = version + 1,
      appeals_until = (now() at time zone 'Asia/Shanghai')::date + appeal_days
    where id = ${planId} returning version, appeals_until`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`plan of assessment ${planId} is gone`)
  return row
}
