import type { LeafReview } from '#contract/assessment/application-schemas.ts'
import { currentSession } from '#web/core/session/session-store.ts'
import type { SavedScore } from './use-scores.ts'

/** The reviews of an indicator after the reader's own was saved, until they are read again. */
export function withSavedReviews(
  reviews: readonly LeafReview[],
  round: LeafReview['round'],
  { score, reason, version }: SavedScore,
): LeafReview[] {
  const others = reviews.filter((review) => review.round !== round)
  if (score === null) return others
  const own: LeafReview = {
    round,
    score,
    reason: reason || null,
    reviewerName: currentSession().user?.realName ?? '',
    at: new Date().toISOString(),
    version,
  }
  return [...others, own].sort((one, other) => one.round - other.round)
}
