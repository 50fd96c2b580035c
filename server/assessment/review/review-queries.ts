import { sql } from 'kysely'
import { AppealStatus, ApplicationStatus } from '#contract/assessment/statuses.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { type AssessViewer, mayJudge, reviewedBy, withinApplications } from '../access-queries.ts'
import { MISSED } from '../applications/application-queries.ts'

const { pending } = codeLiterals(ApprovalStatus)
const { open } = codeLiterals(AppealStatus)

export type UnitRow = {
  applicationId: number
  planId: number
  orgId: number
  orgName: string
  areaName: string
  status: CodeOf<typeof ApplicationStatus>
  touched: boolean
  missed: boolean
  submittedAt: Date | null
  lateUntil: string | null
  /** Of a decision that waits for the viewer. */
  approvalId: number | null
  appeal: CodeOf<typeof AppealStatus> | null
  reviews: boolean
  judges: boolean
  total: number | null
  bonus: number | null
  place: number | null
  grade: string | null
  lastTotal: number | null
  lastPlace: number | null
}

/** All units of a plan that the viewer sees, or some of them. */
export async function selectUnitRows(
  db: Db,
  viewer: AssessViewer,
  of: { planId: number } | { applicationIds: readonly number[] },
): Promise<UnitRow[]> {
  const about =
    'planId' in of ? sql`a.plan_id = ${of.planId}` : sql`a.id = any (${[...of.applicationIds]}::bigint[])`
  const { rows } = await sql<UnitRow>`
    select a.id as application_id, a.plan_id, a.org_id, org.name as org_name, coalesce(area.name, '') as area_name, a.status, a.touched,
      ${MISSED} as missed, a.submitted_at, a.late_until, a.total, a.bonus, a.place, a.grade,
      last.total as last_total, last.place as last_place, ${reviewedBy(viewer)} as reviews, ${mayJudge(viewer)} as judges,
      case when ${reviewedBy(viewer)} and ${mayJudge(viewer)} then (select id from approval as w
        where w.application_id = a.id and w.status = ${pending}) end as approval_id,
      (select status from assess_appeal where application_id = a.id) as appeal
    from assess_application as a join assess_plan as p on p.id = a.plan_id join org on org.id = a.org_id
      left join area on area.id = coalesce(org.region_id, org.city_id, org.province_id)
      left join assess_application as last on last.plan_id = p.last_plan_id and last.org_id = a.org_id
    where ${about} and ${withinApplications(viewer)} order by org.region_id nulls first, org.city_id nulls first, org.id`.execute(
    db,
  )
  return rows
}

/** In the order of ids, so that two who score at once wait for each other. */
export async function lockApplications(db: Tx, applicationIds: readonly number[]): Promise<void> {
  await sql`select id from assess_application where id = any (${[...applicationIds]}::bigint[])
    order by id for update`.execute(db)
}

export type NewScore = {
  applicationId: number
  leafKey: string
  round: number
  version: number
  score: number
  reason: string | null
}
type Reviewer = { userId: number; userName: string }
type Written = { applicationId: number; leafKey: string; version: number }

/** Those whose version is still the one that was seen; others are missing in the answer. */
export async function saveScoreRows(db: Tx, rows: readonly NewScore[], by: Reviewer): Promise<Written[]> {
  const { rows: written } = await sql<Written>`
    insert into assess_score as stored (application_id, leaf_key, round, score, reason, reviewer_id, reviewer_name)
    select "applicationId", "leafKey", round, score, reason, ${by.userId}, ${by.userName}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("applicationId" bigint, "leafKey" text, round smallint,
      version int, score double precision, reason text)
    where version = coalesce((select s.version from assess_score as s where s.application_id = "applicationId"
      and s.leaf_key = "leafKey" and s.round = given.round), 0)
    on conflict (application_id, leaf_key, round) do update
      set score = excluded.score, reason = excluded.reason, reviewer_id = excluded.reviewer_id,
        reviewer_name = excluded.reviewer_name, scored_at = now(), version = stored.version + 1
    returning application_id, leaf_key, version`.execute(db)
  return written
}

export type TakenBack = Pick<NewScore, 'applicationId' | 'leafKey' | 'round' | 'version'>
export async function deleteScoreRows(db: Tx, rows: readonly TakenBack[]): Promise<Written[]> {
  const { rows: deleted } = await sql<Written>`
    delete from assess_score as stored using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("applicationId" bigint, "leafKey" text, round smallint, version int)
    where stored.application_id = "applicationId" and stored.leaf_key = "leafKey" and stored.round = given.round
      and stored.version = given.version
    returning stored.application_id, stored.leaf_key, 0 as version`.execute(db)
  return deleted
}

export async function markReturned(
  db: Tx,
  applicationId: number,
  { reason, days }: { reason: string | null; days: number },
): Promise<string> {
  const { rows } = await sql<{ lateUntil: string }>`
    update assess_application set status = ${ApplicationStatus.code.returned}, return_reason = ${reason},
      first_reviewer_id = null, late_until = (now() at time zone 'Asia/Shanghai')::date + ${days}::int
    where id = ${applicationId} returning late_until`.execute(db)
  return rows[0]?.lateUntil ?? ''
}

export async function markPassed(
  db: Tx,
  applicationId: number,
  firstReviewerId: number | null,
): Promise<void> {
  const { passed, firstPassed } = ApplicationStatus.code
  await db
    .updateTable('assessApplication')
    .set({ status: firstReviewerId === null ? passed : firstPassed, firstReviewerId })
    .where('id', '=', applicationId)
    .execute()
}

export async function markLate(db: Tx, applicationId: number, days: number): Promise<string> {
  const { rows } = await sql<{ lateUntil: string }>`
    update assess_application set late_until = (now() at time zone 'Asia/Shanghai')::date + ${days}::int
    where id = ${applicationId} returning late_until`.execute(db)
  return rows[0]?.lateUntil ?? ''
}

/** False where somebody else has answered it. */
export async function saveAppealAnswer(
  db: Tx,
  applicationId: number,
  { accepted, answer, userName }: { accepted: boolean; answer: string; userName: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update assess_appeal set status = ${AppealStatus.code[accepted ? 'accepted' : 'declined']}, answer = ${answer},
      answered_by = ${userName}, answered_at = now()
    where application_id = ${applicationId} and status = ${open}`.execute(db)
  return numAffectedRows === 1n
}

/** What the answer to an objection corrects stands last, and is not corrected again. */
export async function insertCorrectedScores(
  db: Tx,
  applicationId: number,
  scores: readonly { leafKey: string; score: number }[],
  { userId, userName, reason }: Reviewer & { reason: string },
): Promise<void> {
  await sql`
    insert into assess_score (application_id, leaf_key, round, score, reason, reviewer_id, reviewer_name)
    select ${applicationId}, "leafKey", 3, score, ${reason}, ${userId}, ${userName}
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as given("leafKey" text, score double precision)`.execute(
    db,
  )
}
