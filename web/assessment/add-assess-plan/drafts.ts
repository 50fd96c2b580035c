// Plans that are changed and not saved yet: they outlive their screen, so that going back and forth loses nothing.
import type { AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import { onSignedOut } from '#web/core/session/session-store.ts'

/** The plan as it shall be, and the version it began with. */
export type Draft = { content: AssessPlanContent; version: number }

const drafts = new Map<number, Draft>()
onSignedOut(() => drafts.clear())

/** Of a plan that is not there yet. */
export const NEW_PLAN = 0

export const storedDraft = (planId: number): Draft | undefined => drafts.get(planId)

export function storeDraft(planId: number, draft: Draft | undefined): void {
  if (draft) drafts.set(planId, draft)
  else drafts.delete(planId)
}
