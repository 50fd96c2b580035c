import { sql } from 'kysely'
import { WarningStatus, type WarningStatusCode } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'

const { closed } = codeLiterals(WarningStatus)

type Act = {
  status: WarningStatusCode
  closeReason?: number
  kind: string
  detail: object
  userId: number
  userName: string
  orgName: string
}

/** Writes what was done, and that it was, into locked warnings. */
export async function updateStatus(db: Tx, warningIds: readonly number[], act: Act): Promise<void> {
  const ids = [...warningIds]
  await sql`
    update warning set status = ${act.status}, close_reason = ${act.closeReason ?? null},
      version = version + 1, changed_at = now()
    where id = any (${ids}::bigint[])`.execute(db)
  await insertEvents(db, ids, act)
}

export async function insertEvents(
  db: Tx,
  warningIds: readonly number[],
  { kind, detail, userId, userName, orgName }: Omit<Act, 'status' | 'closeReason'>,
): Promise<void> {
  await sql`
    insert into warning_event (warning_id, kind, user_id, user_name, org_name, detail)
    select id, ${kind}, ${userId}, ${userName}, ${orgName}, ${JSON.stringify(detail)}::jsonb
    from unnest(${[...warningIds]}::bigint[]) as id`.execute(db)
}

/** Who looks after these classes: their teachers and the heads of their grades today. */
export async function selectTeachersOf(
  db: Db,
  classIds: readonly number[],
): Promise<{ classId: number; userId: number }[]> {
  const { rows } = await sql<{ classId: number; userId: number }>`
    select class.id as class_id, app_user.id as user_id
    from class join app_user on app_user.enabled and (
      exists (select from user_class where user_class.user_id = app_user.id and user_class.class_id = class.id)
      or exists (select from user_grade where user_grade.user_id = app_user.id and user_grade.grade_id = class.grade_id))
    where class.id = any (${[...classIds]}::bigint[])
    order by class.id, app_user.id`.execute(db)
  return rows
}

export async function updateReminded(db: Tx, warningIds: readonly number[]): Promise<void> {
  await sql`
    update warning set reminded_on = (now() at time zone 'Asia/Shanghai')::date, version = version + 1, changed_at = now()
    where id = any (${[...warningIds]}::bigint[]) and status < ${closed}`.execute(db)
}
