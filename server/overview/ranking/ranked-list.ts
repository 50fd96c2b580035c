// The two ends of a ranking.
import { RANKED_SHOWN, type RankedList } from '#contract/overview/ranking.ts'
import { looksEqual } from '../../reports/sentences/rate-words.ts'

/** Who may have a place, with what it is by. */
export type Candidate<Who> = { who: Who; value: number; counted: number }
type Placed<Who> = Candidate<Who> & { rank: number }
export type Placement<Who> = { ranked: number; best: Placed<Who>[]; worst: Placed<Who>[] }

/** From better to worse; what is written the same has the same place. */
export function placed<Who>(
  candidates: readonly Candidate<Who>[],
  better: 'higher' | 'lower',
): Placement<Who> {
  const sign = better === 'higher' ? -1 : 1
  const sorted = [...candidates].sort((one, other) => sign * (one.value - other.value))
  let rank = 1
  const all = sorted.map((each, nth) => {
    const before = sorted[nth - 1]
    if (before && !looksEqual(before.value, each.value)) rank = nth + 1
    return { ...each, rank }
  })
  return { ranked: all.length, best: all.slice(0, RANKED_SHOWN), worst: all.slice(-RANKED_SHOWN) }
}

export function named<Who>(
  { ranked, best, worst }: Placement<Who>,
  unitOf: (who: Who) => RankedList['best'][number]['unit'],
): RankedList {
  const name = ({ who, ...each }: Placed<Who>) => ({ unit: unitOf(who), ...each })
  return { ranked, best: best.map(name), worst: worst.map(name) }
}
