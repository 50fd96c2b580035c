import { sql } from 'kysely'
import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import type { Tx } from '../core/db/connect.ts'
import { TODAY } from '../core/db/today.ts'
import { approvalsWithSubjects, CORRECTED_NAME, type SeenApproval, STUDENT_NAME } from './approval-queries.ts'

const { pending, passed, rejected } = ApprovalStatus.code

const present = (ids: (number | null)[]) => ids.filter((id) => id !== null)

/**
 * Everything a decision touches, locked in the order that all others use too: organisations, screening plans, rosters
 * (shared: concurrent with work on single students, never with a promotion), screening tasks, records, students,
 * what units hand in for an assessment, and last the applications, with those that fall when a student goes elsewhere. Rows of a kind go by id. So two decisions
 * at once wait for each other instead of deadlocking.
 */
export async function lockForDecision(db: Tx, approvals: SeenApproval[]) {
  const orgIds = present(approvals.map(({ orgId }) => orgId))
  const schoolIds = present(approvals.flatMap(({ fromOrgId, toOrgId }) => [fromOrgId, toOrgId]))
  const studentIds = present(approvals.map(({ studentId }) => studentId))
  const corrected = sql`select r.id, r.plan_id, r.task_id, r.student_id from record_correction c
    join screening_record r on r.id = c.record_id
    where c.id = any (${present(approvals.map(({ correctionId }) => correctionId))}::bigint[])`
  const ids = approvals.map(({ id }) => id)
  await sql`select id from org where id = any (${orgIds}::bigint[]) order by id for no key update`.execute(db)
  await sql`select id from plan where id in (select plan_id from (${corrected}) as r) order by id for share`.execute(
    db,
  )
  await sql`select org_id from school where org_id = any (${schoolIds}::bigint[]) order by org_id for share`.execute(
    db,
  )
  await sql`select id from task where id in (select task_id from (${corrected}) as r) order by id for share`.execute(
    db,
  )
  await sql`select id from screening_record where id in (select id from (${corrected}) as r)
    order by id for no key update`.execute(db)
  await sql`select id from student where id in (
      select unnest(${studentIds}::bigint[]) union all select student_id from (${corrected}) as r)
    order by id for update`.execute(db)
  await lockAssessed(db, present(approvals.map(({ applicationId }) => applicationId)))
  await sql`select id from approval
    where id = any (${ids}::bigint[]) or (student_id = any (${studentIds}::bigint[]) and status = ${pending})
    order by id for update`.execute(db)
  // The heads of the schools change last, in the order in which every other change of a roster takes them.
  await sql`select 1 from school_stage where org_id = any (${schoolIds}::bigint[])
    order by org_id, stage for no key update`.execute(db)
}

async function lockAssessed(db: Tx, applicationIds: number[]) {
  await sql`select id from assess_plan
    where id in (select plan_id from assess_application where id = any (${applicationIds}::bigint[]))
    order by id for share`.execute(db)
  await sql`select id from assess_application where id = any (${applicationIds}::bigint[]) order by id for update`.execute(
    db,
  )
}

type Decision = { passed: boolean; userId: number; reason: string | null }

export async function updateDecided(db: Tx, ids: number[], decision: Decision) {
  return db
    .updateTable('approval')
    .set({
      status: decision.passed ? passed : rejected,
      decidedBy: decision.userId,
      decidedAt: sql<Date>`now()`,
      decideReason: decision.reason,
    })
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('status', '=', pending)
    .returningAll()
    .execute()
}

/** What else was applied for the student; a child goes to one school. */
export async function selectPendingTransfers(db: Tx, studentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('approval')
    .select('id')
    .where('studentId', '=', studentId)
    .where('status', '=', pending)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What messages call an application. */
export async function selectNames(db: Tx, ids: number[]) {
  const rows = await approvalsWithSubjects(db)
    .select(['a.id', 'a.kind', 'o.name as orgName', 'o.orgType'])
    .select([STUDENT_NAME.as('studentName'), 't.name as toOrgName', CORRECTED_NAME.as('correctedName')])
    .select(['ro.name as correctedSchool', 'rp.name as correctedPlan'])
    .select(['assessed.name as assessedOrg', 'ap.name as assessPlan'])
    .select(['r.taskId', 'r.classId'])
    .where('a.id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** From today on for three years, unless a day was set before. What its type adds gets its row. */
export async function admitOrg(db: Tx, orgId: number) {
  const { orgType } = await db
    .updateTable('org')
    .set({
      status: passed,
      expiresOn: sql<string>`coalesce(expires_on, (${TODAY} + interval '3 years')::date)`,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', orgId)
    .returning('orgType')
    .executeTakeFirstOrThrow()
  if (orgType === OrgType.code.government) return
  const profile = orgType === OrgType.code.school ? 'school' : 'hospital'
  await db
    .insertInto(profile)
    .values({ orgId })
    .onConflict((conflict) => conflict.column('orgId').doNothing())
    .execute()
}

export async function refuseOrg(db: Tx, orgId: number) {
  await db
    .updateTable('org')
    .set({ status: rejected, updatedAt: sql<Date>`now()` })
    .where('id', '=', orgId)
    .execute()
}
