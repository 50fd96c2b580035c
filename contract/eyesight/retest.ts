// A second reading by another examiner against the first (spec: retest record sheets).
import { Glasses } from '../core/codes.ts'
import { percentOf } from './figures/rates.ts'
import { wearsGlasses } from './judgement/completeness.ts'
import { type Eyes, eyesOf } from './judgement/eyes.ts'
import { SIDE_NAMES, SIDES, type Side, type StoredReading } from './reading.ts'

type Measure = 'naked' | 'corrected' | 'se'
export type RetestKey = `${Measure}${Side}`

/** Vision in tenths, SE in thousandths of a dioptre; what is just as far off as allowed is not an error. */
export type RetestComparison = {
  key: RetestKey
  label: string
  first: number | null
  second: number | null
  /** Second less first; null where one of them is missing. */
  difference: number | null
  over: boolean
}
export type RetestSums = { items: number; errors: number }
export type RetestResult = { comparisons: RetestComparison[]; counts: RetestSums }

const MEASURES: Record<Measure, { label: string; tolerance: number }> = {
  naked: { label: '裸眼视力', tolerance: 1 },
  corrected: { label: '戴镜视力', tolerance: 1 },
  se: { label: '等效球镜', tolerance: 500 },
}

const labelOf = (measure: Measure, side: Side): string => `${MEASURES[measure].label}（${SIDE_NAMES[side]}）`

/** Every item there can be, as a record sheet has them. */
export const RETEST_ITEMS: readonly { key: RetestKey; label: string }[] = (
  Object.keys(MEASURES) as Measure[]
).flatMap((measure) =>
  SIDES.map((side) => ({ key: `${measure}${side}` as const, label: labelOf(measure, side) })),
)

/** Per eye. The cornea of an ortho-K wearer is still shaped: only vision now can be compared. */
function measuresOf(first: Pick<StoredReading, 'glasses'>): Measure[] {
  if (first.glasses === Glasses.code.orthoK) return ['corrected']
  return wearsGlasses(first) ? ['naked', 'corrected', 'se'] : ['naked', 'se']
}

function compare(measure: Measure, index: 0 | 1, first: Eyes, second: Eyes): RetestComparison {
  const { tolerance } = MEASURES[measure]
  const side = SIDES[index] as Side
  const before = first[index][measure]
  const after = second[index][measure]
  const difference = before === null || after === null ? null : after - before
  return {
    key: `${measure}${side}`,
    label: labelOf(measure, side),
    first: before,
    second: after,
    difference,
    over: difference !== null && Math.abs(difference) > tolerance,
  }
}

/** Which items there are is decided by the first reading; an item missing in either is shown but not counted. */
export function compareRetest(first: StoredReading, second: StoredReading): RetestResult {
  const before = eyesOf(first)
  const after = eyesOf(second)
  const comparisons = measuresOf(first).flatMap((measure) => [
    compare(measure, 0, before, after),
    compare(measure, 1, before, after),
  ])
  return {
    comparisons,
    counts: {
      items: comparisons.filter(({ difference }) => difference !== null).length,
      errors: comparisons.filter(({ over }) => over).length,
    },
  }
}

/** 误差发生率 in percent, not rounded; null where nothing was compared. */
export const errorRate = ({ items, errors }: RetestSums): number | null => percentOf(errors, items)
