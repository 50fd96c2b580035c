// Rates as walls show them: of today's figures, with the change at the places that can be compared.
import { counterFor } from '#contract/eyesight/figures/colleges.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { hidesCount, isSuppressed } from '#contract/eyesight/figures/figure-small-cells.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import type { WallRate } from '#contract/overview/wall.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import type { SexKey } from '#contract/reports/report/tally.ts'

export type Fraction = { numerator: CounterName; denominator: CounterName; sex?: SexKey }
/** A place in the plan and in the one it is compared with, at the same schools. */
export type Comparable = { now: DisclosedTally; last: DisclosedTally }

export const HIDDEN_RATE: WallRate = {
  numerator: null,
  denominator: null,
  rate: null,
  last: null,
  change: null,
  hidden: true,
}

type Counted = { numerator: number; denominator: number; rate: number | null }

/** Null where it is suppressed. */
export function countedOf({ tally, suppression }: DisclosedTally, fraction: Fraction): Counted | null {
  const { sex = 0 } = fraction
  const [numerator, denominator] = [
    counterFor(tally[0], fraction.numerator),
    counterFor(tally[0], fraction.denominator),
  ]
  const counts = tally[sex]
  if ([numerator, denominator].some((name) => hidesCount(suppression, counts, name, sex === 0 ? null : sex)))
    return null
  return {
    numerator: counts[numerator],
    denominator: counts[denominator],
    rate: percentOf(counts[numerator], counts[denominator]),
  }
}

export function wallRate(now: DisclosedTally, fraction: Fraction, comparable: Comparable | null): WallRate {
  const counted = countedOf(now, fraction)
  if (!counted) return HIDDEN_RATE
  const [after, before] = comparable
    ? [countedOf(comparable.now, fraction), countedOf(comparable.last, fraction)]
    : [null, null]
  const last = before?.rate ?? null
  const own = after?.rate ?? null
  return { ...counted, last, change: last === null || own === null ? null : own - last, hidden: false }
}

/** Parts of one whole; null where they are suppressed. */
export function sharesOf<Name extends string>(
  { tally, suppression }: DisclosedTally,
  counters: Record<Name, CounterName>,
): Record<Name, number> | null {
  const entries = Object.entries<CounterName>(counters).map(
    ([name, counter]) => [name, counterFor(tally[0], counter)] as const,
  )
  if (entries.some(([, counter]) => isSuppressed(suppression, counter))) return null
  return Object.fromEntries(entries.map(([name, counter]) => [name, tally[0][counter]])) as Record<
    Name,
    number
  >
}
