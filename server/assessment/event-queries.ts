import { sql } from 'kysely'
import type { Db, Tx } from '../core/db/connect.ts'

export type EventBy = { userId: number | null; userName: string | null; orgName: string | null }
export type NewEvent = EventBy & {
  planId: number
  applicationIds?: readonly number[]
  kind: string
  detail?: object
}

/** Of the plan, or one for each of these applications. */
export async function insertAssessEvents(db: Tx, event: NewEvent): Promise<void> {
  const { planId, kind, userId, userName, orgName, detail = {}, applicationIds } = event
  const about = applicationIds ? sql`unnest(${[...applicationIds]}::bigint[])` : sql`null::bigint`
  await sql`
    insert into assess_event (plan_id, application_id, kind, user_id, user_name, org_name, detail)
    select ${planId}, ${about}, ${kind}, ${userId}::bigint, ${userName}::text, ${orgName}::text,
      ${JSON.stringify(detail)}::jsonb`.execute(db)
}

export type EventRow = {
  at: Date
  kind: string
  userName: string | null
  orgName: string | null
  detail: object
}

const READ_MOST = 200

/** Of a plan as a whole, or of one application, the newest first. */
export async function selectAssessEvents(
  db: Db,
  of: { planId: number } | { applicationId: number },
): Promise<EventRow[]> {
  const about =
    'planId' in of
      ? sql`plan_id = ${of.planId} and application_id is null`
      : sql`application_id = ${of.applicationId}`
  const { rows } = await sql<EventRow>`
    select at, kind, user_name, org_name, detail from assess_event where ${about}
    order by id desc limit ${READ_MOST}`.execute(db)
  return rows
}
