import { DisclosureReason } from '#contract/core/fields.ts'
import { maskName } from '#contract/core/mask.ts'
import { isAboveSchool } from '../core/private-names.ts'
import { maySeeStudents } from '../eyesight/figures/figure-suppression.ts'
import type { ExportReader } from './sources/export-source.ts'

/** A reason that says what the names are for; any other leaves them masked above the school. */
export const asksForNames = (reason: string): boolean => DisclosureReason.safeParse(reason).success

export type NamesShown = 'full' | 'masked' | 'none'

/** How a file shows the names of children and parents: not at all to a reader who may not see students. */
export function namesShownTo(
  reader: Pick<ExportReader, 'caller' | 'scope'>,
  { named }: { named?: boolean },
): NamesShown {
  if (!maySeeStudents(reader)) return 'none'
  if (!isAboveSchool(reader)) return 'full'
  return named && reader.caller.permissions.has('studentReveal') ? 'full' : 'masked'
}

const SHOWN: Record<NamesShown, (name: string) => string> = {
  full: (name) => name,
  masked: maskName,
  none: () => '',
}
export const nameWriter = (shown: NamesShown): ((name: string) => string) => SHOWN[shown]
