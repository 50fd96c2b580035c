// Two plans reduced to the places that have results in both: only these say how a rate has changed.
import { addTallies, type Tally } from '#contract/reports/report/tally.ts'
import { GONE_KEY, restOf, tookPartOnce } from './comparison-lines.ts'
import type { Counted } from './counted-tree.ts'

type Both = { now: Counted; last: Counted }

/** The whole is what its parts add up to. */
const withParts = (tree: Counted, parts: Counted[]): Counted => ({
  ...tree,
  parts,
  tally: addTallies(parts.map(({ tally }) => tally)),
})

/** A tree less what `lessOf` says of its smallest places; only of the counters that were read for that. */
export function lessPlaces(tree: Counted, lessOf: (key: string) => Tally | undefined): Counted {
  const parts = tree.parts.filter(({ key }) => key !== GONE_KEY)
  if (tree.parts.length > 0)
    return withParts(
      tree,
      parts.map((part) => lessPlaces(part, lessOf)),
    )
  const less = lessOf(tree.key)
  return less ? { ...tree, tally: restOf(tree.tally, [less]) } : tree
}

const hasResults = ({ tally }: Counted): boolean => tally[0].valid > 0

/** Without the smallest places that have results in one of the plans only; null where nothing is left, or nothing left out. */
export function commonLeaves({ now, last }: Both): Both | null {
  const common = withoutOnce({ now, last })
  const same =
    common.now.tally[0].valid === now.tally[0].valid && common.last.tally[0].valid === last.tally[0].valid
  return same || !hasBothResults(common) ? null : common
}

export const hasBothResults = ({ now, last }: Both): boolean => hasResults(now) && hasResults(last)

function withoutOnce({ now, last }: Both): Both {
  const pairs = now.parts.flatMap((part, nth) => {
    const same = last.parts[nth]
    if (!same || (part.parts.length === 0 && tookPartOnce(part.tally, same.tally))) return []
    return part.parts.length === 0 ? [{ now: part, last: same }] : [withoutOnce({ now: part, last: same })]
  })
  return {
    now: withParts(
      now,
      pairs.map((pair) => pair.now),
    ),
    last: withParts(
      last,
      pairs.map((pair) => pair.last),
    ),
  }
}
