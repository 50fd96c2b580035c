import type { ImportRow } from '#contract/imports/schemas.ts'

type Change = ImportRow['changes'][number]
/** The words for an empty old value, in a roster or in a result. */
const NOTHING: readonly string[] = ['', '未填']

/** New values, shown alone, and replaced ones, shown with the old value. */
export function changesIn(changes: readonly Change[]): { filled: Change[]; replaced: Change[] } {
  const isNew = ({ from }: Change) => NOTHING.includes(from)
  return { filled: changes.filter(isNew), replaced: changes.filter((change) => !isNew(change)) }
}
