// 预警: the highest level that any rule gives to either eye.
import { type Eyes, highest, largestCylinder, lowest } from './eyes.ts'
import {
  type AgeTable,
  ageForRules,
  isKindergarten,
  rowForAge,
  type Subject,
  type WarningLevel,
} from './judgement.ts'

/** One limit for each of the levels 0 to 3. */
type Limits = readonly [number | null, number, number, number]
type Test = (value: number) => boolean
/** One test for each of the levels 0 to 3. */
type Tests = readonly [Test, Test, Test, Test]

/** Naked vision below; the table has no column under three years, where that of three holds. */
const NAKED_BELOW: AgeTable<{ limits: Limits }> = [
  { fromAge: 3, limits: [49, 48, 47, 46] },
  { fromAge: 4, limits: [50, 49, 48, 47] },
  { fromAge: 5, limits: [null, 50, 49, 48] },
]

/** SE above; the first limit is that of hyperopia, so that no level stands beside "not hyperopic". */
const HYPEROPIC_SE_ABOVE: AgeTable<{ limits: Limits }> = [
  { fromAge: 0, limits: [null, 3_000, 5_000, 8_000] },
  { fromAge: 4, limits: [null, 2_000, 5_000, 8_000] },
  { fromAge: 6, limits: [null, 1_500, 4_500, 7_500] },
  { fromAge: 8, limits: [null, 500, 3_000, 6_000] },
]

/** SE of primary school and above. The table is one for all plans, whatever their operators. */
const MYOPIC_SE: Tests = [(se) => se <= -250, (se) => se < -500, (se) => se < -3_000, (se) => se < -6_000]

/** In kindergarten a short reserve stands in the place of myopia. */
const isReserveShort: Test = (se) => se < 0

const CYLINDER: Tests = [
  (cylinder) => cylinder >= 25,
  (cylinder) => cylinder >= 50,
  (cylinder) => cylinder > 200,
  (cylinder) => cylinder > 400,
]

const highestPassed = <Step>(steps: readonly Step[], passed: (step: Step) => boolean): number =>
  steps.findLastIndex(passed)

/** The highest step of each rule, -1 where none is passed. */
function stepsOf(eyes: Eyes, subject: Subject) {
  const age = ageForRules(subject)
  const naked = lowest(eyes, 'naked') ?? Number.POSITIVE_INFINITY
  const myopic = lowest(eyes, 'se') ?? 0
  const hyperopic = highest(eyes, 'se') ?? 0
  const cylinder = largestCylinder(eyes)
  const { limits } = rowForAge(NAKED_BELOW, age)
  return {
    naked: highestPassed(limits, (limit) => limit !== null && naked < limit),
    myopicSe: highestPassed(isKindergarten(subject) ? [isReserveShort] : MYOPIC_SE, (test) => test(myopic)),
    cylinder: highestPassed(CYLINDER, (test) => test(cylinder)),
    hyperopicSe: highestPassed(
      rowForAge(HYPEROPIC_SE_ABOVE, age).limits,
      (limit) => limit !== null && hyperopic > limit,
    ),
  }
}

export function warningLevelOf(eyes: Eyes, subject: Subject): WarningLevel | null {
  const { naked, myopicSe, cylinder, hyperopicSe } = stepsOf(eyes, subject)
  const level = Math.max(naked, myopicSe, cylinder, hyperopicSe)
  return level < 0 ? null : (level as WarningLevel)
}

export const REFRACTION_CAUSES = ['myopicSe', 'cylinder', 'hyperopicSe'] as const
export type RefractionCause = (typeof REFRACTION_CAUSES)[number]

/** Why eyes have a level: the limit that naked vision is below, and which refraction gives it. */
export function warningCausesOf(level: WarningLevel, eyes: Eyes, subject: Subject) {
  const steps = stepsOf(eyes, subject)
  return {
    below: steps.naked === level ? rowForAge(NAKED_BELOW, ageForRules(subject)).limits[level] : null,
    corrected: false,
    causes: REFRACTION_CAUSES.filter((cause) => steps[cause] === level),
  }
}
