import { sql } from 'kysely'
import { RoleType } from '#contract/core/codes.ts'
import { Notified, type NotifiedCode } from '#contract/warning/rules.ts'
import { WarningStatus, type WarningStatusCode } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db, Tx } from '../core/db/connect.ts'

const { closed } = codeLiterals(WarningStatus)
const { admin } = codeLiterals(RoleType)
const { teacher, gradeHead, school } = Notified.code

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

export type Reached = { classId: number; role: NotifiedCode; userIds: number[] }

/** Whom to ask about each class: its teachers, else the heads of its grade today, else the administrators of the school. */
export async function selectRecipients(db: Db, classIds: readonly number[]): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select distinct on (class.id) class.id as class_id, found.role, to_jsonb(found.user_ids) as user_ids
    from class cross join lateral (values
        (1, ${teacher}::text, array(select u.id from user_class as t join app_user as u on u.id = t.user_id and u.enabled
          where t.class_id = class.id order by u.id)),
        (2, ${gradeHead}::text, array(select u.id from user_grade as t join app_user as u on u.id = t.user_id and u.enabled
          where t.grade_id = class.grade_id order by u.id)),
        (3, ${school}::text, array(select u.id from app_user as u
          where u.org_id = class.org_id and u.role_type = ${admin} and u.enabled order by u.id))
      ) as found (position, role, user_ids)
    where class.id = any (${[...classIds]}::bigint[]) and cardinality(found.user_ids) > 0
    order by class.id, found.position`.execute(db)
  return rows
}

export async function updateReminded(db: Tx, warningIds: readonly number[]): Promise<void> {
  await sql`
    update warning set reminded_on = (now() at time zone 'Asia/Shanghai')::date, version = version + 1, changed_at = now()
    where id = any (${[...warningIds]}::bigint[]) and status < ${closed}`.execute(db)
}
