// What a unit enters of itself, and handing it in.
import type { z } from 'zod'
import type { SaveAnswer, SubmitApplication } from '#contract/assessment/application-schemas.ts'
import { type CountedLeaf, leavesOf, tenths } from '#contract/assessment/indicators.ts'
import { ApplicationStatus } from '#contract/assessment/statuses.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { submitApproval } from '../../approvals/approval.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'
import { insertAssessEvents } from '../event-queries.ts'
import { byWhom } from '../plans/plan-changes.ts'
import { bodiesOf, shareAssessPlan } from '../plans/plan-queries.ts'
import { isOwn, readValues, requireApplication } from './application.ts'
import {
  deleteSecondRound,
  lockApplication,
  markSubmitted,
  markTouched,
  type SeenApplication,
  saveAnswerRow,
} from './application-queries.ts'
import { type ApplicationValues, selfTotalOf, valuesOf } from './application-values.ts'

const { draft, returned } = ApplicationStatus.code

/** Of the own unit, locked and read after it: nobody hands it in or decides about it meanwhile. */
export async function lockOwnApplication(ctx: UserTxCtx, applicationId: number): Promise<SeenApplication> {
  ctx.note({ objectType: 'assessApplication', objectId: applicationId })
  const { planId } = await requireOwn(ctx, applicationId)
  await shareAssessPlan(ctx.db, planId)
  await lockApplication(ctx.db, applicationId)
  return requireOwn(ctx, applicationId)
}

async function requireOwn(ctx: UserTxCtx, applicationId: number): Promise<SeenApplication> {
  const seen = await requireApplication(ctx, applicationId)
  if (!isOwn(ctx, seen)) throw new BizError(650)
  return seen
}

/** As long as it is the unit's: also after the last day what was typed is stored, though it is not handed in any more. */
export function assertEditable(seen: SeenApplication): void {
  if (seen.resultsAt !== null) throw new Refusal('notInThisState', '结果已公布，不能再修改')
  if (seen.status !== draft && seen.status !== returned)
    throw new Refusal('notInThisState', '申报已提交，不能再修改；需要修改请联系评审单位退回')
}

/** An indicator that the unit fills in by itself. */
export function requireEvidenceLeaf({ indicators }: SeenApplication, leafKey: string): CountedLeaf {
  const leaf = leavesOf(indicators).find(({ key }) => key === leafKey)
  if (!leaf || leaf.computed) throw new BizError(650)
  return leaf
}

export async function saveAnswer(ctx: UserTxCtx, input: z.output<typeof SaveAnswer>) {
  const { applicationId, leafKey, selfScore } = input
  ctx.note({ detail: { leafKey } })
  const seen = await lockOwnApplication(ctx, applicationId)
  assertEditable(seen)
  const leaf = requireEvidenceLeaf(seen, leafKey)
  if (selfScore !== null && tenths(selfScore) > tenths(leaf.points)) {
    const message = `“${leaf.name}”最多${leaf.points}分`
    throw new BizError(700, message, [{ path: ['selfScore'], message }])
  }
  const { userId, realName } = ctx.caller
  const saved = await saveAnswerRow(ctx.db, { ...input, userId, userName: realName })
  if (!saved) throw new Refusal('changedMeanwhile', '这一项刚刚由本单位其他人员修改过，请核对后再保存')
  await markTouched(ctx.db, applicationId)
  const { values } = await readValues(ctx, seen)
  return {
    version: saved.version,
    savedAt: saved.savedAt.toISOString(),
    selfTotal: selfTotalOf(seen, values),
    over: seen.submitUntil === null,
  }
}

export async function submitApplication(
  ctx: UserTxCtx,
  { applicationId, versions }: z.output<typeof SubmitApplication>,
): Promise<null> {
  const seen = await lockOwnApplication(ctx, applicationId)
  assertEditable(seen)
  if (seen.today < seen.startsOn)
    throw new Refusal('notInThisState', `申报自${seen.startsOn}开始，届时才能提交`)
  if (seen.submitUntil === null)
    throw new Refusal(
      'notInThisState',
      '申报已截止，不能再提交。已填写的内容都已保存，需要补报请联系评审单位',
    )
  const { values } = await readValues(ctx, seen)
  assertComplete(seen, values)
  assertSeen(seen, values, versions)
  const round = await markSubmitted(ctx.db, applicationId)
  await deleteSecondRound(ctx.db, applicationId)
  await insertAssessEvents(ctx.db, {
    planId: seen.planId,
    applicationIds: [applicationId],
    kind: 'submitted',
    detail: { round },
    ...byWhom(ctx),
  })
  await askForReview(ctx, seen)
  return null
}

function assertComplete({ indicators }: SeenApplication, values: ApplicationValues): void {
  for (const { key, name, computed, filesRequired } of leavesOf(indicators)) {
    if (computed) continue
    const { answer, files } = valuesOf(values, key)
    const at = (message: string) => new BizError(700, message, [{ path: ['leaves', key], message }])
    if ((answer?.selfScore ?? null) === null) throw at(`“${name}”还没有自评分`)
    if (filesRequired && files.length === 0) throw at(`“${name}”需要上传佐证材料`)
  }
}

/** Nothing is handed in that who does it has not seen. */
function assertSeen(
  { indicators }: SeenApplication,
  values: ApplicationValues,
  versions: Readonly<Record<string, number>>,
): void {
  for (const { key, name, computed } of leavesOf(indicators)) {
    if (computed) continue
    if ((valuesOf(values, key).answer?.version ?? 0) !== (versions[key] ?? 0))
      throw new Refusal('changedMeanwhile', `“${name}”刚刚由本单位其他人员修改过，请核对后再提交`)
  }
}

/** A new decision waits for those who review. */
export async function askForReview(
  ctx: UserTxCtx,
  { id, planId, planName, orgName, orgId }: SeenApplication,
): Promise<void> {
  const plan = await shareAssessPlan(ctx.db, planId)
  if (!plan) throw new BizError(650)
  const approvalId = await submitApproval(ctx, {
    kind: 'assessment',
    applicationId: id,
    area: plan,
    applicant: { userId: ctx.caller.userId, orgId },
  })
  const message = {
    kind: 'approval.assessment',
    title: '有考核申报待评审',
    body: `${orgName}已提交“${planName}”的申报，请评审。`,
    link: `/approve/approve-list?kind=assessment&approvalId=${approvalId}`,
  }
  await sendMessage(ctx, message, { adminsOf: bodiesOf(plan) })
}
