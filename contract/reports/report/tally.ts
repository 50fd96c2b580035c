// What was counted of a place: of everybody (0), of boys (1) and of girls (2).
import type { Sex } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import { COUNTER_NAMES, type CounterName } from '../../eyesight/figures/counters.ts'

export type Counting = Record<CounterName, number>
export type SexKey = 0 | 1 | 2
export type Tally = Record<SexKey, Counting>

/** Copied for each: made anew from the names it would take six times as long, and a report has hundreds. */
const NOTHING = Object.fromEntries(COUNTER_NAMES.map((name) => [name, 0])) as Counting
export const emptyTally = (): Tally => ({ 0: { ...NOTHING }, 1: { ...NOTHING }, 2: { ...NOTHING } })

/** Rows of figures added up, of which not every counter need be read; a row for both sexes (0) counts for the whole only. */
export function tallyOf(rows: Iterable<{ sex: SexKey | null } & Partial<Counting>>): Tally {
  const sums = emptyTally()
  for (const row of rows) {
    if (row.sex === null) continue
    for (const name of COUNTER_NAMES) {
      const counted = row[name] ?? 0
      sums[0][name] += counted
      if (row.sex !== 0) sums[row.sex][name] += counted
    }
  }
  return sums
}

export function addTallies(tallies: Iterable<Tally>): Tally {
  const sums = emptyTally()
  for (const tally of tallies) {
    for (const sex of [0, 1, 2] as const) {
      for (const name of COUNTER_NAMES) sums[sex][name] += tally[sex][name]
    }
  }
  return sums
}

/** The boys, or the girls, as a place of their own; it has pupils where the whole has them. */
export const tallyOfSex = (tally: Tally, sex: CodeOf<typeof Sex>): Tally => ({
  ...emptyTally(),
  0: { ...tally[sex], pupils: tally[0].pupils },
  [sex]: tally[sex],
})
