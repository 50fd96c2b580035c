import { sql } from 'kysely'
import type { EvidenceType } from '#contract/assessment/application-schemas.ts'
import type { Measured } from '#contract/assessment/metrics.ts'
import { ApplicationStatus, AssessPlanStatus, type ReviewRound } from '#contract/assessment/statuses.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { paged, pageOf, totalCount } from '../../core/db/paging.ts'
import { TODAY } from '../../core/db/today.ts'
import { type AssessViewer, mayJudge, reviewedBy, withinApplications } from '../access-queries.ts'

const status = codeLiterals(ApplicationStatus)
const plan = codeLiterals(AssessPlanStatus)
const { pending } = codeLiterals(ApprovalStatus)

/** The last day on which an application (as `a`, of the plan `p`) can be handed in; null where there is none (any more). */
export const SUBMIT_UNTIL = sql<
  string | null
>`(case when a.status not in (${status.draft}, ${status.returned}) then null
  else (select max(day) from (values (case when p.status = ${plan.published} then p.ends_on end), (a.late_until)) as last (day)
    where day >= ${TODAY}) end)`
/** Over without it. */
export const MISSED = sql<boolean>`(a.status in (${status.draft}, ${status.returned}) and ${SUBMIT_UNTIL} is null
  and (p.status = ${plan.closed} or p.ends_on < ${TODAY}))`

/** The open application for a decision (as `waiting`). */
const WAITING = sql<number | null>`(select waiting.id from approval as waiting
  where waiting.application_id = a.id and waiting.status = ${pending} and waiting.kind = 'assessment')`

const applicationsFor = (db: Db, viewer: AssessViewer) =>
  db
    .selectFrom('assessApplication as a')
    .innerJoin('assessPlan as p', 'p.id', 'a.planId')
    .innerJoin('org as unit', 'unit.id', 'a.orgId')
    .innerJoin('org as owner', 'owner.id', 'p.ownerOrgId')
    .where(withinApplications(viewer))

export function selectApplication(db: Db, viewer: AssessViewer, applicationId: number) {
  return applicationsFor(db, viewer)
    .leftJoin('org as co', 'co.id', 'p.coOrgId')
    .leftJoin('assessApplication as last', (join) =>
      join.onRef('last.planId', '=', 'p.lastPlanId').onRef('last.orgId', '=', 'a.orgId'),
    )
    .selectAll('a')
    .select(['p.name as planName', 'p.year', 'p.object', 'p.status as planStatus', 'p.startsOn', 'p.endsOn'])
    .select(['p.indicators', 'p.grades', 'p.bonusLimit', 'p.screeningPlanId', 'p.measuredAt', 'p.resultsAt'])
    .select([
      'p.appealsUntil',
      'p.twoReviewers',
      'p.rankingForUnits',
      'p.ownerOrgId',
      'p.coOrgId',
      'p.lastPlanId',
    ])
    .select([
      'unit.name as orgName',
      'owner.name as ownerName',
      'co.name as coOrgName',
      'last.total as lastTotal',
    ])
    .select([SUBMIT_UNTIL.as('submitUntil'), MISSED.as('missed'), WAITING.as('approvalId')])
    .select([reviewedBy(viewer).as('reviews'), mayJudge(viewer).as('judges'), TODAY.as('today')])
    .select(
      sql<number>`(select count(*)::int from assess_application where plan_id = p.id and place is not null)`.as(
        'placed',
      ),
    )
    .where('a.id', '=', applicationId)
    .executeTakeFirst()
}
export type SeenApplication = NonNullable<Awaited<ReturnType<typeof selectApplication>>>

/** Of the own organisation; drafts of plans are nobody's yet. */
export async function selectOwnApplications(
  db: Db,
  orgId: number,
  query: { pageNum: number; pageSize: number; status?: CodeOf<typeof ApplicationStatus> | undefined },
) {
  let matching = db
    .selectFrom('assessApplication as a')
    .innerJoin('assessPlan as p', 'p.id', 'a.planId')
    .innerJoin('org as owner', 'owner.id', 'p.ownerOrgId')
    .where('a.orgId', '=', orgId)
  if (query.status !== undefined) matching = matching.where('a.status', '=', query.status)
  const counting = matching.select(totalCount.as('total'))
  const rows = matching
    .select(['a.id', 'a.planId', 'a.status', 'a.touched', 'a.place', 'a.grade', 'a.total as result'])
    .select([
      'p.name as planName',
      'p.year',
      'p.status as planStatus',
      'p.startsOn',
      'p.endsOn',
      'p.resultsAt',
    ])
    .select(['p.indicators', 'owner.name as ownerName'])
    .select([SUBMIT_UNTIL.as('submitUntil'), MISSED.as('missed')])
    .select(
      sql<
        string[]
      >`array(select leaf_key from assess_answer where application_id = a.id and self_score is not null)`.as(
        'answered',
      ),
    )
    .select(counting.as('total'))
    .orderBy('p.year', 'desc')
    .orderBy('a.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export type AnswerRow = {
  applicationId: number
  leafKey: string
  version: number
  selfScore: number | null
  text: string
  savedByName: string
  savedAt: Date
}
export const selectAnswers = (db: Db, applicationIds: readonly number[]): Promise<AnswerRow[]> =>
  db
    .selectFrom('assessAnswer')
    .select(['applicationId', 'leafKey', 'version', 'selfScore', 'text', 'savedByName', 'savedAt'])
    .where('applicationId', '=', sql<number>`any (${[...applicationIds]}::bigint[])`)
    .execute()

export type FileRow = {
  applicationId: number
  leafKey: string
  fileId: string
  name: string
  type: EvidenceType
  bytes: number
  uploadedByName: string
  uploadedAt: Date
}
export async function selectFiles(db: Db, applicationIds: readonly number[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select application_id, leaf_key, file_id, name, type, bytes, uploaded_by_name, uploaded_at from assess_file
    where application_id = any (${[...applicationIds]}::bigint[]) order by uploaded_at, file_id`.execute(db)
  return rows
}

export type MeasureRow = {
  applicationId: number
  leafKey: string
  measured: Measured
  score: number | null
  measuredAt: Date
}
export const selectMeasures = (db: Db, applicationIds: readonly number[]): Promise<MeasureRow[]> =>
  db
    .selectFrom('assessMeasure')
    .select(['applicationId', 'leafKey', 'measured', 'score', 'measuredAt'])
    .where('applicationId', '=', sql<number>`any (${[...applicationIds]}::bigint[])`)
    .execute()

export type ScoreRow = {
  applicationId: number
  leafKey: string
  round: CodeOf<typeof ReviewRound>
  version: number
  score: number
  reason: string | null
  reviewerName: string
  scoredAt: Date
}
export const selectScores = (db: Db, applicationIds: readonly number[]): Promise<ScoreRow[]> =>
  db
    .selectFrom('assessScore')
    .select(['applicationId', 'leafKey', 'round', 'version', 'score', 'reason', 'reviewerName', 'scoredAt'])
    .where('applicationId', '=', sql<number>`any (${[...applicationIds]}::bigint[])`)
    .orderBy('round')
    .execute()

export const selectAppeal = (db: Db, applicationId: number) =>
  db.selectFrom('assessAppeal').selectAll().where('applicationId', '=', applicationId).executeTakeFirst()

/** Held while something of it is written, so that nobody hands it in or decides about it meanwhile. */
export async function lockApplication(db: Tx, applicationId: number): Promise<void> {
  await sql`select id from assess_application where id = ${applicationId} for update`.execute(db)
}

type NewAnswer = {
  applicationId: number
  leafKey: string
  version: number
  selfScore: number | null
  text: string
  userId: number
  userName: string
}
/** Undefined where somebody else has saved another version meanwhile. */
export async function saveAnswerRow(
  db: Tx,
  answer: NewAnswer,
): Promise<{ version: number; savedAt: Date } | undefined> {
  const { applicationId, leafKey, version, selfScore, text, userId, userName } = answer
  const { rows } = await sql<{ version: number; savedAt: Date }>`
    insert into assess_answer as stored (application_id, leaf_key, self_score, text, saved_by, saved_by_name)
    select ${applicationId}, ${leafKey}, ${selfScore}::float8, ${text}, ${userId}, ${userName}
    where ${version} = coalesce((select version from assess_answer
      where application_id = ${applicationId} and leaf_key = ${leafKey}), 0)
    on conflict (application_id, leaf_key) do update
      set self_score = excluded.self_score, text = excluded.text, saved_by = excluded.saved_by,
        saved_by_name = excluded.saved_by_name, saved_at = now(), version = stored.version + 1
      where stored.version = ${version}
    returning version, saved_at`.execute(db)
  return rows[0]
}

export async function markTouched(db: Tx, applicationId: number): Promise<void> {
  await sql`update assess_application set touched = true where id = ${applicationId} and not touched`.execute(
    db,
  )
}

export async function markSubmitted(db: Tx, applicationId: number): Promise<number> {
  const { submissions } = await db
    .updateTable('assessApplication')
    .set({
      status: ApplicationStatus.code.submitted,
      submissions: sql<number>`submissions + 1`,
      submittedAt: sql<Date>`now()`,
      touched: true,
      returnReason: null,
      lateUntil: null,
      firstReviewerId: null,
    })
    .where('id', '=', applicationId)
    .returning('submissions')
    .executeTakeFirstOrThrow()
  return submissions
}

/** What was scored of it before it was handed back is kept for the next review; the second opinion begins anew. */
export async function deleteSecondRound(db: Tx, applicationId: number): Promise<void> {
  await sql`delete from assess_score where application_id = ${applicationId} and round = 2`.execute(db)
}

export const insertFileRow = (
  db: Tx,
  file: Omit<FileRow, 'uploadedAt'> & { uploadedBy: number },
): Promise<{ uploadedAt: Date }> =>
  db.insertInto('assessFile').values(file).returning('uploadedAt').executeTakeFirstOrThrow()

export const selectFile = (db: Db, applicationId: number, fileId: string) =>
  db
    .selectFrom('assessFile')
    .select(['fileId', 'name', 'type', 'bytes', 'leafKey'])
    .where('applicationId', '=', applicationId)
    .where('fileId', '=', fileId)
    .executeTakeFirst()

export async function insertAppealRow(
  db: Tx,
  appeal: { applicationId: number; text: string; byId: number; byName: string },
): Promise<boolean> {
  const result = await db
    .insertInto('assessAppeal')
    .values(appeal)
    .onConflict((conflict) => conflict.column('applicationId').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
