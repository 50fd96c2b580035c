// What is edited: the content of a plan, also while it is not complete.
import type { Head } from '#contract/assessment/indicators.ts'
import { type PlanFault, type PlanPart, planFaults } from '#contract/assessment/plan-faults.ts'
import { type AssessPlan, AssessPlanContent, type AssessProposal } from '#contract/assessment/plan-schemas.ts'
import { sampleIndicators } from '#contract/assessment/sample-indicators.ts'
import { DEFAULT_GRADES } from '#contract/assessment/totals.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { formatDate, today } from '#web/core/format.ts'
import { thisYear } from '../parts/assess-years.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const APPEAL_DAYS = 5
const BONUS_LIMIT = 5

/** A plan of this year for the first kind of units that the body assesses. */
export function blankPlan(proposal: AssessProposal): AssessPlanContent | null {
  const [object] = proposal.objects
  if (object === undefined) return null
  const year = thisYear()
  const last = proposal.earlier.find((plan) => plan.object === object && plan.year === year - 1)
  return {
    name: `${year}年近视防控工作考核`,
    year,
    object,
    startsOn: today(),
    endsOn: formatDate(Date.now() + DAYS * DAY_MS),
    appealDays: APPEAL_DAYS,
    twoReviewers: false,
    rankingForUnits: false,
    bonusLimit: BONUS_LIMIT,
    screeningPlanId: proposal.screeningPlans[0]?.id ?? null,
    lastPlanId: last?.planId ?? null,
    coOrgId: null,
    indicators: [],
    grades: DEFAULT_GRADES,
    orgIds: [],
  }
}

export function contentOf(plan: AssessPlan): AssessPlanContent {
  const { name, year, object, startsOn, endsOn, appealDays, twoReviewers, rankingForUnits } = plan
  const { bonusLimit, screeningPlanId, lastPlanId, coOrgId, indicators, grades, units } = plan
  return {
    ...{ name, year, object, startsOn, endsOn, appealDays, twoReviewers, rankingForUnits },
    ...{ bonusLimit, screeningPlanId, lastPlanId, coOrgId, indicators, grades },
    orgIds: units.map(({ orgId }) => orgId),
  }
}

export const isSameContent = (one: AssessPlanContent, other: AssessPlanContent): boolean =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
const ordered = (content: AssessPlanContent) => ({
  ...Object.fromEntries(Object.entries(content).sort(([one], [other]) => one.localeCompare(other))),
  orgIds: [...content.orgIds].sort((one, other) => one - other),
})

const OF_PARTS: Partial<Record<keyof AssessPlanContent, PlanPart>> = {
  indicators: 'indicators',
  bonusLimit: 'indicators',
  orgIds: 'units',
  grades: 'grades',
}

export type EditFault = PlanFault & { field?: keyof AssessPlanContent }

/** What stands in the way even of saving: the form of single values. */
export function formFaults(content: AssessPlanContent): EditFault[] {
  const issues = AssessPlanContent.safeParse(content).error?.issues ?? []
  const faults = issues.map(({ path, message }): EditFault => {
    const [field, nth, below, leafNth] = path as [keyof AssessPlanContent, number?, string?, number?]
    const head = field === 'indicators' ? content.indicators[nth ?? -1] : undefined
    const leaf = below === 'leaves' ? head?.leaves[leafNth ?? -1] : undefined
    return {
      part: OF_PARTS[field] ?? 'basics',
      field,
      headKey: head?.key ?? null,
      leafKey: leaf?.key ?? null,
      message: worded(message),
    }
  })
  const { startsOn, endsOn } = content
  if (startsOn && endsOn && endsOn < startsOn) {
    faults.push({
      part: 'basics',
      field: 'endsOn',
      headKey: null,
      leafKey: null,
      message: MESSAGES.dateOrder[0],
    })
  }
  return faults
}

// What zod says by itself is English and means nothing to the user.
const worded = (message: string): string => (/\p{Script=Han}/u.test(message) ? message : '格式有误')

/** What stands in the way of publishing, without repeating what stands in the way of saving. */
export function publishFaults(content: AssessPlanContent): EditFault[] {
  const faults: EditFault[] = planFaults(content, content.orgIds.length)
  if (content.endsOn && content.endsOn < today()) {
    faults.push({
      part: 'basics',
      field: 'endsOn',
      headKey: null,
      leafKey: null,
      message: '申报截止日期已过，请改为今天或以后',
    })
  }
  return faults
}

/** Whether the points are still those of the sample. */
export function isSample({ indicators, object }: Pick<AssessPlanContent, 'indicators' | 'object'>): boolean {
  return indicators.length > 0 && outline(indicators) === outline(sampleIndicators(object))
}
const outline = (heads: readonly Head[]): string =>
  JSON.stringify(heads.map(({ name, points, leaves }) => [name, points, leaves.map((leaf) => leaf.points)]))
