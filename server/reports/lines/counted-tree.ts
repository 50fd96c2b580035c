// Trees of places that add up, and their suppression for readers without permission to see students.
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  addTo,
  completeParts,
  ownSuppression,
  type SuppressedName,
  type Suppression,
  untilSettled,
} from '#contract/eyesight/figures/figure-small-cells.ts'
import { addTallies, type Tally } from '#contract/reports/report/tally.ts'

/** A place with its parts, if it is shown by parts; `key` says which place it is, in every plan. */
export type Counted = { key: string; name: string; unit: Unit | null; tally: Tally; parts: Counted[] }

export const WHOLE_KEY = 'whole'
/** The whole is what its parts add up to. */
export const wholeOfParts = (parts: Counted[]): Counted => ({
  key: WHOLE_KEY,
  name: '合计',
  unit: null,
  tally: addTallies(parts.map(({ tally }) => tally)),
  parts,
})
/** As `wholeOfParts` for a part that has parts of its own. */
export const groupOf = (key: string, name: string, parts: Counted[]): Counted => ({
  ...wholeOfParts(parts),
  key,
  name,
})

/** The same tree without the parts of places that are shown as one. */
export const truncateAt = (counted: Counted, isLast: (key: string) => boolean): Counted => ({
  ...counted,
  parts: isLast(counted.key) ? [] : counted.parts.map((part) => truncateAt(part, isLast)),
})
/** Stages that reports show together although other screens show them separately. */
export const TOGETHER_KEY = 'stage high'

const NOTHING: Suppression = new Set()
export type SuppressionByKey = (key: string) => Suppression
/** For readers who may see students. */
export const suppressNothing: SuppressionByKey = () => NOTHING

/** What other screens suppress of the whole and, by their keys, of places in it (undefined for places they do not have). */
export type KnownSuppression = {
  whole: Suppression
  of: (key: string) => Suppression | undefined
  /** Whether the whole is shown nowhere else: then it is hidden where hiding its parts does not help. */
  isOwnWhole?: boolean
}

/**
 * The suppression of several trees of the same whole, by the keys of their places. Places that other screens have are
 * suppressed as there; the others are decided on from the whole downwards, each among the parts of the same place.
 */
export function suppressionInTrees(trees: readonly Counted[], known: KnownSuppression): SuppressionByKey {
  const whole = new Set([...known.whole, ...trees.flatMap(({ tally }) => [...ownSuppression(tally)])])
  const found = new Map<string, Set<SuppressedName>>()
  const ofKey = (key: string): Set<SuppressedName> => {
    const suppression = found.get(key) ?? new Set(known.of(key))
    found.set(key, suppression)
    return suppression
  }
  const open = known.isOwnWhole ? [whole] : []
  untilSettled(() => trees.map((tree) => completeTree(tree, { above: whole, open, ofKey })).some(Boolean))
  return (key) => (key === WHOLE_KEY ? whole : (found.get(key) ?? NOTHING))
}

type Completed = {
  above: Suppression
  /** The suppression of the place itself, where it may be added to. */
  open: Set<SuppressedName>[]
  ofKey: (key: string) => Set<SuppressedName>
}

function completeTree(counted: Counted, { above, open, ofKey }: Completed): boolean {
  const together = counted.parts.find(({ key }) => key === TOGETHER_KEY)
  const parts = counted.parts.flatMap((part) => (part === together ? part.parts : [part]))
  const suppression = parts.map(({ key }) => ofKey(key))
  const tallies = parts.map(({ tally }) => tally)
  const more = [
    addTo(suppression, above),
    completeParts(tallies, suppression, above, ({ hiddenBy }) => addTo([...suppression, ...open], hiddenBy)),
    // With one of them shown, the two together would tell the other.
    ...(together?.parts ?? []).map(({ key }) => addTo([ofKey(TOGETHER_KEY)], ofKey(key))),
    ...parts.map(
      (part) => part.parts.length > 0 && completeTree(part, { above: ofKey(part.key), open: [], ofKey }),
    ),
  ]
  return more.some(Boolean)
}
