// Plans of assessment as they are read.
import type { z } from 'zod'
import { planFaults } from '#contract/assessment/plan-faults.ts'
import type {
  AssessCandidates,
  AssessPlan,
  AssessPlanKey,
  AssessPlanQuery,
  AssessPlanRow,
  AssessProposal,
  AssessUnitQuery,
} from '#contract/assessment/plan-schemas.ts'
import { AssessPlanStatus } from '#contract/assessment/statuses.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx } from '../../core/context.ts'
import { assessViewer } from '../access.ts'
import { selectAssessEvents } from '../event-queries.ts'
import { assessEvent } from '../event-words.ts'
import { type AssessBody, objectsOf, requireBody } from './body.ts'
import { type SeenAssessPlan, selectAssessPlan, selectAssessPlans, selectUnits } from './plan-queries.ts'
import { selectEarlierPlans, selectScreeningPlans } from './proposal-queries.ts'
import { selectBodiesOfArea, selectCandidates } from './unit-queries.ts'

export async function listAssessPlans(ctx: UserCtx, query: AssessPlanQuery): Promise<Page<AssessPlanRow>> {
  const page = await selectAssessPlans(ctx.db, assessViewer(ctx), query)
  return {
    ...page,
    list: page.list.map(({ id, ownerOrgId, resultsAt, ...row }) => ({
      ...row,
      planId: id,
      resultsAt: resultsAt?.toISOString() ?? null,
      own: ownerOrgId === ctx.caller.orgId,
    })),
  }
}

/** One that is not there and one outside the range answer alike. */
export async function requireAssessPlan(ctx: UserCtx, planId: number): Promise<SeenAssessPlan> {
  const plan = await selectAssessPlan(ctx.db, assessViewer(ctx), planId)
  if (!plan) throw new BizError(650)
  return plan
}

export async function findAssessPlan(
  ctx: UserCtx,
  { planId }: z.output<typeof AssessPlanKey>,
): Promise<AssessPlan> {
  const plan = await requireAssessPlan(ctx, planId)
  const units = await selectUnits(ctx.db, planId)
  const events = await selectAssessEvents(ctx.db, { planId })
  const {
    id,
    draftOrgIds,
    clientKey,
    createdBy,
    createdAt,
    remindedAt,
    provinceId,
    cityId,
    regionId,
    ...seen
  } = plan
  return {
    ...seen,
    planId: id,
    publishedAt: plan.publishedAt?.toISOString() ?? null,
    closedAt: plan.closedAt?.toISOString() ?? null,
    measuredAt: plan.measuredAt?.toISOString() ?? null,
    resultsAt: plan.resultsAt?.toISOString() ?? null,
    units,
    own: plan.ownerOrgId === ctx.caller.orgId,
    faults: plan.status === AssessPlanStatus.code.draft ? planFaults(plan, units.length) : [],
    events: events.map(assessEvent),
  }
}

export async function proposeAssessPlan(ctx: UserCtx): Promise<AssessProposal> {
  const body = requireBody(ctx)
  return {
    objects: objectsOf(body),
    earlier: await selectEarlierPlans(ctx.db, body.orgId),
    screeningPlans: await selectScreeningPlans(ctx),
    coOrgs: await selectBodiesOfArea(ctx.db, body),
  }
}

export async function listAssessCandidates(
  ctx: UserCtx,
  { object }: z.output<typeof AssessUnitQuery>,
): Promise<z.output<typeof AssessCandidates>> {
  return findCandidates(ctx, requireBody(ctx), object)
}

/** None of a kind that the body cannot assess. */
export async function findCandidates(
  ctx: UserCtx,
  body: AssessBody,
  object: z.output<typeof AssessUnitQuery>['object'],
) {
  return objectsOf(body).includes(object) ? selectCandidates(ctx.db, object, body) : []
}
