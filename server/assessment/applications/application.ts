// The application of a unit as both sides read it.
import type { z } from 'zod'
import type {
  Application,
  ApplicationKey,
  ApplicationQuery,
  ApplicationRow,
} from '#contract/assessment/application-schemas.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { AppealStatus, ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { UserCtx } from '../../core/context.ts'
import { selectReadAt } from '../../eyesight/figures/figure-queries.ts'
import { assessViewer } from '../access.ts'
import { selectAssessEvents } from '../event-queries.ts'
import { assessEvent } from '../event-words.ts'
import { measureUnits } from '../measures/measures.ts'
import {
  type SeenApplication,
  selectAppeal,
  selectApplication,
  selectOwnApplications,
} from './application-queries.ts'
import {
  type LeafValues,
  presentLeaf,
  readApplications,
  reviewedTotal,
  selfTotalOf,
  valuesOf,
} from './application-values.ts'

const { draft, submitted, returned, firstPassed } = ApplicationStatus.code
const { published } = AssessPlanStatus.code

export async function listOwnApplications(
  ctx: UserCtx,
  query: z.output<typeof ApplicationQuery>,
): Promise<Page<ApplicationRow>> {
  const page = await selectOwnApplications(ctx.db, ctx.caller.orgId ?? 0, query)
  const list = page.list.map(({ id, result, indicators, answered, resultsAt, place, grade, ...row }) => {
    const toFill = leavesOf(indicators).filter(({ computed }) => computed === null)
    const done = new Set(answered)
    const known = resultsAt !== null
    return {
      ...row,
      applicationId: id,
      toFill: toFill.length,
      filled: toFill.filter(({ key }) => done.has(key)).length,
      total: known ? result : null,
      place: known ? place : null,
      grade: known ? grade : null,
    }
  })
  return { ...page, list }
}

/** One that is not there and one that is not to be seen answer alike. */
export async function requireApplication(ctx: UserCtx, applicationId: number): Promise<SeenApplication> {
  const found = await selectApplication(ctx.db, assessViewer(ctx), applicationId)
  if (!found) throw new BizError(650)
  return found
}

/** What a unit is still writing for the first time is its own. */
export const isUnread = (ctx: UserCtx, seen: Pick<SeenApplication, 'orgId' | 'submissions'>): boolean =>
  seen.submissions === 0 && !isOwn(ctx, seen)

export const isOwn = ({ caller }: UserCtx, { orgId }: Pick<SeenApplication, 'orgId'>): boolean =>
  caller.orgId === orgId && caller.permissions.has('assessmentApplications')

/** Of a plan that is still open the figures of this moment (目前), else those that count. */
export async function readValues(ctx: UserCtx, seen: SeenApplication) {
  const { id, planStatus, measuredAt } = seen
  const stored = (await readApplications(ctx.db, [id])).get(id) ?? new Map<string, LeafValues>()
  if (planStatus !== published)
    return { values: stored, measuredAt: measuredAt?.toISOString() ?? null, final: measuredAt !== null }
  const plan = { ...seen, id: seen.planId }
  const live = (await measureUnits(ctx.db, plan, { applicationId: id, whole: false })).get(id) ?? []
  for (const { leafKey, measured, score } of live)
    stored.set(leafKey, { ...valuesOf(stored, leafKey), measured, computedScore: score, measuredAt: null })
  return { values: stored, measuredAt: await selectReadAt(ctx.db), final: false }
}

export async function findApplication(
  ctx: UserCtx,
  { applicationId }: z.output<typeof ApplicationKey>,
): Promise<Application> {
  const seen = await requireApplication(ctx, applicationId)
  const own = isOwn(ctx, seen)
  const { values, measuredAt, final } = await readValues(ctx, seen)
  if (isUnread(ctx, seen))
    for (const [key, row] of values) values.set(key, { ...row, answer: undefined, files: [] })
  const showsReviews = !own || seen.resultsAt !== null
  const appeal = await selectAppeal(ctx.db, applicationId)
  const events = await selectAssessEvents(ctx.db, { applicationId })
  const knowsResult = seen.resultsAt !== null
  return {
    ...namesOf(seen),
    indicators: seen.indicators,
    bonusLimit: seen.bonusLimit,
    grades: seen.grades,
    leaves: leavesOf(seen.indicators).map(({ key }) => presentLeaf(key, valuesOf(values, key), showsReviews)),
    measuredAt,
    measuredFinal: final,
    selfTotal: selfTotalOf(seen, values),
    total: knowsResult ? seen.total : own ? null : (reviewedTotal(seen, values)?.total ?? null),
    place: knowsResult ? seen.place : null,
    placeOf: knowsResult ? seen.placed : null,
    grade: knowsResult ? seen.grade : null,
    lastTotal: seen.lastTotal,
    resultsAt: seen.resultsAt?.toISOString() ?? null,
    appealsUntil: seen.appealsUntil,
    appeal: appeal
      ? {
          status: appeal.status,
          text: appeal.text,
          byName: appeal.byName,
          at: appeal.createdAt.toISOString(),
          answer: appeal.answer,
          answeredBy: appeal.answeredBy,
          answeredAt: appeal.answeredAt?.toISOString() ?? null,
        }
      : null,
    may: mayDo(seen, own, appeal?.status),
    approvalId: seen.reviews && seen.judges ? seen.approvalId : null,
    events: events.map(assessEvent),
  }
}

function namesOf(seen: SeenApplication) {
  const { id, submittedAt, planStatus, status, submissions, returnReason, missed, submitUntil } = seen
  const { planId, planName, year, object, ownerName, coOrgName, orgId, orgName, startsOn, endsOn } = seen
  return {
    applicationId: id,
    ...{ planId, planName, year, object, ownerName, coOrgName, orgId, orgName, startsOn, endsOn },
    ...{ planStatus, status, submissions, returnReason, missed, submitUntil },
    submittedAt: submittedAt?.toISOString() ?? null,
  }
}

/** The round that waits for the caller's judgement. */
export const roundOf = ({
  status,
  reviews,
  judges,
}: Pick<SeenApplication, 'status' | 'reviews' | 'judges'>): 1 | 2 | null => {
  if (!reviews || !judges) return null
  if (status === submitted) return 1
  return status === firstPassed ? 2 : null
}

function mayDo(seen: SeenApplication, own: boolean, appeal: number | undefined): Application['may'] {
  const { status, resultsAt, submitUntil, startsOn, today, appealsUntil, place, missed, reviews, judges } =
    seen
  const editable = own && resultsAt === null && (status === draft || status === returned)
  return {
    edit: editable,
    submit: editable && submitUntil !== null && startsOn <= today,
    appeal: own && place !== null && appeal === undefined && appealsUntil !== null && today <= appealsUntil,
    review: roundOf(seen),
    answerAppeal: reviews && judges && appeal === AppealStatus.code.open,
    grantLate: reviews && judges && missed && resultsAt === null,
    seeRanking: own && resultsAt !== null && seen.rankingForUnits,
  }
}
