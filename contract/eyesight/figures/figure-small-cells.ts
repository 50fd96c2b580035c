// Small-cell suppression: which findings are hidden so that nobody learns something about a handful of children.
import type { Sex } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import type { PermissionName } from '../../core/permissions.ts'
import { COUNTER_NAMES, type CounterName, isFinding, wholeOf } from './counters.ts'
import { isSmallCell } from './rates.ts'

/** Permissions to see students; small cells are not suppressed for callers who hold one of them. */
export const SEE_STUDENTS = [
  'studentView',
  'classDetail',
  'classDetailTakingPart',
] as const satisfies PermissionName[]

/** How many are counted in one cell, by one measure or by several that are shown together. */
export type Cell = readonly number[]
export type Hiding = { parts: boolean[]; whole: boolean }

/**
 * For cells that add up to a whole: hides the small ones, and as many of the next smallest that the whole minus the shown
 * cells reveals neither a single hidden cell nor a handful of children. If that is impossible the whole is hidden.
 * `already`: cells hidden for another reason, which the shown cells cannot reveal.
 */
export function hideSmall(cells: readonly Cell[], already: readonly boolean[] = []): Hiding {
  const parts = cells.map((cell, nth) => already[nth] === true || cell.some(isSmallCell))
  // A cell with nobody in it is known; hiding it would protect nobody.
  const spare = cells
    .map((cell, nth) => ({ nth, people: cell.reduce((sum, count) => sum + count, 0) }))
    .filter(({ nth }) => !parts[nth] && cells[nth]?.every((count) => count > 0))
    .sort((one, other) => one.people - other.people)
  while (tellsTooMuch(cells, parts)) {
    const next = spare.shift()
    if (!next) return { parts, whole: true }
    parts[next.nth] = true
  }
  return { parts, whole: false }
}

/** The sum of the hidden cells is known: for one cell, or too few children, that is as good as shown. */
function tellsTooMuch(cells: readonly Cell[], hidden: readonly boolean[]): boolean {
  const measures = cells[0]?.length ?? 0
  return Array.from({ length: measures }, (_, measure) =>
    cells.flatMap((cell, nth) => (hidden[nth] && cell[measure] ? [cell[measure]] : [])),
  ).some((counts) => counts.length === 1 || isSmallCell(counts.reduce((sum, count) => sum + count, 0)))
}

/** The denominators of findings. */
export const FINDING_WHOLES = [
  ...new Set(COUNTER_NAMES.filter(isFinding).flatMap((name) => wholeOf(name) ?? [])),
]

/** What is suppressed for one place: findings with these denominators, or the findings by sex. */
export type Suppression = ReadonlySet<CounterName | 'sexes'>
export const NOTHING_SUPPRESSED: Suppression = new Set()
export const ALL_SUPPRESSED: Suppression = new Set([...FINDING_WHOLES, 'sexes'])

/** What a finding is a part of, and what that is a part of where it is a finding itself: 未矫 of 视力不良 of the valid. */
export function wholesOf(counter: CounterName): CounterName[] {
  const whole = wholeOf(counter)
  if (whole === null) return []
  return isFinding(whole) ? [whole, ...wholesOf(whole)] : [whole]
}

/** Where the whole of a whole is suppressed, the parts would add up to what is hidden. */
export const isSuppressed = (
  suppression: Suppression,
  counter: CounterName,
  sex: CodeOf<typeof Sex> | null = null,
): boolean =>
  isFinding(counter) &&
  (wholesOf(counter).some((whole) => suppression.has(whole)) || (sex !== null && suppression.has('sexes')))

/** The denominators of a place: of everybody (0), of boys (1) and of girls (2). */
export type Wholes = Record<0 | 1 | 2, Partial<Record<CounterName, number>>>

const countOf = (place: Wholes, whole: CounterName, sex: 0 | 1 | 2 = 0): number => place[sex][whole] ?? 0
/** Of whom there are rates by sex; each is a whole of its own. */
const SEXED = ['rated', 'collegeRated'] as const satisfies CounterName[]
const sexesOf = (place: Wholes, whole: (typeof SEXED)[number]): Cell => [
  countOf(place, whole, 1),
  countOf(place, whole, 2),
]

/** What a place needs suppressed because of its own counts, without regard to its neighbours. */
export function ownSuppression(place: Wholes): Suppression {
  const small = FINDING_WHOLES.filter((whole) => isSmallCell(countOf(place, whole)))
  const sexes = SEXED.some((whole) => sexesOf(place, whole).some(isSmallCell))
  return new Set([...small, ...(sexes ? (['sexes'] as const) : [])])
}

/** For places that make up another one. What is suppressed above (`above`) is suppressed in every part. */
export function suppressionAmongParts(
  parts: readonly Wholes[],
  above: Suppression,
): { parts: Suppression[]; whole: Suppression } {
  const suppression = parts.map(() => new Set<CounterName | 'sexes'>(above))
  const whole = new Set<CounterName | 'sexes'>(above)
  const suppress = (name: CounterName | 'sexes', { parts: hidden, whole: all }: Hiding) => {
    for (const [nth, each] of suppression.entries()) if (hidden[nth]) each.add(name)
    if (all) whole.add(name)
  }
  for (const name of FINDING_WHOLES) {
    if (!above.has(name)) suppress(name, hideSmall(parts.map((part) => [countOf(part, name)])))
  }
  if (!above.has('sexes')) {
    for (const name of SEXED) {
      const already = suppression.map((each) => each.has(name))
      suppress(
        'sexes',
        hideSmall(
          parts.map((part) => sexesOf(part, name)),
          already,
        ),
      )
    }
  }
  return { parts: suppression, whole }
}
