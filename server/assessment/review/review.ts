// Judging what units handed in: one indicator of all units, many scores at once, late applications, objections.
import type { z } from 'zod'
import type { AnswerAppeal, GrantLate } from '#contract/assessment/application-schemas.ts'
import { type CountedLeaf, leavesOf, tenths } from '#contract/assessment/indicators.ts'
import type { AssessPlanKey, AssessUnitRow } from '#contract/assessment/plan-schemas.ts'
import {
  type LeafBoard,
  type LeafBoardQuery,
  REASON_WHERE_OTHER,
  type SaveScores,
} from '#contract/assessment/review-schemas.ts'
import { ApplicationStatus } from '#contract/assessment/statuses.ts'
import { isOutlier, spreadOf } from '#contract/assessment/totals.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { sendMessage } from '../../messages/message.ts'
import { assessViewer } from '../access.ts'
import { requireApplication, roundOf } from '../applications/application.ts'
import { lockApplication, type SeenApplication } from '../applications/application-queries.ts'
import {
  type ApplicationValues,
  finalScore,
  type LeafValues,
  presentFile,
  presentReview,
  readApplications,
  reviewedTotal,
  scoredOf,
  selfTotalOf,
  valuesOf,
} from '../applications/application-values.ts'
import { insertAssessEvents } from '../event-queries.ts'
import { measureUnits } from '../measures/measures.ts'
import { requireAssessPlan } from '../plans/plan.ts'
import { byWhom } from '../plans/plan-changes.ts'
import { lockAssessPlan, type SeenAssessPlan, shareAssessPlan } from '../plans/plan-queries.ts'
import { publishTotals } from './results.ts'
import {
  deleteScoreRows,
  insertCorrectedScores,
  lockApplications,
  markLate,
  type NewScore,
  saveAppealAnswer,
  saveScoreRows,
  selectUnitRows,
  type UnitRow,
} from './review-queries.ts'

const { submitted, firstPassed, passed, returned } = ApplicationStatus.code
const HANDED_IN: readonly number[] = [submitted, firstPassed, passed]

/** Of all units of a plan; as long as it is open with the figures of this moment. */
export async function readPlanValues(ctx: UserCtx, plan: SeenAssessPlan, units: readonly UnitRow[]) {
  const values = await readApplications(
    ctx.db,
    units.map(({ applicationId }) => applicationId),
  )
  if (plan.measuredAt !== null) return values
  const live = await measureUnits(ctx.db, plan, { whole: false })
  for (const [applicationId, leaves] of live) {
    const own = values.get(applicationId)
    for (const { leafKey, measured, score } of leaves)
      own?.set(leafKey, { ...valuesOf(own, leafKey), measured, computedScore: score })
  }
  return values
}

export async function listUnits(
  ctx: UserCtx,
  { planId }: z.output<typeof AssessPlanKey>,
): Promise<AssessUnitRow[]> {
  const plan = await requireAssessPlan(ctx, planId)
  const units = await selectUnitRows(ctx.db, assessViewer(ctx), { planId })
  const values = await readPlanValues(ctx, plan, units)
  return units.map((unit) => {
    const own = values.get(unit.applicationId) ?? new Map<string, LeafValues>()
    const { applicationId, orgId, orgName, areaName, status, touched, missed, approvalId, appeal } = unit
    return {
      ...{ applicationId, orgId, orgName, areaName, status, touched, missed, approvalId, appeal },
      ...scoredOf(plan, own),
      selfTotal: unit.submittedAt === null ? null : selfTotalOf(plan, own),
      total: HANDED_IN.includes(status) ? (reviewedTotal(plan, own)?.total ?? null) : null,
      submittedAt: unit.submittedAt?.toISOString() ?? null,
      returnedUntil: status === returned ? unit.lateUntil : null,
    }
  })
}

export async function findLeafBoard(
  ctx: UserCtx,
  { planId, leafKey }: z.output<typeof LeafBoardQuery>,
): Promise<LeafBoard> {
  const plan = await requireAssessPlan(ctx, planId)
  const head = plan.indicators.find(({ leaves }) => leaves.some(({ key }) => key === leafKey))
  const leaf = head?.leaves.find(({ key }) => key === leafKey)
  if (!head || !leaf) throw new BizError(650)
  const units = (await selectUnitRows(ctx.db, assessViewer(ctx), { planId })).filter(({ status }) =>
    HANDED_IN.includes(status),
  )
  const values = await readPlanValues(ctx, plan, units)
  const counted: CountedLeaf = { ...leaf, bonus: head.bonus }
  const rows = units.map((unit) => ({
    unit,
    own: valuesOf(values.get(unit.applicationId) ?? new Map(), leafKey),
  }))
  const spread = spreadOf(rows.flatMap(({ own }) => finalScore(counted, own) ?? []))
  return {
    leaf,
    headName: head.name,
    selfSpread: spreadOf(rows.flatMap(({ own }) => own.answer?.selfScore ?? [])),
    spread,
    rows: rows.map(({ unit, own }) => {
      const score = finalScore(counted, own)
      const { applicationId, orgId, orgName, areaName, status } = unit
      return {
        ...{ applicationId, orgId, orgName, areaName, status },
        selfScore: own.answer?.selfScore ?? null,
        text: own.answer?.text ?? '',
        files: own.files.map(presentFile),
        measured: own.measured,
        computedScore: own.computedScore,
        reviews: own.scores.map(presentReview),
        round: roundOf(unit),
        outlier: score !== null && isOutlier(score, spread),
      }
    }),
  }
}

type Item = z.output<typeof SaveScores>['items'][number]

/** All of them or none: what somebody else scored meanwhile is read again. */
export async function saveScores(ctx: UserTxCtx, { items }: z.output<typeof SaveScores>) {
  const ids = [...new Set(items.map(({ applicationId }) => applicationId))].sort((one, other) => one - other)
  ctx.note({ objectType: 'assessApplication', objectId: ids.join(','), detail: { items: items.length } })
  if (new Set(items.map((item) => `${item.applicationId}:${item.leafKey}`)).size < items.length)
    throw new BizError(700, '同一项重复')
  await requireReviewed(ctx, ids)
  await lockApplications(ctx.db, ids)
  const { plan, units } = await requireReviewed(ctx, ids)
  const values = await readApplications(ctx.db, ids)
  const rows = items.map((item) => {
    const unit = units.get(item.applicationId)
    if (!unit) throw new BizError(650)
    return scoreOf(item, plan, unit, values.get(item.applicationId) ?? new Map())
  })
  const { userId, realName } = ctx.caller
  const written = await saveScoreRows(
    ctx.db,
    rows.filter((row): row is NewScore => row.score !== null),
    { userId, userName: realName },
  )
  const deleted = await deleteScoreRows(
    ctx.db,
    rows.filter(({ score }) => score === null),
  )
  if (written.length + deleted.length < items.length)
    throw new Refusal('changedMeanwhile', '有的得分刚刚由其他评审人修改过，请核对后再保存')
  return { items: [...written, ...deleted] }
}

/** Applications of one plan that wait for the caller's score; one that is foreign or in another state refuses them all. */
async function requireReviewed(ctx: UserTxCtx, ids: readonly number[]) {
  const found = await selectUnitRows(ctx.db, assessViewer(ctx), { applicationIds: ids })
  const [first] = found
  if (!first || found.length < ids.length || found.some(({ reviews }) => !reviews)) throw new BizError(650)
  if (found.some(({ planId }) => planId !== first.planId))
    throw new BizError(700, '一次只能评审同一个计划的申报')
  for (const unit of found) {
    if (!unit.judges) throw new BizError(700, '不能评审本单位或自己填报、初评过的申报，请由其他评审人处理')
    if (roundOf(unit) === null) throw new Refusal('notInThisState', `${unit.orgName}的申报不在评审中，请刷新`)
  }
  const plan = await requireAssessPlan(ctx, first.planId)
  return { plan, units: new Map(found.map((unit) => [unit.applicationId, unit])) }
}

type Row = Omit<NewScore, 'score'> & { score: number | null }
function scoreOf(
  { applicationId, leafKey, version, score, reason }: Item,
  plan: SeenAssessPlan,
  unit: UnitRow,
  values: ApplicationValues,
): Row {
  const leaf = leavesOf(plan.indicators).find(({ key }) => key === leafKey)
  if (!leaf) throw new BizError(650)
  const own = valuesOf(values, leafKey)
  const round = roundOf(unit) ?? 1
  const row = { applicationId, leafKey, round, version, reason: reason || null }
  if (score === null) return { ...row, score }
  if (tenths(score) > tenths(leaf.points)) throw new BizError(700, `“${leaf.name}”最多${leaf.points}分`)
  if (leaf.computed) assertComputed(leaf, own, plan)
  const stated = statedScore(leaf, own, round)
  if (stated !== null && tenths(stated) !== tenths(score) && !reason)
    throw new BizError(700, `“${leaf.name}”：${REASON_WHERE_OTHER}`)
  return { ...row, score }
}

/** What is computed can be corrected once it is final, and not where it does not count. */
function assertComputed(
  { name }: CountedLeaf,
  { measured }: LeafValues,
  { measuredAt }: SeenAssessPlan,
): void {
  if (measuredAt === null) throw new Refusal('notInThisState', `“${name}”由系统取数，计划截止后才能更正`)
  if (measured === null || measured.leftOut !== null) throw new BizError(700, `“${name}”不计入总分，不能打分`)
}

/** What a score is measured against: the first reviewer's, else what the system or the unit says. */
function statedScore(
  leaf: CountedLeaf,
  { answer, computedScore, scores }: LeafValues,
  round: number,
): number | null {
  if (round > 1) return scores.find((row) => row.round === 1)?.score ?? computedScore
  return leaf.computed ? computedScore : (answer?.selfScore ?? null)
}

export async function grantLate(
  ctx: UserTxCtx,
  { applicationId, days }: z.output<typeof GrantLate>,
): Promise<null> {
  ctx.note({ objectType: 'assessApplication', objectId: applicationId, detail: { days } })
  const seen = await lockReviewed(ctx, applicationId)
  if (!seen.missed || seen.resultsAt !== null)
    throw new Refusal('notInThisState', '只有截止后未提交的单位可以准予补报')
  const until = await markLate(ctx.db, applicationId, days)
  await insertAssessEvents(ctx.db, {
    planId: seen.planId,
    applicationIds: [applicationId],
    kind: 'late',
    detail: { until },
    ...byWhom(ctx),
  })
  await tell(ctx, seen, '准予补报考核申报', `“${seen.planName}”已准予补报，请在${until}前提交。`)
  return null
}

/** Of a plan that the caller reviews, locked with the plan. */
async function lockReviewed(ctx: UserTxCtx, applicationId: number): Promise<SeenApplication> {
  const { planId } = await requireOver(ctx, applicationId)
  await shareAssessPlan(ctx.db, planId)
  await lockApplication(ctx.db, applicationId)
  return requireOver(ctx, applicationId)
}

async function requireOver(ctx: UserTxCtx, applicationId: number): Promise<SeenApplication> {
  const seen = await requireApplication(ctx, applicationId)
  if (!seen.reviews) throw new BizError(650)
  if (!seen.judges) throw new BizError(700, '不能处理本单位或自己填报、初评过的申报，请由其他评审人处理')
  return seen
}

/** Answered once; a correction moves the places of others too, all in one transaction. */
export async function answerAppeal(ctx: UserTxCtx, input: z.output<typeof AnswerAppeal>): Promise<null> {
  const { applicationId, accepted, answer, scores } = input
  ctx.note({ objectType: 'assessApplication', objectId: applicationId, detail: { accepted } })
  const { planId } = await requireOver(ctx, applicationId)
  await lockAssessPlan(ctx.db, planId)
  await lockApplication(ctx.db, applicationId)
  const seen = await requireOver(ctx, applicationId)
  if (!accepted && scores.length > 0) throw new BizError(700, '不采纳的异议不能更正得分')
  assertCorrections(seen, scores)
  const { userId, realName } = ctx.caller
  const saved = await saveAppealAnswer(ctx.db, applicationId, { accepted, answer, userName: realName })
  if (!saved) throw new Refusal('changedMeanwhile', '该异议已答复，请刷新')
  await insertCorrectedScores(ctx.db, applicationId, scores, { userId, userName: realName, reason: answer })
  const event = { planId, applicationIds: [applicationId], ...byWhom(ctx) }
  await insertAssessEvents(ctx.db, {
    ...event,
    kind: 'answered',
    detail: { accepted, corrected: scores.length },
  })
  if (scores.length > 0) await publishTotals(ctx, planId)
  await tell(ctx, seen, accepted ? '异议已采纳' : '异议未采纳', `“${seen.planName}”：${answer}`)
  return null
}

function assertCorrections(
  { indicators }: SeenApplication,
  scores: readonly { leafKey: string; score: number }[],
): void {
  const leaves = new Map(leavesOf(indicators).map((leaf) => [leaf.key, leaf]))
  if (new Set(scores.map(({ leafKey }) => leafKey)).size < scores.length)
    throw new BizError(700, '同一项重复')
  for (const { leafKey, score } of scores) {
    const leaf = leaves.get(leafKey)
    if (!leaf) throw new BizError(650)
    if (tenths(score) > tenths(leaf.points)) throw new BizError(700, `“${leaf.name}”最多${leaf.points}分`)
  }
}

/** To the administrators of the unit. */
export async function tell(
  ctx: UserTxCtx,
  { id, orgId }: Pick<SeenApplication, 'id' | 'orgId'>,
  title: string,
  body: string,
): Promise<void> {
  const link = `/assessment/add-assess-apply?applicationId=${id}`
  await sendMessage(ctx, { kind: 'assess', title, body, link }, { adminsOf: [orgId] })
}
