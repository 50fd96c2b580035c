import { sql } from 'kysely'
import { ApplicationStatus } from '#contract/assessment/statuses.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'

export async function hasAssessments(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from assess_plan) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** A day as far from today. */
export async function selectDay(db: Tx, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${TODAY} + ${days}::int as day`.execute(db)
  return rows[0]?.day ?? ''
}

export type DemoApplication = {
  planId: number
  orgId: number
  status: CodeOf<typeof ApplicationStatus>
  returnReason: string | null
}
export async function insertDemoApplications(
  db: Tx,
  rows: readonly DemoApplication[],
): Promise<Map<number, number>> {
  const { draft } = ApplicationStatus.code
  const inserted = await db
    .insertInto('assessApplication')
    .values(
      rows.map((row) => ({
        ...row,
        touched: row.status !== draft,
        submissions: row.status === draft ? 0 : 1,
        submittedAt: row.status === draft ? null : sql<Date>`now() - interval '2 days'`,
        lateUntil: row.returnReason === null ? null : sql<string>`${TODAY} + 7`,
      })),
    )
    .returning(['id', 'orgId'])
    .execute()
  return new Map(inserted.map(({ id, orgId }) => [orgId, id]))
}

export type DemoAnswer = { applicationId: number; leafKey: string; selfScore: number; text: string }
/** By the administrator of each unit. */
export async function insertDemoAnswers(db: Tx, rows: readonly DemoAnswer[]): Promise<void> {
  await sql`
    insert into assess_answer (application_id, leaf_key, self_score, text, saved_by, saved_by_name)
    select "applicationId", "leafKey", "selfScore", given.text, writer.id, writer.real_name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("applicationId" bigint, "leafKey" text, "selfScore" double precision, text text)
      join assess_application as a on a.id = "applicationId"
      cross join lateral (select id, real_name from app_user where org_id = a.org_id order by id limit 1) as writer`.execute(
    db,
  )
  await sql`update assess_application as a set touched = true
    where exists (select from assess_answer where application_id = a.id)`.execute(db)
}

export type DemoScore = { applicationId: number; leafKey: string; score: number; reason: string | null }
export async function insertDemoScores(db: Tx, account: string, rows: readonly DemoScore[]): Promise<void> {
  await sql`
    insert into assess_score (application_id, leaf_key, round, score, reason, reviewer_id, reviewer_name)
    select "applicationId", "leafKey", 1, score, reason, reviewer.id, reviewer.real_name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given("applicationId" bigint, "leafKey" text, score double precision, reason text)
      cross join (select id, real_name from app_user where account = ${account}) as reviewer`.execute(db)
}

/** What waits for those who review, and what was decided. */
export async function insertDemoApprovals(db: Tx, planId: number, account: string): Promise<void> {
  const { submitted, returned, passed } = ApplicationStatus.code
  await sql`
    insert into approval (kind, status, province_id, city_id, region_id, application_id, applicant_user_id, applicant_org_id,
      created_at, decided_by, decided_at, decide_reason)
    select 'assessment', case a.status when ${submitted}::smallint then 0 when ${passed}::smallint then 1 else 2 end,
      p.province_id, p.city_id, p.region_id, a.id, (select min(id) from app_user where org_id = a.org_id), a.org_id,
      a.submitted_at, case when a.status <> ${submitted} then reviewer.id end,
      case when a.status <> ${submitted} then a.submitted_at + interval '1 day' end, a.return_reason
    from assess_application as a join assess_plan as p on p.id = a.plan_id
      cross join (select id from app_user where account = ${account}) as reviewer
    where a.plan_id = ${planId} and a.status in (${submitted}, ${returned}, ${passed})`.execute(db)
}

/** A plan whose year is over. */
export async function endDemoPlan(db: Tx, planId: number): Promise<void> {
  await sql`
    update assess_plan set published_at = now() - interval '60 days', closed_at = now() - interval '20 days',
      measured_at = now() - interval '20 days', results_at = now() - interval '3 days', appeals_until = ${TODAY} + 4
    where id = ${planId}`.execute(db)
}

export async function insertDemoAppeal(
  db: Tx,
  applicationId: number,
  appeal: { text: string; answer: string },
): Promise<void> {
  await sql`
    insert into assess_appeal (application_id, status, text, by_id, by_name, created_at, answer, answered_by, answered_at)
    select a.id, 2, ${appeal.text}, writer.id, writer.real_name, now() - interval '2 days', ${appeal.answer}, '省厅管理员',
      now() - interval '1 day'
    from assess_application as a
      cross join lateral (select id, real_name from app_user where org_id = a.org_id order by id limit 1) as writer
    where a.id = ${applicationId}`.execute(db)
}

/** What happened, as far as the state of each application tells it. */
export async function insertDemoEvents(db: Tx, planId: number, account: string): Promise<void> {
  const { submitted, returned, passed } = ApplicationStatus.code
  await sql`
    insert into assess_event (plan_id, application_id, at, kind, user_name, org_name, detail)
    select p.id, null::bigint, p.published_at, 'published', owner.real_name, org.name, jsonb_build_object('units',
      (select count(*) from assess_application where plan_id = p.id))
    from assess_plan as p join org on org.id = p.owner_org_id
      cross join (select real_name from app_user where account = ${account}) as owner where p.id = ${planId}
    union all
    select p.id, null, p.closed_at, 'closed', null, null, '{}' from assess_plan as p where p.id = ${planId} and p.closed_at is not null
    union all
    select p.id, null, p.measured_at, 'measured', null, null, '{}' from assess_plan as p
    where p.id = ${planId} and p.measured_at is not null
    union all
    select a.plan_id, a.id, a.submitted_at, 'submitted', writer.real_name, org.name, '{"round": 1}'
    from assess_application as a join org on org.id = a.org_id
      cross join lateral (select real_name from app_user where org_id = a.org_id order by id limit 1) as writer
    where a.plan_id = ${planId} and a.status in (${submitted}, ${returned}, ${passed})
    union all
    select a.plan_id, a.id, a.submitted_at + interval '1 day', 'returned', owner.real_name, null,
      jsonb_build_object('reason', a.return_reason, 'until', a.late_until)
    from assess_application as a cross join (select real_name from app_user where account = ${account}) as owner
    where a.plan_id = ${planId} and a.status = ${returned}
    union all
    select a.plan_id, a.id, a.submitted_at + interval '1 day', 'passed', owner.real_name, null, '{"round": 1}'
    from assess_application as a cross join (select real_name from app_user where account = ${account}) as owner
    where a.plan_id = ${planId} and a.status = ${passed}
    order by 3`.execute(db)
}

export async function publishDemoPlan(tx: Tx, planId: number, status: number): Promise<void> {
  await tx
    .updateTable('assessPlan')
    .set({ status: status as never, publishedAt: sql<Date>`now() - interval '8 days'` })
    .where('id', '=', planId)
    .execute()
}

/** With the body in whose name a plan is made. */
export const selectOwner = (tx: Tx, account: string) =>
  tx
    .selectFrom('appUser')
    .innerJoin('org', 'org.id', 'appUser.orgId')
    .select([
      'appUser.id as userId',
      'org.id as orgId',
      'org.property',
      'org.provinceId',
      'org.cityId',
      'org.regionId',
    ])
    .where('appUser.account', '=', account)
    .executeTakeFirstOrThrow()
