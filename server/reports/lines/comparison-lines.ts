// Places of a plan with the same places of the previous plan.

import { COUNTER_NAMES } from '#contract/eyesight/figures/counters.ts'
import { emptyTally, type Tally } from '#contract/reports/report/tally.ts'
import type { Counted, SuppressionByKey } from './counted-tree.ts'
import type { Line } from './report-table.ts'
import type { CountedGrade } from './stage-tree.ts'

type WithPrevious = {
  now: Counted
  /** The same places in the same order. */
  last: Counted
  suppression: SuppressionByKey
  lastSuppression: SuppressionByKey
  /** A remark on a place. */
  noteOf: (key: string, now: Tally, last: Tally) => string | null
}

export function linesWithPrevious({ now, last, ...options }: WithPrevious): Line {
  const before = last.tally
  return {
    key: now.key,
    name: now.name,
    unit: now.unit,
    note: options.noteOf(now.key, now.tally, before),
    now: { tally: now.tally, suppression: options.suppression(now.key) },
    last: { tally: before, suppression: options.lastSuppression(last.key) },
    parts: now.parts.flatMap((part, nth) => {
      const same = last.parts[nth]
      return same ? [linesWithPrevious({ ...options, now: part, last: same })] : []
    }),
  }
}

/** Makes both plans have the same grades: one that only one plan has is added to the other with zero counts. */
export function gradesWithPrevious(now: readonly CountedGrade[], last: readonly CountedGrade[]) {
  const missingIn = (own: readonly CountedGrade[], other: readonly CountedGrade[]): CountedGrade[] =>
    other
      .filter(({ counted }) => !own.some((grade) => grade.counted.key === counted.key))
      .map(({ counted, ...grade }) => ({ ...grade, counted: { ...counted, tally: emptyTally(), parts: [] } }))
  return { now: [...now, ...missingIn(now, last)], last: [...last, ...missingIn(last, now)] }
}

export const GONE_KEY = 'gone'

/** Of the whole what none of the parts has. */
export function restOf(whole: Tally, parts: readonly Tally[]): Tally {
  const rest = emptyTally()
  for (const sex of [0, 1, 2] as const) {
    for (const name of COUNTER_NAMES) {
      rest[sex][name] = parts.reduce((left, part) => left - part[sex][name], whole[sex][name])
    }
  }
  return rest
}

/** A single school, or a part of it, is not comparable only where it took part in just one of the plans. */
export const tookPartOnce = (now: Tally, last: Tally): boolean => now[0].valid > 0 !== last[0].valid > 0
