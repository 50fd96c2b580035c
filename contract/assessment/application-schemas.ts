// The application of one unit: what it says of itself, what was computed, and how it was judged.
import { z } from 'zod'
import { PageQuery, page } from '../core/envelope.ts'
import { WireId } from '../core/wire.ts'
import { FILE_MEGABYTES, Head, Score, TEXT_MOST } from './indicators.ts'
import { Measured } from './metrics.ts'
import { AssessEvent } from './plan-schemas.ts'
import { AppealStatus, ApplicationStatus, AssessObject, AssessPlanStatus, ReviewRound } from './statuses.ts'
import { GradeThreshold } from './totals.ts'

export const ApplicationId = WireId
export const ApplicationKey = z.object({ applicationId: ApplicationId })
const LeafKey = z.string().regex(/^[a-z0-9]{1,16}$/)
export const APPEAL_MOST = 1000
export const REVIEW_REASON_MOST = 200

/** Kinds of evidence, by what is in the file and not by its name. */
export const EVIDENCE_TYPES = {
  'image/jpeg': { label: '图片', extensions: ['jpg', 'jpeg'] },
  'image/png': { label: '图片', extensions: ['png'] },
  'application/pdf': { label: 'PDF', extensions: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    label: 'Word',
    extensions: ['docx'],
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    label: 'Excel',
    extensions: ['xlsx'],
  },
} as const
export type EvidenceType = keyof typeof EVIDENCE_TYPES
export const EvidenceType = z.enum(Object.keys(EVIDENCE_TYPES) as [EvidenceType, ...EvidenceType[]])
export const EVIDENCE_WORDS = `支持 jpg、png 图片和 pdf、docx、xlsx 文件，单个不超过${FILE_MEGABYTES}MB`
/** Drawn anew by the server, so that it can be shown. */
export const isPicture = (type: EvidenceType): boolean => EVIDENCE_TYPES[type].label === '图片'

export const ApplicationQuery = PageQuery.extend({ status: ApplicationStatus.query.optional() })
export const ApplicationRow = z.object({
  applicationId: z.number(),
  planId: z.number(),
  planName: z.string(),
  year: z.number(),
  ownerName: z.string(),
  planStatus: AssessPlanStatus.schema,
  status: ApplicationStatus.schema,
  touched: z.boolean(),
  missed: z.boolean(),
  startsOn: z.string(),
  endsOn: z.string(),
  /** The last day on which it can be handed in; null where it cannot. */
  submitUntil: z.string().nullable(),
  filled: z.number(),
  toFill: z.number(),
  /** After the publication of results. */
  total: z.number().nullable(),
  place: z.number().nullable(),
  grade: z.string().nullable(),
})
export type ApplicationRow = z.infer<typeof ApplicationRow>
export const ApplicationPage = page(ApplicationRow)

export const EvidenceFile = z.object({
  fileId: z.string(),
  name: z.string(),
  type: EvidenceType,
  bytes: z.number(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
})
export type EvidenceFile = z.infer<typeof EvidenceFile>

export const LeafReview = z.object({
  round: ReviewRound.schema,
  score: z.number(),
  reason: z.string().nullable(),
  reviewerName: z.string(),
  at: z.string(),
  version: z.number(),
})
export type LeafReview = z.infer<typeof LeafReview>

/** One indicator of an application. */
export const ApplicationLeaf = z.object({
  leafKey: z.string(),
  /** Of what the unit wrote; a save names the one it has seen. */
  version: z.number(),
  selfScore: z.number().nullable(),
  text: z.string(),
  savedBy: z.string().nullable(),
  savedAt: z.string().nullable(),
  files: z.array(EvidenceFile),
  /** Of computed ones: the value that counts once the plan is closed and read, before that the one of now (目前). */
  measured: Measured.nullable(),
  computedScore: z.number().nullable(),
  /** Null for the unit until results are published. */
  reviews: z.array(LeafReview).nullable(),
})
export type ApplicationLeaf = z.infer<typeof ApplicationLeaf>

export const Appeal = z.object({
  status: AppealStatus.schema,
  text: z.string(),
  byName: z.string(),
  at: z.string(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.string().nullable(),
})
export type Appeal = z.infer<typeof Appeal>

export const Application = z.object({
  applicationId: z.number(),
  planId: z.number(),
  planName: z.string(),
  year: z.number(),
  object: AssessObject.schema,
  planStatus: AssessPlanStatus.schema,
  ownerName: z.string(),
  coOrgName: z.string().nullable(),
  orgId: z.number(),
  orgName: z.string(),
  status: ApplicationStatus.schema,
  missed: z.boolean(),
  startsOn: z.string(),
  endsOn: z.string(),
  submitUntil: z.string().nullable(),
  /** Rounds of handing in so far. */
  submissions: z.number(),
  submittedAt: z.string().nullable(),
  /** Why it was handed back. */
  returnReason: z.string().nullable(),
  indicators: z.array(Head),
  bonusLimit: z.number(),
  grades: z.array(GradeThreshold),
  leaves: z.array(ApplicationLeaf),
  /** The figures are right up to this moment; `final` once they count. */
  measuredAt: z.string().nullable(),
  measuredFinal: z.boolean(),
  selfTotal: z.number().nullable(),
  /** By the review; for the unit after the publication of results. */
  total: z.number().nullable(),
  place: z.number().nullable(),
  placeOf: z.number().nullable(),
  grade: z.string().nullable(),
  lastTotal: z.number().nullable(),
  resultsAt: z.string().nullable(),
  appealsUntil: z.string().nullable(),
  appeal: Appeal.nullable(),
  /** What the caller may do now. */
  may: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    appeal: z.boolean(),
    review: ReviewRound.schema.nullable(),
    answerAppeal: z.boolean(),
    grantLate: z.boolean(),
    /** The ranking of all units, where the plan shows it to them. */
    seeRanking: z.boolean(),
  }),
  approvalId: z.number().nullable(),
  events: z.array(AssessEvent),
})
export type Application = z.infer<typeof Application>

export const SaveAnswer = ApplicationKey.extend({
  leafKey: LeafKey,
  version: z.number().int().min(0),
  selfScore: Score.nullable(),
  text: z.string().max(TEXT_MOST, `说明不能超过${TEXT_MOST}个字`),
})
export const SavedAnswer = z.object({
  version: z.number(),
  savedAt: z.string(),
  selfTotal: z.number().nullable(),
  /** Stored, but the time to hand it in is over. */
  over: z.boolean(),
})

export const UploadEvidence = ApplicationKey.extend({ leafKey: LeafKey })
export const EvidenceKey = ApplicationKey.extend({ fileId: z.uuid() })

/** The version of each indicator as it was seen: nothing is handed in that one has not read. */
export const SubmitApplication = ApplicationKey.extend({
  versions: z.record(LeafKey, z.number().int().min(0)),
})
export const AppealResult = ApplicationKey.extend({
  text: z
    .string()
    .trim()
    .min(10, '请写明异议的内容和理由，至少10个字')
    .max(APPEAL_MOST, `异议不能超过${APPEAL_MOST}个字`),
})
export const AnswerAppeal = ApplicationKey.extend({
  accepted: z.boolean(),
  answer: z
    .string()
    .trim()
    .min(4, '请写明答复，至少4个字')
    .max(APPEAL_MOST, `答复不能超过${APPEAL_MOST}个字`),
  /** Scores that the answer corrects; none where it declines. */
  scores: z.array(z.object({ leafKey: LeafKey, score: Score })).max(200),
})
export const GrantLate = ApplicationKey.extend({ days: z.number().int().min(1).max(30) })
