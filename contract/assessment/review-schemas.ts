// Reviewing: all indicators of one unit stand in its application; here one indicator of all units.
import { z } from 'zod'
import { ApplicationId, EvidenceFile, LeafReview, REVIEW_REASON_MOST } from './application-schemas.ts'
import { Leaf, Score } from './indicators.ts'
import { Measured } from './metrics.ts'
import { AssessPlanKey, AssessUnit } from './plan-schemas.ts'
import { ApplicationStatus, ReviewRound } from './statuses.ts'

const LeafKey = z.string().regex(/^[a-z0-9]{1,16}$/)
export const SCORES_AT_ONCE = 100

export const LeafBoardQuery = AssessPlanKey.extend({ leafKey: LeafKey })
export const SpreadSchema = z.object({
  mean: z.number(),
  deviation: z.number(),
  least: z.number(),
  most: z.number(),
  count: z.number(),
})
export const LeafBoardRow = AssessUnit.extend({
  applicationId: z.number(),
  status: ApplicationStatus.schema,
  selfScore: z.number().nullable(),
  text: z.string(),
  files: z.array(EvidenceFile),
  measured: Measured.nullable(),
  computedScore: z.number().nullable(),
  reviews: z.array(LeafReview),
  /** The round that the caller may score; null where none is. */
  round: ReviewRound.schema.nullable(),
  outlier: z.boolean(),
})
export type LeafBoardRow = z.infer<typeof LeafBoardRow>
/** One indicator of all units that handed in. */
export const LeafBoard = z.object({
  leaf: Leaf,
  headName: z.string(),
  rows: z.array(LeafBoardRow),
  selfSpread: SpreadSchema.nullable(),
  spread: SpreadSchema.nullable(),
})
export type LeafBoard = z.infer<typeof LeafBoard>

export const SaveScores = z.object({
  items: z
    .array(
      z.object({
        applicationId: ApplicationId,
        leafKey: LeafKey,
        /** Of the caller's round; 0 where nothing is scored yet. */
        version: z.number().int().min(0),
        /** Null takes the score back. */
        score: Score.nullable(),
        reason: z.string().trim().max(REVIEW_REASON_MOST, `理由不能超过${REVIEW_REASON_MOST}个字`),
      }),
    )
    .min(1)
    .max(SCORES_AT_ONCE),
})
export const SavedScores = z.object({
  items: z.array(z.object({ applicationId: z.number(), leafKey: z.string(), version: z.number() })),
})
export const REASON_WHERE_OTHER = '与自评分（系统指标为系统得分）不一致时，请填写理由'
