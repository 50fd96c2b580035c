// Decomposes the change of a rate: within effect (the same strata of pupils at the same places changed), mix effect (the
// shares of the strata changed), and coverage effect (other places took part).
import { percentOf } from '#contract/eyesight/figures/rates.ts'

type When = 'now' | 'last'
/** Counts of a stratum (stage, grade and sex) in one plan; `inOnePlan`: at places without results in the other plan. */
export type StratumRow = { when: When; stratum: string; inOnePlan: boolean; counted: number; found: number }

/** Percents and percentage points, not rounded. The effects that are not null add up to the change. */
export type RateDecomposition = {
  last: number | null
  now: number | null
  change: number | null
  /** Null where no place took part in both plans: then the whole change is the coverage effect. */
  withinEffect: number | null
  mixEffect: number | null
  coverageEffect: number | null
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

export function decomposeRate(rows: readonly StratumRow[]): RateDecomposition {
  const rateIn = (when: When, own: readonly StratumRow[]) =>
    rateOf(addUp(own.filter((row) => row.when === when)))
  const now = rateIn('now', rows)
  const last = rateIn('last', rows)
  if (now === null || last === null) {
    return { last, now, change: null, withinEffect: null, mixEffect: null, coverageEffect: null }
  }
  const common = rows.filter(({ inOnePlan }) => !inOnePlan)
  const nowCommon = rateIn('now', common)
  const lastCommon = rateIn('last', common)
  const change = now - last
  if (nowCommon === null || lastCommon === null) {
    return { last, now, change, withinEffect: null, mixEffect: null, coverageEffect: change }
  }
  return {
    last,
    now,
    change,
    ...withinAndMixEffects(common),
    coverageEffect: now - nowCommon - (last - lastCommon),
  }
}

/** Kitagawa's decomposition: rates weighted by the mean of both mixes, mixes by the mean of both rates. */
function withinAndMixEffects(rows: readonly StratumRow[]): { withinEffect: number; mixEffect: number } {
  const now = sharesIn(rows, 'now')
  const last = sharesIn(rows, 'last')
  const nowWhole = addUp(now.values())
  const lastWhole = addUp(last.values())
  let withinEffect = 0
  let mixEffect = 0
  // Added up in one order: the database gives the rows in any, and a frozen report is compared to the last digit.
  for (const stratum of [...new Set([...now.keys(), ...last.keys()])].sort()) {
    const one = now.get(stratum) ?? NOBODY
    const other = last.get(stratum) ?? NOBODY
    // A stratum that only one plan has is a change of mix only: its rate is used for both plans.
    const nowRate = rateOf(one) ?? rateOf(other) ?? 0
    const lastRate = rateOf(other) ?? rateOf(one) ?? 0
    const nowWeight = one.counted / nowWhole.counted
    const lastWeight = other.counted / lastWhole.counted
    withinEffect += ((nowWeight + lastWeight) / 2) * (nowRate - lastRate)
    mixEffect += ((nowRate + lastRate) / 2) * (nowWeight - lastWeight)
  }
  return { withinEffect, mixEffect }
}

const NOBODY: Share = { counted: 0, found: 0 }

function sharesIn(rows: readonly StratumRow[], when: When): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const row of rows) {
    if (row.when === when) shares.set(row.stratum, addUp([shares.get(row.stratum) ?? NOBODY, row]))
  }
  return shares
}

/** The places that have valid results in one of the two plans only. */
export function placesInOnePlan(rows: readonly { when: When; place: string; valid: number }[]): Set<string> {
  const seen = (when: When) =>
    new Set(rows.filter((row) => row.when === when && row.valid > 0).map(({ place }) => place))
  const now = seen('now')
  const last = seen('last')
  return new Set([...now, ...last].filter((place) => now.has(place) !== last.has(place)))
}
