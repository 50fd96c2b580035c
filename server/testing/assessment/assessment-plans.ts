import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { Head, Leaf } from '#contract/assessment/indicators.ts'
import type { MetricName } from '#contract/assessment/metrics.ts'
import { METRICS } from '#contract/assessment/metrics.ts'
import { DEFAULT_GRADES } from '#contract/assessment/totals.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { dayFromNow } from '../days.ts'
import { type By, must } from '../people.ts'

const { saveAssessPlan, assessPlan, publishAssessPlan, assessUnits, saveAssessAnswer } = assessmentEndpoints
const { assessApplication, submitAssessApplication, saveAssessScores } = assessmentEndpoints

type Content = InputOf<typeof saveAssessPlan>

export const evidenceLeaf = (key: string, points: number, filesRequired = false): Leaf => ({
  key,
  name: `佐证${key}`,
  points,
  rule: '按材料评分',
  computed: null,
  filesRequired,
})
export const computedLeaf = (key: string, points: number, metric: MetricName): Leaf => {
  const { label, full, zero } = METRICS[metric]
  return { key, name: label, points, rule: '', computed: { metric, full, zero }, filesRequired: false }
}
export const headOf = (key: string, leaves: Leaf[], bonus = false): Head => ({
  key,
  name: `一级${key}`,
  points: leaves.reduce((sum, { points }) => sum + Math.round(points * 10), 0) / 10,
  bonus,
  leaves,
})

/** 完成率 40, two of evidence 30 and 20, 近视率变化 10, and 5 extra points. */
export const TREE: Head[] = [
  headOf('a', [computedLeaf('a1', 40, 'completion'), evidenceLeaf('a2', 30)]),
  headOf('b', [computedLeaf('b1', 10, 'myopiaChange'), evidenceLeaf('b2', 20)]),
  headOf('z', [evidenceLeaf('z1', 5)], true),
]

let keys = 0
export const planContent = (change: Partial<Content>): Content => ({
  version: 0,
  clientKey: `assess-key-${keys++}-${Date.now()}`,
  name: '年度近视防控考核',
  year: 2025,
  object: 3,
  startsOn: dayFromNow(-1),
  endsOn: dayFromNow(10),
  appealDays: 5,
  twoReviewers: false,
  rankingForUnits: true,
  bonusLimit: 5,
  screeningPlanId: null,
  lastPlanId: null,
  coOrgId: null,
  indicators: TREE,
  grades: DEFAULT_GRADES,
  orgIds: [],
  ...change,
})

/** Published, with the applications of its units by organisation. */
export async function publishedPlan(by: By, change: Partial<Content>) {
  const { planId, version } = await must(by.call(saveAssessPlan, planContent(change)))
  await must(by.call(publishAssessPlan, { planId, version }))
  const units = await must(by.call(assessUnits, { planId }))
  return { planId, applicationOf: new Map(units.map(({ orgId, applicationId }) => [orgId, applicationId])) }
}

export const planOf = (by: By, planId: number) => must(by.call(assessPlan, { planId }))
export const applicationOf = (by: By, applicationId: number) =>
  must(by.call(assessApplication, { applicationId }))

/** Writes a self score into each indicator of evidence, and hands in. */
export async function handIn(by: By, applicationId: number, scores: Readonly<Record<string, number>>) {
  const { leaves } = await applicationOf(by, applicationId)
  const versions: Record<string, number> = {}
  for (const { leafKey, version, measured } of leaves) {
    if (measured) continue
    const selfScore = scores[leafKey]
    if (selfScore === undefined) versions[leafKey] = version
    else {
      const saved = await must(
        by.call(saveAssessAnswer, { applicationId, leafKey, version, selfScore, text: '已完成' }),
      )
      versions[leafKey] = saved.version
    }
  }
  return by.call(submitAssessApplication, { applicationId, versions })
}

/** Scores of the first time, with a reason for each. */
export const score = (by: By, applicationId: number, scores: Readonly<Record<string, number>>) =>
  by.call(saveAssessScores, {
    items: Object.entries(scores).map(([leafKey, given]) => ({
      applicationId,
      leafKey,
      version: 0,
      score: given,
      reason: '按材料核定',
    })),
  })

export async function decide(by: By, applicationId: number, passed: boolean, reason?: string) {
  const { approvalId } = await applicationOf(by, applicationId)
  return by.call(approvalEndpoints.decide, {
    approvalIds: [approvalId ?? 0],
    passed,
    ...(reason && { reason }),
  })
}
