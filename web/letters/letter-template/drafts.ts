// Templates that are typed and not saved yet: they outlive their screen, so that going back and forth loses nothing.
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import type { LetterContent } from '#contract/letters/template-schemas.ts'
import { onSignedOut } from '#web/core/session/session-store.ts'

/** What is typed, and the version it began with. */
export type Draft = { content: LetterContent; version: number }
export type Drafts = { readonly [K in LetterKindCode]?: Draft }

let stored: Drafts = {}
onSignedOut(() => storeDrafts({}))

export const storedDrafts = (): Drafts => stored

export function storeDrafts(drafts: Drafts): void {
  stored = drafts
}
