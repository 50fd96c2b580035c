// Rules that are changed and not saved yet: they outlive their screen, so that going back and forth loses nothing.
import type { WarningRule } from '#contract/warning/rules.ts'
import { onSignedOut } from '#web/core/session/session-store.ts'

/** The own rows as they shall be, and the version they began with. */
export type Draft = { rules: readonly WarningRule[]; version: number }

let stored: Draft | undefined
onSignedOut(() => storeDraft(undefined))

export const storedDraft = (): Draft | undefined => stored

export function storeDraft(draft: Draft | undefined): void {
  stored = draft
}
