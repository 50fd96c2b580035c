// Tries with the number of a letter and a birth date. Those of one organisation are counted in the trail.
import { sql } from 'kysely'
import type { AuditAction } from '#contract/core/audit-actions.ts'
import type { Db, Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
import type { FamilyLetter } from '../letters/family-queries.ts'

const ACTS: AuditAction[] = ['visit.open', 'visit.record']
/** What a try is answered with where the number is unknown or the date wrong. */
const WRONG = 650

/** Tries of one organisation come one after the other, so that none is made before the last one is counted. */
export async function lockNumberTries(db: Tx, orgId: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('letter numbers of ' || ${orgId}::text, 0))`.execute(
    db,
  )
}

/** Of one organisation today, with any number. */
export async function countWrongToday(db: Db, orgId: number | null): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*)::int as tries from audit_log
    where org_id = ${orgId}::bigint and at >= (${TODAY}::timestamp at time zone 'Asia/Shanghai')
      and action = any (${ACTS}::text[]) and code = ${WRONG} and detail ? 'byNumber'`.execute(db)
  return rows[0]?.tries ?? 0
}

/** Of one organisation with the number of this letter, since it last opened it. */
export async function countOwnFailures(
  db: Db,
  orgId: number | null,
  { studentId, letterId }: Pick<FamilyLetter, 'studentId' | 'letterId'>,
): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    with own as (
      select id, success, code, detail from audit_log
      where object_type = 'student' and object_id = ${String(studentId)} and org_id = ${orgId}::bigint
        and action = any (${ACTS}::text[]) and detail ->> 'letterId' = ${String(letterId)})
    select count(*)::int as tries from own
    where code = ${WRONG} and detail ? 'byNumber' and id > coalesce((select max(id) from own where success), 0)`.execute(
    db,
  )
  return rows[0]?.tries ?? 0
}

export async function countNumberFailure(db: Tx, letterId: number, most: number): Promise<void> {
  await sql`
    update letter set visit_failures = visit_failures + 1,
      visit_locked_at = case when visit_failures + 1 >= ${most} then now() end
    where id = ${letterId}`.execute(db)
}

export async function clearNumberFailures(db: Tx, letterId: number): Promise<void> {
  await sql`update letter set visit_failures = 0 where id = ${letterId}`.execute(db)
}
