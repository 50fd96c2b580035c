// Trees of places that add up, and their suppression for readers without permission to see students.
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  type Cell,
  FINDING_WHOLES,
  hideSmall,
  type Suppression,
  suppressionAmongParts,
} from '#contract/eyesight/figures/figure-small-cells.ts'
import { isSmallCell } from '#contract/eyesight/figures/rates.ts'
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
type SuppressedName = CounterName | 'sexes'
/** Boys and girls of colleges are a whole of their own: they are no part of the others' sums. */
type CellName = SuppressedName | 'collegeSexes'
const NAMES: readonly CellName[] = [...FINDING_WHOLES, 'sexes', 'collegeSexes']
const suppressedBy = (name: CellName): SuppressedName => (name === 'collegeSexes' ? 'sexes' : name)
type Seeds = ReadonlyMap<Counted, Suppression>

/** The denominators of rates and means by sex. */
const SEXED = ['valid', 'rated', 'nakedRightEyes', 'nakedLeftEyes'] as const satisfies CounterName[]

/** The denominator; for `sexes` the denominators of boys and girls. */
function cellOf({ tally }: Counted, name: CellName): Cell {
  if (name === 'collegeSexes') return [tally[1].collegeRated, tally[2].collegeRated]
  if (name !== 'sexes') return [tally[0][name]]
  return ([1, 2] as const).flatMap((sex) => SEXED.map((counter) => tally[sex][counter]))
}

/** What other screens suppress of the same places: a cell they hide must not be shown here, nor the other way round. */
function seedsOf(
  counted: Counted,
  above: Suppression,
  seeds = new Map<Counted, Suppression>(),
): Map<Counted, Suppression> {
  const parts = counted.parts.flatMap((part) => (part.key === TOGETHER_KEY ? part.parts : [part]))
  const { parts: suppression, whole } = suppressionAmongParts(
    parts.map(({ tally }) => tally),
    above,
  )
  seeds.set(counted, new Set([...(seeds.get(counted) ?? []), ...whole]))
  for (const [nth, part] of parts.entries()) {
    const own = suppression[nth] ?? NOTHING
    seeds.set(part, own)
    if (part.parts.length > 0) seedsOf(part, own, seeds)
  }
  return seeds
}
/** Stages that reports show together although other screens show them separately. */
export const TOGETHER_KEY = 'stage high'

const NOTHING: Suppression = new Set()

/** Whether the place, or a place in it, is small or suppressed elsewhere. */
const holdsSmall = (counted: Counted, name: CellName, seeds: Seeds): boolean =>
  cellOf(counted, name).some(isSmallCell) ||
  seeds.get(counted)?.has(suppressedBy(name)) === true ||
  counted.parts.some((part) => holdsSmall(part, name, seeds))

type SuppressedParts = { parts: ReadonlySet<Counted>; whole: boolean }

/** A part that contains a small cell is suppressed with everything in it, and enough others that it cannot be derived. */
function suppressedPartsOf(root: Counted, name: CellName, seeds: Seeds): SuppressedParts {
  const small = cellOf(root, name).some(isSmallCell) || seeds.get(root)?.has(suppressedBy(name)) === true
  if (small) return { parts: new Set(root.parts), whole: true }
  const { parts, whole } = hideSmall(
    root.parts.map((part) => cellOf(part, name)),
    root.parts.map((part) => holdsSmall(part, name, seeds)),
  )
  return { parts: new Set(root.parts.filter((_, nth) => whole || parts[nth])), whole }
}

export type SuppressionByKey = (key: string) => Suppression
/** For readers who may see students. */
export const suppressNothing: SuppressionByKey = () => NOTHING

/**
 * The suppression of several trees of the same whole, by the keys of their places. What one tree suppresses of the
 * whole is suppressed in all of them.
 */
export function suppressionInTrees(trees: readonly Counted[], above: Suppression): SuppressionByKey {
  const whole = new Set<SuppressedName>(above)
  const found = trees.flatMap((tree) => {
    const seeds = seedsOf(tree, above)
    return NAMES.map((name) => ({
      tree,
      name: suppressedBy(name),
      suppressed: suppressedPartsOf(tree, name, seeds),
    }))
  })
  for (const { name, suppressed } of found) if (suppressed.whole) whole.add(name)
  const suppression = new Map<string, Set<SuppressedName>>()
  const suppress = (counted: Counted, name: SuppressedName): void => {
    suppression.set(counted.key, (suppression.get(counted.key) ?? new Set<SuppressedName>()).add(name))
    for (const part of counted.parts) suppress(part, name)
  }
  for (const { tree, name, suppressed } of found) {
    for (const part of tree.parts) if (whole.has(name) || suppressed.parts.has(part)) suppress(part, name)
  }
  return (key) => (key === WHOLE_KEY ? whole : (suppression.get(key) ?? NOTHING))
}
