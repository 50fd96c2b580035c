// One score of a reviewer: what it has to be, and whether it can be sent.
import type { LeafReview } from '#contract/assessment/application-schemas.ts'
import { Score } from '#contract/assessment/indicators.ts'
import type { Measured } from '#contract/assessment/metrics.ts'
import { REASON_WHERE_OTHER } from '#contract/assessment/review-schemas.ts'
import { ReviewRound } from '#contract/assessment/statuses.ts'
import type { CodeOf } from '#contract/core/enums.ts'

type Round = CodeOf<typeof ReviewRound>

/** An indicator of a unit as the reviewer finds it. */
export type ScoreCell = {
  applicationId: number
  leafKey: string
  points: number
  isComputed: boolean
  /** What the first reviewer, the unit or the figures say; a score that differs needs a reason. Null where they say nothing. */
  expected: number | null
  /** What a score is called that agrees. */
  expectedWord: string
  /** The round that waits for the reader; null: only to be read. */
  ownRound: Round | null
  /** The same where this indicator can be scored. */
  round: Round | null
  /** Does not count for this unit. */
  isLeftOut: boolean
  /** As it is stored; version 0 where nothing is. */
  version: number
  score: number | null
  reason: string
}

/** What was typed over the version that was seen. */
export type ScoreEdit = { score: number | null; reason: string; version: number }

export const cellKey = ({ applicationId, leafKey }: Pick<ScoreCell, 'applicationId' | 'leafKey'>): string =>
  `${applicationId} ${leafKey}`

type Given = {
  applicationId: number
  leafKey: string
  points: number
  isComputed: boolean
  selfScore: number | null
  measured: Measured | null
  computedScore: number | null
  reviews: readonly LeafReview[]
  round: Round | null
  /** The figures that count are read: before that nobody can correct them. */
  isFinal: boolean
}

const { first, second } = ReviewRound.code

export function cellOf(given: Given): ScoreCell {
  const { applicationId, leafKey, points, isComputed, measured, reviews, round } = given
  const own = reviews.find((review) => review.round === round)
  const isLeftOut = isComputed && measured !== null && measured.leftOut !== null
  const isClosed = isLeftOut || (isComputed && !given.isFinal)
  return {
    applicationId,
    leafKey,
    points,
    isComputed,
    expected: expectedOf(given),
    expectedWord: expectedWord(given),
    ownRound: round,
    round: isClosed ? null : round,
    isLeftOut,
    version: own?.version ?? 0,
    score: own?.score ?? null,
    reason: own?.reason ?? '',
  }
}

function expectedOf({ isComputed, selfScore, computedScore, reviews, round }: Given): number | null {
  if (round === second) return reviews.find((review) => review.round === first)?.score ?? computedScore
  return isComputed ? computedScore : selfScore
}

function expectedWord({ isComputed, reviews, round }: Given): string {
  if (round === second && reviews.some((review) => review.round === first)) return '同初评分'
  return isComputed ? '按系统得分' : '按自评分'
}

/** Whether a score needs a reason. */
export const needsReason = ({ expected }: Pick<ScoreCell, 'expected'>, score: number | null): boolean =>
  score !== null && expected !== null && score !== expected

export const isSameScore = (
  edit: Pick<ScoreEdit, 'score' | 'reason'>,
  cell: Pick<ScoreCell, 'score' | 'reason'>,
) => edit.score === cell.score && edit.reason.trim() === cell.reason

/** Why a score cannot be sent as it is. */
export function scoreFault(cell: ScoreCell, { score, reason }: ScoreEdit): string | null {
  const { points, score: stored } = cell
  if (score === null) return stored === null && reason.trim() !== '' ? '请输入得分' : null
  const issue = Score.safeParse(score).error?.issues[0]
  if (issue) return issue.message
  if (score > points) return `得分不能大于${points}分`
  return needsReason(cell, score) && reason.trim() === '' ? REASON_WHERE_OTHER : null
}
