import type { ColumnType, Generated } from 'kysely'
import type { Indicators } from '#contract/assessment/indicators.ts'
import type { Measured } from '#contract/assessment/metrics.ts'
import type {
  AppealStatus,
  ApplicationStatus,
  AssessObject,
  AssessPlanStatus,
  ReviewRound,
} from '#contract/assessment/statuses.ts'
import type { GradeThreshold } from '#contract/assessment/totals.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { DateColumn, Json, NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

/** Plans of assessment, the applications of their units, and how these were judged. */
export type AssessmentTables = {
  assessPlan: {
    id: Generated<number>
    name: string
    year: number
    object: CodeOf<typeof AssessObject>
    status: Generated<CodeOf<typeof AssessPlanStatus>>
    ownerOrgId: number
    coOrgId: number | null
    provinceId: string
    cityId: string | null
    regionId: string | null
    startsOn: DateColumn
    endsOn: DateColumn
    appealDays: number
    twoReviewers: boolean
    rankingForUnits: boolean
    bonusLimit: number
    screeningPlanId: number | null
    lastPlanId: number | null
    indicators: ColumnType<Indicators, string, string>
    grades: ColumnType<GradeThreshold[], string, string>
    draftOrgIds: Generated<number[]>
    clientKey: string | null
    version: Generated<number>
    createdBy: number
    createdAt: Timestamp
    publishedAt: NullableTimestamp
    remindedAt: NullableTimestamp
    closedAt: NullableTimestamp
    measuredAt: NullableTimestamp
    resultsAt: NullableTimestamp
    appealsUntil: DateColumn | null
  }
  assessApplication: {
    id: Generated<number>
    planId: number
    orgId: number
    status: Generated<CodeOf<typeof ApplicationStatus>>
    touched: Generated<boolean>
    submissions: Generated<number>
    submittedAt: NullableTimestamp
    lateUntil: DateColumn | null
    returnReason: string | null
    firstReviewerId: number | null
    total: number | null
    bonus: number | null
    place: number | null
    grade: string | null
  }
  assessAnswer: {
    applicationId: number
    leafKey: string
    version: Generated<number>
    selfScore: number | null
    text: Generated<string>
    savedBy: number
    savedByName: string
    savedAt: Timestamp
  }
  assessFile: {
    fileId: string
    applicationId: number
    leafKey: string
    name: string
    type: string
    bytes: number
    uploadedBy: number
    uploadedByName: string
    uploadedAt: Timestamp
  }
  assessMeasure: {
    applicationId: number
    leafKey: string
    measured: ColumnType<Measured, string, string>
    score: number | null
    measuredAt: Timestamp
  }
  assessScore: {
    applicationId: number
    leafKey: string
    round: CodeOf<typeof ReviewRound>
    version: Generated<number>
    score: number
    reason: string | null
    reviewerId: number
    reviewerName: string
    scoredAt: Timestamp
  }
  assessAppeal: {
    applicationId: number
    status: Generated<CodeOf<typeof AppealStatus>>
    text: string
    byId: number
    byName: string
    createdAt: Timestamp
    answer: string | null
    answeredBy: string | null
    answeredAt: NullableTimestamp
  }
  assessEvent: {
    id: Generated<number>
    planId: number
    applicationId: number | null
    at: Timestamp
    kind: string
    userId: number | null
    userName: string | null
    orgName: string | null
    detail: Generated<Json>
  }
}
