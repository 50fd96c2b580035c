// What a decision of the list of approvals does to an application: handed back, passed by the first, or passed.
import type { ApprovalDetail } from '#contract/approvals/schemas.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { ApplicationStatus, ReviewRound } from '#contract/assessment/statuses.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { ApprovalEffects } from '../../approvals/approval.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { selectToday } from '../../core/db/today.ts'
import { askForReview } from '../applications/answers.ts'
import { readValues, requireApplication } from '../applications/application.ts'
import { lockApplication, type SeenApplication } from '../applications/application-queries.ts'
import {
  type ApplicationValues,
  reviewedTotal,
  scoredOf,
  selfTotalOf,
  valuesOf,
} from '../applications/application-values.ts'
import { insertAssessEvents } from '../event-queries.ts'
import { byWhom } from '../plans/plan-changes.ts'
import { shareAssessPlan } from '../plans/plan-queries.ts'
import { tell } from './review.ts'
import { markPassed, markReturned } from './review-queries.ts'

/** Handed back after the closing, a unit has these days to hand in again. */
const DAYS_TO_RETURN = 7

async function lockDecided(ctx: UserTxCtx, applicationId: number): Promise<SeenApplication> {
  const { planId } = await requireApplication(ctx, applicationId)
  await shareAssessPlan(ctx.db, planId)
  await lockApplication(ctx.db, applicationId)
  return requireApplication(ctx, applicationId)
}

/** Why it cannot pass yet; null where it can. */
function obstacleOf(seen: SeenApplication, values: ApplicationValues): string | null {
  const missing = leavesOf(seen.indicators).filter(
    ({ key, computed }) => computed === null && valuesOf(values, key).scores.length === 0,
  )
  if (missing.length > 0) return `还有${missing.length}项未评分，如“${missing[0]?.name}”`
  if (seen.measuredAt === null) return '计划截止、读取系统指标后才能通过'
  return reviewedTotal(seen, values) === null ? '没有可以计入总分的指标' : null
}

export const assessmentEffects: ApprovalEffects['assessment'] = {
  async onPassed(ctx, approval) {
    const seen = await lockDecided(ctx, approval.applicationId)
    const obstacle = obstacleOf(seen, (await readValues(ctx, seen)).values)
    if (obstacle) throw new BizError(700, `${seen.orgName}：${obstacle}`)
    const isFirst = seen.status === ApplicationStatus.code.submitted && seen.twoReviewers
    await markPassed(ctx.db, seen.id, isFirst ? ctx.caller.userId : null)
    const round = seen.status === ApplicationStatus.code.firstPassed ? 2 : 1
    await record(ctx, seen, 'passed', { round, reason: approval.decideReason ?? undefined })
    if (isFirst) await askForReview(ctx, seen)
  },
  async onRejected(ctx, approval) {
    const seen = await lockDecided(ctx, approval.applicationId)
    const until = await markReturned(ctx.db, seen.id, { reason: approval.decideReason, days: DAYS_TO_RETURN })
    const today = await selectToday(ctx.db)
    const last = seen.endsOn >= today && seen.endsOn > until ? seen.endsOn : until
    await record(ctx, seen, 'returned', { reason: approval.decideReason ?? undefined, until: last })
    await tell(
      ctx,
      seen,
      '考核申报被退回',
      `“${seen.planName}”的申报被退回，请在${last}前修改后重新提交。原因：${approval.decideReason ?? ''}`,
    )
  },
}

async function record(ctx: UserTxCtx, { id, planId }: SeenApplication, kind: string, detail: object) {
  await insertAssessEvents(ctx.db, { planId, applicationIds: [id], kind, detail, ...byWhom(ctx) })
}

/** What the list of approvals shows of it. */
export async function findAssessmentPart(
  ctx: UserCtx,
  applicationId: number,
  status: number,
): Promise<ApprovalDetail['assessment']> {
  const seen = await requireApplication(ctx, applicationId)
  const { values } = await readValues(ctx, seen)
  const waits = status === ApprovalStatus.code.pending
  return {
    applicationId,
    orgName: seen.orgName,
    planName: seen.planName,
    roundName: ReviewRound.label(seen.status === ApplicationStatus.code.firstPassed ? 2 : 1),
    selfTotal: selfTotalOf(seen, values),
    ...scoredOf(seen, values),
    obstacle: waits ? obstacleOf(seen, values) : null,
  }
}
