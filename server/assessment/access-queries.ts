import { type RawBuilder, sql } from 'kysely'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { codeLiterals } from '../core/db/code-literals.ts'
import { withinScope } from '../core/db/scope.ts'
import type { Scope } from '../core/scope.ts'

const { draft } = codeLiterals(AssessPlanStatus)

/** Who looks at plans and applications. */
export type AssessViewer = {
  scope: Scope
  userId: number
  orgId: number
  /** Holds the permission of those who look after plans. */
  overPlans: boolean
  /** Holds the permission of those who review. */
  reviews: boolean
  /** Holds the permission of those who apply for their own organisation. */
  applies: boolean
}

/** Plans (as `p`) of bodies in range, the drafts of the own one alone. */
export function withinAssessPlans({ scope, orgId }: AssessViewer): RawBuilder<boolean> {
  const inRange = withinScope(scope, {
    province: 'p.provinceId',
    city: 'p.cityId',
    region: 'p.regionId',
    org: 'p.ownerOrgId',
  })
  return sql<boolean>`(${inRange} and (p.status <> ${draft} or p.owner_org_id = ${orgId}))`
}

/** Plans (as `p`) that the viewer's body reviews, over their whole area. */
export const reviewedBy = (viewer: AssessViewer): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${viewer.reviews}::boolean and ${withinAssessPlans(viewer)}
    and ${viewer.orgId} in (p.owner_org_id, p.co_org_id), false)`

/** Applications (as `a`, of the plan `p`) of the own organisation, and those of plans that the viewer looks after. */
export function withinApplications(viewer: AssessViewer): RawBuilder<boolean> {
  const own = sql`(${viewer.applies}::boolean and a.org_id = ${viewer.orgId})`
  const over = sql`(${viewer.overPlans}::boolean and ${withinAssessPlans(viewer)})`
  return sql<boolean>`(${own} or ${over} or ${reviewedBy(viewer)})`
}

/**
 * Nobody judges what is one's own: neither the unit of one's organisation nor an application one has written in, and the
 * second reviewer is another person than the first.
 */
export const mayJudge = (
  viewer: Pick<AssessViewer, 'userId' | 'orgId'>,
): RawBuilder<boolean> => sql<boolean>`(
  a.org_id <> ${viewer.orgId} and a.first_reviewer_id is distinct from ${viewer.userId}
  and not exists (select from assess_answer as own where own.application_id = a.id and own.saved_by = ${viewer.userId}))`
