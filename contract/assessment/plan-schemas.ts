// A plan of assessment as the body that makes it sees and changes it.
import { z } from 'zod'
import { OrgType } from '../core/codes.ts'
import { PageQuery, page } from '../core/envelope.ts'
import { ChangeReason, EndDate, StartDate } from '../core/fields.ts'
import { WireId, WireNumber } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import { BONUS_MOST, Indicators } from './indicators.ts'
import { AppealStatus, ApplicationStatus, AssessObject, AssessPlanStatus } from './statuses.ts'
import { GradeThreshold } from './totals.ts'

export const UNITS_MOST = 2000
export const ASSESS_YEARS = { least: 2018, most: 2099 } as const
export const AssessPlanId = WireId
export const AssessPlanKey = z.object({ planId: AssessPlanId })

const AssessYear = WireNumber.pipe(z.number().int().min(ASSESS_YEARS.least).max(ASSESS_YEARS.most))

export const AssessPlanQuery = PageQuery.extend({
  year: AssessYear.optional(),
  status: AssessPlanStatus.query.optional(),
  object: AssessObject.query.optional(),
  keyword: z.string().trim().max(50).optional(),
})
export type AssessPlanQuery = z.output<typeof AssessPlanQuery>

/** How many units are how far. */
export const AssessProgress = z.object({
  units: z.number(),
  /** Nothing entered yet. */
  untouched: z.number(),
  draft: z.number(),
  submitted: z.number(),
  returned: z.number(),
  firstPassed: z.number(),
  passed: z.number(),
  openAppeals: z.number(),
})
export type AssessProgress = z.infer<typeof AssessProgress>

export const AssessPlanRow = z.object({
  planId: z.number(),
  version: z.number(),
  name: z.string(),
  year: z.number(),
  object: AssessObject.schema,
  status: AssessPlanStatus.schema,
  ownerName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  /** Results were published to the units. */
  resultsAt: z.string().nullable(),
  progress: AssessProgress,
  /** Of the caller's organisation: it may change, close and publish. */
  own: z.boolean(),
})
export type AssessPlanRow = z.infer<typeof AssessPlanRow>
export const AssessPlanPage = page(AssessPlanRow)

export const AssessUnit = z.object({ orgId: z.number(), orgName: z.string(), areaName: z.string() })
export type AssessUnit = z.infer<typeof AssessUnit>

const Named = z.object({ id: z.number(), name: z.string() })

/** What a plan says; changed as a whole. */
export const AssessPlanContent = z.object({
  name: z.string().trim().min(4, '计划名称为4-50个字').max(50, '计划名称为4-50个字'),
  year: AssessYear,
  object: AssessObject.schema,
  startsOn: StartDate,
  endsOn: EndDate,
  /** Days after the publication of results in which a unit may object. */
  appealDays: z.number().int().min(0).max(30),
  /** A second person confirms each review. */
  twoReviewers: z.boolean(),
  /** Whether the units see the whole ranking or their own result alone. */
  rankingForUnits: z.boolean(),
  bonusLimit: z.number().min(0).max(BONUS_MOST, `加分上限最多${BONUS_MOST}分`),
  /** Where computed indicators come from. */
  screeningPlanId: z.number().nullable(),
  /** The assessment of the year before, to compare with. */
  lastPlanId: z.number().nullable(),
  /** 会同评审单位: the other body of the same area, whose people review as well. */
  coOrgId: z.number().nullable(),
  indicators: Indicators,
  grades: z.array(GradeThreshold).max(10, '最多10个等次'),
  orgIds: z.array(OrgId).max(UNITS_MOST, `最多${UNITS_MOST}个单位`),
})
export type AssessPlanContent = z.infer<typeof AssessPlanContent>

export const SaveAssessPlan = AssessPlanContent.extend({
  /** None: a new one. */
  planId: AssessPlanId.optional(),
  version: z.number().int().min(0),
  /** A second sending of the same new plan is the same plan. */
  clientKey: z.string().min(8).max(64),
  /** Why a published plan is changed. */
  reason: ChangeReason.optional(),
})

export const AssessEvent = z.object({
  at: z.string(),
  userName: z.string().nullable(),
  orgName: z.string().nullable(),
  /** What happened, in one sentence. */
  text: z.string(),
})
export type AssessEvent = z.infer<typeof AssessEvent>

export const AssessPlan = AssessPlanContent.omit({ orgIds: true }).extend({
  planId: z.number(),
  version: z.number(),
  status: AssessPlanStatus.schema,
  ownerOrgId: z.number(),
  ownerName: z.string(),
  coOrgName: z.string().nullable(),
  screeningPlanName: z.string().nullable(),
  lastPlanName: z.string().nullable(),
  units: z.array(AssessUnit.extend({ applicationId: z.number().nullable(), touched: z.boolean() })),
  publishedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  /** Moment of the figures that count; null until they are read after the closing. */
  measuredAt: z.string().nullable(),
  resultsAt: z.string().nullable(),
  appealsUntil: z.string().nullable(),
  progress: AssessProgress,
  own: z.boolean(),
  /** The caller may review applications of it. */
  reviews: z.boolean(),
  /** What stands in the way of publishing; empty where nothing does. */
  faults: z.array(
    z.object({ headKey: z.string().nullable(), leafKey: z.string().nullable(), message: z.string() }),
  ),
  events: z.array(AssessEvent),
})
export type AssessPlan = z.infer<typeof AssessPlan>

/** What a new plan can be made from. */
export const AssessProposal = z.object({
  /** Kinds of units that the caller's body can assess. */
  objects: z.array(AssessObject.schema),
  earlier: z.array(
    z.object({ planId: z.number(), name: z.string(), year: z.number(), object: AssessObject.schema }),
  ),
  screeningPlans: z.array(Named),
  coOrgs: z.array(Named),
})
export type AssessProposal = z.infer<typeof AssessProposal>

export const AssessUnitQuery = z.object({ object: AssessObject.query })
export const AssessCandidates = z.array(AssessUnit.extend({ orgType: OrgType.schema }))

export const ChangeAssessPlan = AssessPlanKey.extend({ version: z.number().int() })
export const CloseAssessPlan = ChangeAssessPlan.extend({ reason: ChangeReason })

/** One unit of a plan, as those see it who look after the plan. */
export const AssessUnitRow = AssessUnit.extend({
  applicationId: z.number(),
  status: ApplicationStatus.schema,
  touched: z.boolean(),
  /** The plan closed without it. */
  missed: z.boolean(),
  selfTotal: z.number().nullable(),
  total: z.number().nullable(),
  /** Scored indicators of those that count. */
  scored: z.number(),
  toScore: z.number(),
  submittedAt: z.string().nullable(),
  /** Until when what was handed back may be handed in again. */
  returnedUntil: z.string().nullable(),
  /** The decision that waits for the caller; null where none does. */
  approvalId: z.number().nullable(),
  /** How far an objection to the result is; null where there is none. */
  appeal: AppealStatus.schema.nullable(),
})
export type AssessUnitRow = z.infer<typeof AssessUnitRow>

export const AssessRankingRow = AssessUnit.extend({
  applicationId: z.number().nullable(),
  /** Null without a total: not handed in, or not yet reviewed. */
  place: z.number().nullable(),
  total: z.number().nullable(),
  bonus: z.number().nullable(),
  grade: z.string().nullable(),
  missed: z.boolean(),
  lastTotal: z.number().nullable(),
  lastPlace: z.number().nullable(),
  /** Earned points of each head, in the order of the plan; null where it is left out altogether. */
  heads: z.array(z.number().nullable()),
})
export type AssessRankingRow = z.infer<typeof AssessRankingRow>

export const AssessRanking = z.object({
  planId: z.number(),
  planName: z.string(),
  year: z.number(),
  object: AssessObject.schema,
  resultsAt: z.string().nullable(),
  lastPlanName: z.string().nullable(),
  /** The indicators of last year were others, so that totals are no measure of progress. */
  otherIndicators: z.boolean(),
  heads: z.array(z.object({ name: z.string(), points: z.number(), bonus: z.boolean() })),
  rows: z.array(AssessRankingRow),
  grades: z.array(z.object({ name: z.string(), least: z.number(), units: z.number() })),
  mean: z.number().nullable(),
  /** Units whose review is not finished. */
  waiting: z.number(),
})
export type AssessRanking = z.infer<typeof AssessRanking>
