// Texts that are typed and not saved yet: they outlive their screen, so that going back and forth loses nothing.
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import type { OwnTexts } from '#contract/reports/own-text/own-text.ts'
import { onSignedOut } from '#web/core/session/session-store.ts'

/** What is typed, and the revision it began with. */
export type Draft = { texts: OwnTexts; revision: number }

const drafts = new Map<string, Draft>()
onSignedOut(() => drafts.clear())

/** Which report the texts are for. */
export type TextUnit = { planId: number } & UnitKey

export const keyOf = ({ planId, areaId, orgId, prefix, gradeNo, classId }: TextUnit): string =>
  [planId, areaId, orgId, prefix, gradeNo, classId].map((part) => part ?? '').join(' ')

export const draftFor = (unit: TextUnit): Draft | undefined => drafts.get(keyOf(unit))

export function storeDraft(unit: TextUnit, draft: Draft | undefined): void {
  if (draft) drafts.set(keyOf(unit), draft)
  else drafts.delete(keyOf(unit))
}
