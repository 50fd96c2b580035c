// What can be said of many spherical equivalents, from how many children have which.
import { SE_AXIS, type SeBar, type SeDegree } from '#contract/overview/diopter.ts'

/** `se` in thousandths of a dioptre. */
export type Counted = { se: number; records: number }
/** In order of their equivalents. */
export type Distribution = { values: readonly Counted[]; records: number }

const THOUSANDTHS = 1_000

/** Of groups of rows, by a key of each. */
export function distributionsBy<Row extends Counted, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Distribution> {
  const groups = new Map<Key, Map<number, number>>()
  for (const row of rows) {
    const key = keyOf(row)
    const counts = groups.get(key) ?? new Map<number, number>()
    groups.set(key, counts)
    counts.set(row.se, (counts.get(row.se) ?? 0) + row.records)
  }
  return new Map([...groups].map(([key, counts]) => [key, distributionOf(counts)]))
}

function distributionOf(counts: ReadonlyMap<number, number>): Distribution {
  const values = [...counts].map(([se, records]) => ({ se, records }))
  return {
    values: values.sort((one, other) => one.se - other.se),
    records: values.reduce((sum, { records }) => sum + records, 0),
  }
}

/** In dioptres, between two children in proportion (`percentile_cont`); null of nobody. */
export function quantileOf(distribution: Distribution, share: number): number | null {
  if (distribution.records === 0) return null
  const place = share * (distribution.records - 1)
  const [below, above] = [valueAt(distribution, Math.floor(place)), valueAt(distribution, Math.ceil(place))]
  return (below + (above - below) * (place - Math.floor(place))) / THOUSANDTHS
}

function valueAt({ values }: Distribution, nth: number): number {
  let seen = 0
  for (const { se, records } of values) {
    seen += records
    if (nth < seen) return se
  }
  throw new Error('nobody stands there')
}

/** Percent below a limit, in dioptres. */
export function percentBelow({ values, records }: Distribution, dioptres: number): number | null {
  if (records === 0) return null
  const below = values.filter(({ se }) => se < dioptres * THOUSANDTHS)
  return (below.reduce((sum, each) => sum + each.records, 0) * 100) / records
}

/** Where the degrees begin; 近视前期 includes +0.75. */
const DEGREE_ENDS: [degree: SeDegree, isIn: (se: number) => boolean][] = [
  ['high', (se) => se < -6_000],
  ['mid', (se) => se < -3_000],
  ['low', (se) => se < -500],
  ['pre', (se) => se <= 750],
]
const degreeOf = (se: number): SeDegree => DEGREE_ENDS.find(([, isIn]) => isIn(se))?.[0] ?? 'far'

/** Every bar of the axis, empty ones as well; each split where a degree ends inside of it. */
export function barsOf({ values, records }: Distribution): SeBar[] {
  const { from, to, step } = SE_AXIS
  const bars = Array.from({ length: (to - from) / step }, (_, nth) => ({
    from: from + nth * step,
    counts: new Map<SeDegree, number>(),
  }))
  for (const { se, records: count } of values) {
    const nth = Math.floor((se / THOUSANDTHS - from) / step)
    const counts = bars[Math.min(Math.max(nth, 0), bars.length - 1)]?.counts
    const degree = degreeOf(se)
    counts?.set(degree, (counts.get(degree) ?? 0) + count)
  }
  return bars.map((bar) => ({
    from: bar.from,
    parts: [...bar.counts].map(([degree, count]) => ({ degree, share: (count * 100) / records })),
  }))
}
