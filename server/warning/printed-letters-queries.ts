import { sql } from 'kysely'
import { WarningScope } from '#contract/warning/rules.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Tx } from '../core/db/connect.ts'

const { student } = codeLiterals(WarningScope)
const { waiting, notified } = codeLiterals(WarningStatus)

export type PrintedLetter = { letterId: number; letterNo: string }
export type Printer = { userId: number; userName: string; orgName: string }

/**
 * Warnings that wait and whose result a letter reports are notified by its printing. Printed again, a letter finds none
 * that waits, unless somebody has opened it again. Locked in the order in which data changes them.
 */
export async function notifyByLetters(
  db: Tx,
  letters: readonly PrintedLetter[],
  { userId, userName, orgName }: Printer,
): Promise<void> {
  if (letters.length === 0) return
  await sql`
    with due as materialized (
      select w.id, given."letterId", given."letterNo"
      from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as given("letterId" bigint, "letterNo" text)
        join letter on letter.id = given."letterId"
        join warning as w on w.student_id = letter.student_id and w.record_id = letter.record_id
      where w.scope = ${student} and w.ended is null and w.status = ${waiting}
      order by w.student_id, w.plan_id for no key update of w),
    reached as (
      update warning as w set status = ${notified}, version = w.version + 1, changed_at = now()
      from due where w.id = due.id returning w.id, due."letterId", due."letterNo")
    insert into warning_event (warning_id, kind, user_id, user_name, org_name, detail)
    select id, 'notify', ${userId}, ${userName}, ${orgName},
      jsonb_build_object('letterId', "letterId", 'letterNo', "letterNo")
    from reached order by id`.execute(db)
}
