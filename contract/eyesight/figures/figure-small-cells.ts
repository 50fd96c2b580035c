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

/** Why a value is hidden: in full, and inside a sentence. */
export const HIDDEN_WHY = '人数过少，或可由此推算出人数过少的数据，为保护学生隐私不予显示'
export const HIDDEN_FOR_PRIVACY = '因保护学生隐私不予显示'

/** How many are counted in one cell, by one measure or by several that are shown together. */
export type Cell = readonly number[]
export type Hiding = { parts: boolean[]; whole: boolean }

/**
 * For cells that add up to a whole: hides the small ones, and as many of the next smallest that the whole minus the shown
 * cells reveals neither a single hidden cell nor a handful of children. If that is impossible the whole is hidden.
 * `already`: cells hidden for another reason, which the shown cells must not reveal either.
 */
export function hideSmall(cells: readonly Cell[], already: readonly boolean[] = []): Hiding {
  const parts = cells.map((cell, nth) => already[nth] === true || cell.some(isSmallCell))
  // A cell with nobody in it is known, and so is the other of a pair: hiding them would protect nobody.
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

/** As `isSuppressed` for a place: where nobody counts there is nothing to hide. */
export const hidesCount = (
  suppression: Suppression,
  counts: Partial<Record<CounterName, number>>,
  counter: CounterName,
  sex: CodeOf<typeof Sex> | null = null,
): boolean =>
  isSuppressed(suppression, counter, sex) && wholesOf(counter).some((whole) => (counts[whole] ?? 0) > 0)

/** The denominators of a place: of everybody (0), of boys (1) and of girls (2). */
export type Wholes = Record<0 | 1 | 2, Partial<Record<CounterName, number>>>

const countOf = (place: Wholes, whole: CounterName, sex: 0 | 1 | 2 = 0): number => place[sex][whole] ?? 0

/** Of whom there are rates or means by sex. */
const SEXED = [
  'valid',
  'rated',
  'collegeRated',
  'nakedRightEyes',
  'nakedLeftEyes',
] as const satisfies CounterName[]

export type SuppressedName = CounterName | 'sexes'
export type SmallCellCheck = {
  cellOf: (place: Wholes) => Cell
  /** What is suppressed of a place where its cell is small. */
  name: SuppressedName
  /** The cell is hidden by any of them. */
  hiddenBy: readonly SuppressedName[]
}
export const SMALL_CELL_CHECKS: readonly SmallCellCheck[] = [
  ...FINDING_WHOLES.map((name) => ({
    cellOf: (place: Wholes) => [countOf(place, name)],
    name,
    hiddenBy: [name],
  })),
  ...SEXED.map((whole) => ({
    cellOf: (place: Wholes) => [countOf(place, whole, 1), countOf(place, whole, 2)],
    name: 'sexes' as const,
    hiddenBy: ['sexes', whole] as const,
  })),
]

export const hidesCell = (suppression: Suppression, { hiddenBy }: SmallCellCheck): boolean =>
  hiddenBy.some((name) => suppression.has(name))

/** What a place needs suppressed because of its own counts, without regard to its neighbours. */
export const ownSuppression = (place: Wholes): Suppression =>
  new Set(SMALL_CELL_CHECKS.filter(({ cellOf }) => cellOf(place).some(isSmallCell)).map(({ name }) => name))

/** For places that make up another one. What is suppressed above is suppressed in every part. */
export function suppressionAmongParts(parts: readonly Wholes[], above: Suppression): Suppression[] {
  const suppression = parts.map(() => new Set(above))
  // What is above was decided on with its neighbours and stays as it is.
  const giveUp = ({ hiddenBy }: SmallCellCheck) => addTo(suppression, hiddenBy)
  untilSettled(() => completeParts(parts, suppression, above, giveUp))
  return suppression
}

/** Repeats what only ever adds something until nothing is added. */
export function untilSettled(step: () => boolean): void {
  while (step());
}

/** Says whether that is more than before. */
export function addTo(sets: readonly Set<SuppressedName>[], names: Iterable<SuppressedName>): boolean {
  let more = false
  for (const name of names) {
    for (const set of sets) {
      more ||= !set.has(name)
      set.add(name)
    }
  }
  return more
}

function smallestOf(
  parts: readonly Wholes[],
  isShown: (nth: number) => boolean,
  { cellOf }: SmallCellCheck,
): number | undefined {
  const people = parts.map((part) => cellOf(part).reduce((sum, count) => sum + count, 0))
  const shown = [...parts.keys()].filter((nth) => isShown(nth) && people[nth])
  return shown.sort((one, other) => (people[one] ?? 0) - (people[other] ?? 0))[0]
}

/**
 * Adds to the suppression of the parts of a place what is small among them, and what would reveal it; says whether that
 * is more than before. `giveUp` is called where hiding parts does not help as long as the place itself is shown.
 */
export function completeParts(
  parts: readonly Wholes[],
  suppression: readonly Set<SuppressedName>[],
  above: Suppression,
  giveUp: (check: SmallCellCheck) => boolean,
): boolean {
  let more = false
  for (const check of SMALL_CELL_CHECKS) {
    const isHidden = (by: Suppression) => hidesCell(by, check)
    if (isHidden(above)) continue
    const hiding = hideSmall(parts.map(check.cellOf), suppression.map(isHidden))
    const added = suppression.filter((each, nth) => hiding.parts[nth] && !isHidden(each))
    more = addTo(added, [check.name]) || more
    if (hiding.whole) {
      // Boys alone, or girls alone, are known as long as their whole is.
      const next = smallestOf(parts, (nth) => !hiding.parts[nth], check)
      more =
        (next === undefined ? giveUp(check) : addTo(suppression.slice(next, next + 1), check.hiddenBy)) ||
        more
    }
  }
  return more
}
