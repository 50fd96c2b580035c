// A change of a rate split into what the same kind of pupils at the same places really changed, what comes from another
// mix of pupils, and what comes from other places taking part.
import { percentOf } from '#contract/eyesight/figures/rates.ts'

type When = 'now' | 'last'
/** Pupils alike (of one stage, grade and sex) in one of the plans; `lone`: at places without results in the other. */
export type AlikeRow = { when: When; alike: string; lone: boolean; counted: number; found: number }

/** Percents and points, not rounded. The three parts that are there add up to the change. */
export type RateSplit = {
  last: number | null
  now: number | null
  change: number | null
  /** Null where no place took part in both plans: then all of the change is coverage. */
  real: number | null
  mix: number | null
  coverage: number | null
}

type Share = { counted: number; found: number }

const addUp = (shares: Iterable<Share>): Share => {
  const sum = { counted: 0, found: 0 }
  for (const { counted, found } of shares) {
    sum.counted += counted
    sum.found += found
  }
  return sum
}
const rateOf = ({ counted, found }: Share): number | null => percentOf(found, counted)

export function splitOf(rows: readonly AlikeRow[]): RateSplit {
  const rateIn = (when: When, own: readonly AlikeRow[]) =>
    rateOf(addUp(own.filter((row) => row.when === when)))
  const now = rateIn('now', rows)
  const last = rateIn('last', rows)
  if (now === null || last === null) {
    return { last, now, change: null, real: null, mix: null, coverage: null }
  }
  const common = rows.filter(({ lone }) => !lone)
  const nowCommon = rateIn('now', common)
  const lastCommon = rateIn('last', common)
  const change = now - last
  if (nowCommon === null || lastCommon === null) {
    return { last, now, change, real: null, mix: null, coverage: change }
  }
  return { last, now, change, ...realAndMix(common), coverage: now - nowCommon - (last - lastCommon) }
}

/** Kitagawa's decomposition: rates weighted by the mean of both mixes, mixes by the mean of both rates. */
function realAndMix(rows: readonly AlikeRow[]): { real: number; mix: number } {
  const now = sharesIn(rows, 'now')
  const last = sharesIn(rows, 'last')
  const nowWhole = addUp(now.values())
  const lastWhole = addUp(last.values())
  let real = 0
  let mix = 0
  for (const alike of new Set([...now.keys(), ...last.keys()])) {
    const one = now.get(alike) ?? NOBODY
    const other = last.get(alike) ?? NOBODY
    // Pupils that only one plan has are another mix and nothing else: their rate is taken for both plans.
    const nowRate = rateOf(one) ?? rateOf(other) ?? 0
    const lastRate = rateOf(other) ?? rateOf(one) ?? 0
    const nowWeight = one.counted / nowWhole.counted
    const lastWeight = other.counted / lastWhole.counted
    real += ((nowWeight + lastWeight) / 2) * (nowRate - lastRate)
    mix += ((nowRate + lastRate) / 2) * (nowWeight - lastWeight)
  }
  return { real, mix }
}

const NOBODY: Share = { counted: 0, found: 0 }

function sharesIn(rows: readonly AlikeRow[], when: When): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const row of rows) {
    if (row.when === when) shares.set(row.alike, addUp([shares.get(row.alike) ?? NOBODY, row]))
  }
  return shares
}

/** The places that have valid results in one of the two plans only. */
export function lonePlaces(rows: readonly { when: When; place: string; valid: number }[]): Set<string> {
  const seen = (when: When) =>
    new Set(rows.filter((row) => row.when === when && row.valid > 0).map(({ place }) => place))
  const now = seen('now')
  const last = seen('last')
  return new Set([...now, ...last].filter((place) => now.has(place) !== last.has(place)))
}
