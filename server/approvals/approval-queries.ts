import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ApprovalKind, ApprovalPageQuery } from '#contract/approvals/schemas.ts'
import { ApprovalStatus, OrgType, type Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import type { Db } from '../core/db/connect.ts'
import { KNOWN_NAME, knownCode, knownText } from '../core/db/known-student.ts'
import { nameFound } from '../core/db/name-search.ts'
import { paged, pageOf, totalCount } from '../core/db/paging.ts'
import { type ScopeColumns, withinScope } from '../core/db/scope.ts'
import { likePattern } from '../core/db/text.ts'
import type { Scope } from '../core/scope.ts'

const { pending } = codeLiterals(ApprovalStatus)
const { school } = codeLiterals(OrgType)

/** Who looks: the range, and the kinds whose permission is held. */
export type ApprovalViewer = {
  scope: Scope
  userId: number
  orgId: number | null
  kinds: readonly ApprovalKind[]
}

const NEVER = sql<SqlBool>`false`
const placeOf = (alias: string): ScopeColumns => ({
  province: `${alias}.provinceId`,
  city: `${alias}.cityId`,
  region: `${alias}.regionId`,
  org: `${alias}.id`,
})

/** The whole area that an application is about; the range of a single organisation never holds one. */
const coversArea = (scope: Scope) => (scope.kind === 'org' ? NEVER : withinScope(scope, placeOf('a')))

/** A transfer is seen from both its sides: by the schools and by the bodies above one of them. */
function seesSide(scope: Scope): RawBuilder<SqlBool> {
  // Class teachers and grade heads do not speak for their school.
  if (scope.kind === 'org' && scope.only) return NEVER
  return sql<SqlBool>`(${withinScope(scope, placeOf('f'))} or ${withinScope(scope, placeOf('t'))})`
}

function visibleTo({ scope, kinds, orgId }: ApprovalViewer): RawBuilder<SqlBool> {
  const seen = {
    org: coversArea(scope),
    transfer: seesSide(scope),
    correction: coversArea(scope),
    assessment: sql`(${coversArea(scope)} and ${orgId ?? 0} in (ap.owner_org_id, ap.co_org_id))`,
  } satisfies Record<ApprovalKind, unknown>
  const each = kinds.map((kind) => sql<SqlBool>`(a.kind = ${kind} and ${seen[kind]})`)
  return each.length ? sql<SqlBool>`(${sql.join(each, sql` or `)})` : NEVER
}

/**
 * The one rule of who decides: the range holds the whole area, and neither one's own application nor one
 * of one's own school or, of a record, of one's own organisation is decided by oneself; of an assessment nobody decides
 * who has written in it or has reviewed it before.
 */
function decidableBy({ scope, userId, orgId }: ApprovalViewer): RawBuilder<boolean> {
  return sql<boolean>`coalesce(a.status = ${pending} and ${coversArea(scope)}
    and a.applicant_user_id is distinct from ${userId}
    and not (a.kind = 'transfer' and ao.org_type = ${school} and ao.id = ${orgId ?? 0})
    and not (a.kind = 'correction' and ao.id = ${orgId ?? 0})
    and (a.kind <> 'assessment' or (aa.org_id <> ${orgId ?? 0} and aa.first_reviewer_id is distinct from ${userId}
      and not exists (select from assess_answer as own where own.application_id = aa.id and own.saved_by = ${userId}))),
    false)`
}

/** As the school of then knew the child: what another one has entered since is not said. */
export const STUDENT_NAME = sql<string | null>`coalesce(sf.name, s.name)`
export const CORRECTED_NAME = sql<string | null>`coalesce(rf.name, rs.name)`

/** Applications with everything they can be about: an organisation, a transfer, or the correction of a record. */
export function approvalsWithSubjects(db: Db) {
  return db
    .selectFrom('approval as a')
    .leftJoin('org as o', 'o.id', 'a.orgId')
    .leftJoin('org as t', 't.id', 'a.toOrgId')
    .leftJoin('student as s', 's.id', 'a.studentId')
    .leftJoin('leftStudent as sf', (join) =>
      join.onRef('sf.studentId', '=', 's.id').onRef('sf.orgId', '=', 'a.fromOrgId'),
    )
    .leftJoin('recordCorrection as rc', 'rc.id', 'a.correctionId')
    .leftJoin('screeningRecord as r', 'r.id', 'rc.recordId')
    .leftJoin('student as rs', 'rs.id', 'r.studentId')
    .leftJoin('plan as rp', 'rp.id', 'r.planId')
    .leftJoin('task as rt', 'rt.id', 'r.taskId')
    .leftJoin('org as ro', 'ro.id', 'rt.schoolOrgId')
    .leftJoin('leftStudent as rf', (join) =>
      join.onRef('rf.studentId', '=', 'rs.id').onRef('rf.orgId', '=', 'rt.schoolOrgId'),
    )
    .leftJoin('assessApplication as aa', 'aa.id', 'a.applicationId')
    .leftJoin('assessPlan as ap', 'ap.id', 'aa.planId')
    .leftJoin('org as assessed', 'assessed.id', 'aa.orgId')
}

function approvalsFor(db: Db, viewer: ApprovalViewer) {
  return approvalsWithSubjects(db)
    .leftJoin('org as f', 'f.id', 'a.fromOrgId')
    .leftJoin('appUser as au', 'au.id', 'a.applicantUserId')
    .leftJoin('org as ao', 'ao.id', 'a.applicantOrgId')
    .leftJoin('appUser as du', 'du.id', 'a.decidedBy')
    .where(visibleTo(viewer))
}

function withColumns(query: ReturnType<typeof approvalsFor>, viewer: ApprovalViewer) {
  return query
    .selectAll('a')
    .select([
      'o.name as orgName',
      'o.orgType',
      'f.name as fromOrgName',
      't.name as toOrgName',
      'ro.name as correctedSchool',
      'rp.name as correctedPlan',
      'assessed.name as assessedOrg',
      'ap.name as assessPlan',
      'au.realName as applicantName',
      'ao.name as applicantOrgName',
      'du.realName as decidedByName',
    ])
    .select([STUDENT_NAME.as('studentName'), CORRECTED_NAME.as('correctedName')])
    .select(decidableBy(viewer).as('decidable'))
    .select(sql<boolean>`coalesce(${withinScope(viewer.scope, placeOf('f'))}, false)`.as('fromInScope'))
}
export type SeenApproval = Awaited<ReturnType<typeof selectApprovalsById>>[number]

export async function selectApprovals(db: Db, viewer: ApprovalViewer, query: ApprovalPageQuery) {
  let matching = approvalsFor(db, viewer)
  if (query.kind) matching = matching.where('a.kind', '=', query.kind)
  if (query.status !== undefined) matching = matching.where('a.status', '=', query.status)
  if (query.keyword) {
    const pattern = likePattern(query.keyword)
    // Never the school a student comes from: the receiving one could find out by asking.
    const orgs = ['o.name', 't.name', 'ro.name', 'assessed.name'] as const
    const { keyword } = query
    const children = [STUDENT_NAME, CORRECTED_NAME].map((name) => nameFound(viewer.scope, name, keyword))
    matching = matching.where((eb) => eb.or([...orgs.map((name) => eb(name, 'like', pattern)), ...children]))
  }
  const counting = matching.select(totalCount.as('total'))
  const rows = withColumns(matching, viewer)
    .select(counting.as('total'))
    .orderBy(sql`a.status = ${pending}`, 'desc')
    .orderBy('a.id', 'desc')
  const list = await paged(rows, query).execute()
  return pageOf(query, list, () => counting.executeTakeFirstOrThrow())
}

export function selectApprovalsById(db: Db, viewer: ApprovalViewer, ids: number[]) {
  return withColumns(approvalsFor(db, viewer), viewer)
    .where('a.id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('a.id')
    .execute()
}

/** How many the viewer can decide, by kind; kinds without any are left out. */
export function countDecidable(db: Db, viewer: ApprovalViewer) {
  return approvalsFor(db, viewer)
    .where('a.status', '=', ApprovalStatus.code.pending)
    .where(decidableBy(viewer))
    .select(['a.kind', totalCount.as('total')])
    .groupBy('a.kind')
    .execute()
}

/** Refused applications of an organisation, the latest first; of those before `beforeId` where it is given. */
export function selectRefusals(db: Db, orgId: number, beforeId?: number) {
  let refused = db
    .selectFrom('approval as a')
    .leftJoin('appUser as du', 'du.id', 'a.decidedBy')
    .where('a.kind', '=', 'org')
    .where('a.orgId', '=', orgId)
    .where('a.status', '=', ApprovalStatus.code.rejected)
  if (beforeId !== undefined) refused = refused.where('a.id', '<', beforeId)
  return refused
    .select(['du.realName as decidedByName', 'a.decidedAt', 'a.decideReason'])
    .orderBy('a.id', 'desc')
    .limit(20)
    .execute()
}
export type RefusedApplication = Awaited<ReturnType<typeof selectRefusals>>[number]

/** Who the student is, and whether the viewer sees them outside of the application too. */
export function selectApplicantStudent(db: Db, scope: Scope, of: { studentId: number; fromOrgId: number }) {
  return db
    .selectFrom('student')
    .innerJoin('org as so', 'so.id', 'student.orgId')
    .leftJoin('leftStudent as former', (join) =>
      join.onRef('former.studentId', '=', 'student.id').on('former.orgId', '=', of.fromOrgId),
    )
    .select(['student.id', KNOWN_NAME.as('name'), knownCode<CodeOf<typeof Sex>>('sex').as('sex')])
    .select([knownText('idCardMask').as('idCardMask'), knownText('passportMask').as('passportMask')])
    .select(sql<boolean>`coalesce(${withinScope(scope, placeOf('so'))}, false)`.as('inScope'))
    .where('student.id', '=', of.studentId)
    .executeTakeFirst()
}

function classPlaces(db: Db) {
  return db
    .selectFrom('class as c')
    .innerJoin('school', 'school.orgId', 'c.orgId')
    .select(['c.name as className', 'school.schoolSystem'])
}

export function selectReceivingClass(db: Db, classId: number) {
  return classPlaces(db)
    .innerJoin('grade as g', 'g.id', 'c.gradeId')
    .select(['g.stage', 'g.gradeNo'])
    .where('c.id', '=', classId)
    .executeTakeFirst()
}
export type ReceivingClass = NonNullable<Awaited<ReturnType<typeof selectReceivingClass>>>

type Origin = { studentId: number; fromOrgId: number; decidedAt: Date | null }

/** The class the student was in when the application was decided, or is in now. */
export function selectClassLeft(db: Db, { studentId, fromOrgId, decidedAt }: Origin) {
  return classPlaces(db)
    .innerJoin('enrolment as e', 'e.classId', 'c.id')
    .innerJoin('grade as g', (join) => join.on('g.id', '=', sql`coalesce(e.grade_id, c.grade_id)`))
    .select(['g.stage', 'g.gradeNo'])
    .where('e.studentId', '=', studentId)
    .where('e.orgId', '=', fromOrgId)
    .where(
      'e.fromOn',
      '<=',
      sql<string>`(coalesce(${decidedAt}::timestamptz, now()) at time zone 'Asia/Shanghai')::date`,
    )
    .orderBy('e.fromOn', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
