import { useState } from 'react'
import type { AssessPlan, AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import { type Draft, NEW_PLAN, storeDraft, storedDraft } from './drafts.ts'
import { isSameContent } from './plan-draft.ts'

/** `isSaved`: nothing was changed since it was saved; the plan with this version may still be on its way here. */
type Shown = Draft & { isSaved: boolean }

/** The plan with what is changed and not saved yet. */
export function usePlanDraft(plan: AssessPlan | undefined, stored: AssessPlanContent) {
  const key = plan?.planId ?? NEW_PLAN
  const current = plan?.version ?? 0
  const [draft, setDraft] = useState<Shown | undefined>(() => {
    const typed = storedDraft(key)
    return typed && { ...typed, isSaved: false }
  })
  const keep = (next: Shown | undefined) => {
    storeDraft(key, next?.isSaved ? undefined : next)
    setDraft(next)
  }
  const shown = draft && !(draft.isSaved && current >= draft.version) ? draft : undefined
  const content = shown?.content ?? stored
  const version = shown?.version ?? current
  const isOvertaken = shown !== undefined && current > shown.version
  return {
    key,
    content,
    version,
    isDirty: shown !== undefined && !shown.isSaved,
    /** Somebody else has saved the plan meanwhile. */
    isOvertaken,
    change: (change: Partial<AssessPlanContent>) => {
      const next = { ...content, ...change }
      const isBack = version === current && isSameContent(next, stored)
      keep(isBack ? undefined : { content: next, version, isSaved: false })
    },
    /** What is changed is saved as this version. */
    markSaved: (saved: number) => keep({ content, version: saved, isSaved: true }),
    /** What is changed is given up. */
    forget: () => keep(undefined),
    /** What is changed goes over what somebody else has saved. */
    insist: () => keep({ content, version: current, isSaved: false }),
  }
}
