import type { ImportRow } from '#contract/imports/schemas.ts'

type Change = ImportRow['changes'][number]
/** What stood there before: nothing, in the words of a roster or of a result. */
const NOTHING: readonly string[] = ['', '未填']

/** What comes new, which needs no before, and what takes the place of something. */
export function changesIn(changes: readonly Change[]): { filled: Change[]; replaced: Change[] } {
  const isNew = ({ from }: Change) => NOTHING.includes(from)
  return { filled: changes.filter(isNew), replaced: changes.filter((change) => !isNew(change)) }
}
