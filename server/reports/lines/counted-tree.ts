// Places that add up to another one, and what of them is kept back from those who may not see the students.
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

/** The same places without what is below those that are told as one. */
export const cutAt = (counted: Counted, isLast: (key: string) => boolean): Counted => ({
  ...counted,
  parts: isLast(counted.key) ? [] : counted.parts.map((part) => cutAt(part, isLast)),
})
type SuppressedName = CounterName | 'sexes'
const NAMES: readonly SuppressedName[] = [...FINDING_WHOLES, 'sexes']
type Seeds = ReadonlyMap<Counted, Suppression>

/** What rates and means of boys and of girls are taken of. */
const SEXED = ['valid', 'rated', 'nakedRightEyes', 'nakedLeftEyes'] as const satisfies CounterName[]

/** How many are counted; of boys and girls, how many of each. */
function cellOf({ tally }: Counted, name: SuppressedName): Cell {
  if (name !== 'sexes') return [tally[0][name]]
  return ([1, 2] as const).flatMap((sex) => SEXED.map((counter) => tally[sex][counter]))
}

/** What other screens keep back of the same places: what they hide must not be shown here, nor the other way round. */
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
/** Stages that are told together although every screen has them by themselves. */
export const TOGETHER_KEY = 'stage high'

const NOTHING: Suppression = new Set()

/** Whether it is small, or something in it. */
const holdsSmall = (counted: Counted, name: SuppressedName, seeds: Seeds): boolean =>
  cellOf(counted, name).some(isSmallCell) ||
  seeds.get(counted)?.has(name) === true ||
  counted.parts.some((part) => holdsSmall(part, name, seeds))

type SuppressedParts = { parts: ReadonlySet<Counted>; whole: boolean }

/** A part that holds something small is hidden with all that is in it, and so many others that it cannot be told. */
function suppressedPartsOf(root: Counted, name: SuppressedName, seeds: Seeds): SuppressedParts {
  const small = cellOf(root, name).some(isSmallCell) || seeds.get(root)?.has(name) === true
  if (small) return { parts: new Set(root.parts), whole: true }
  const { parts, whole } = hideSmall(
    root.parts.map((part) => cellOf(part, name)),
    root.parts.map((part) => holdsSmall(part, name, seeds)),
  )
  return { parts: new Set(root.parts.filter((_, nth) => whole || parts[nth])), whole }
}

export type SuppressionByKey = (key: string) => Suppression
/** For those who may see the students. */
export const suppressNothing: SuppressionByKey = () => NOTHING

/**
 * What is kept back in trees of one and the same whole, by the keys of their places. What one of them keeps back of the
 * whole is kept back everywhere.
 */
export function suppressionInTrees(trees: readonly Counted[], above: Suppression): SuppressionByKey {
  const whole = new Set<SuppressedName>(above)
  const found = trees.flatMap((tree) => {
    const seeds = seedsOf(tree, above)
    return NAMES.map((name) => ({ tree, name, suppressed: suppressedPartsOf(tree, name, seeds) }))
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
