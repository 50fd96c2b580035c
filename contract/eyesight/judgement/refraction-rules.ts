// Rules on refraction: SE in thousandths, sphere and cylinder in hundredths of a dioptre.
import { apart, type Eye, type Eyes, highest, largestCylinder, lowest } from './eyes.ts'
import {
  type AgeTable,
  ageForRules,
  type Degree,
  isKindergarten,
  rowForAge,
  type Subject,
} from './judgement.ts'
import { type JudgementProfile, type Operator, passes } from './profile.ts'

const MYOPIA_SE = -500
const MID_SE = -3_000
const HIGH_SE = -6_000
const PRE_MYOPIA_UP_TO = 750

type MyopiaRule = { nakedBelow: number; operator: Operator }
/** Only under six years of age, in kindergarten, another line holds, and there it is not in dispute. */
const myopiaRule = (subject: Subject, profile: JudgementProfile): MyopiaRule =>
  ageForRules(subject) < 6
    ? { nakedBelow: 49, operator: '<=' }
    : { nakedBelow: 50, operator: profile.myopiaOp }

/** Both conditions in the same eye. */
const isMyopicEye = ({ naked, se }: Eye, { nakedBelow, operator }: MyopiaRule): boolean =>
  naked !== null && naked < nakedBelow && se !== null && passes(operator, se, MYOPIA_SE)

function degreeOfEye(se: number, profile: JudgementProfile): Degree {
  if (passes(profile.highOp, se, HIGH_SE)) return 3
  return profile.degrees === 3 && passes(profile.midOp, se, MID_SE) ? 2 : 1
}

/** The more severe of the eyes that pass the test of myopia; 0 without myopia. */
export function myopiaDegree(eyes: Eyes, subject: Subject, profile: JudgementProfile): Degree {
  const rule = myopiaRule(subject, profile)
  let worst: number | null = null
  for (const eye of eyes) {
    if (isMyopicEye(eye, rule) && eye.se !== null) worst = Math.min(worst ?? eye.se, eye.se)
  }
  return worst === null ? 0 : degreeOfEye(worst, profile)
}

/** By the power of the lens (100 stands for one dioptre); 0 where it was not written down. */
export function orthoKDegree(eyes: Eyes, profile: JudgementProfile): Degree {
  const power = highest(eyes, 'orthoK') ?? 0
  if (power === 0) return 0
  if (power > 600) return 3
  return profile.degrees === 3 && power > 300 ? 2 : 1
}

/** The more myopic eye stands where myopia has not begun but is near: the band ends exactly where myopia begins. */
export function isPreMyopia(eyes: Eyes, subject: Subject, profile: JudgementProfile): boolean {
  const worse = lowest(eyes, 'se')
  if (worse === null) return false
  return !passes(myopiaRule(subject, profile).operator, worse, MYOPIA_SE) && worse <= PRE_MYOPIA_UP_TO
}

export const isBelowZero = (eyes: Eyes): boolean => (lowest(eyes, 'se') ?? 0) < 0

/** 远视: SE of either eye above this, by completed years. */
const HYPEROPIA_ABOVE: AgeTable<{ se: number }> = [
  { fromAge: 0, se: 3_000 },
  { fromAge: 4, se: 2_000 },
  { fromAge: 6, se: 1_500 },
  { fromAge: 8, se: 500 },
]
const HYPEROPIA_FIXED = 2_000

export function isHyperopia(eyes: Eyes, subject: Subject, profile: JudgementProfile): boolean {
  const se = highest(eyes, 'se')
  if (se === null) return false
  if (profile.hyperopiaRule === 'fixed') return se >= HYPEROPIA_FIXED
  return se > rowForAge(HYPEROPIA_ABOVE, ageForRules(subject)).se
}

const HYPEROPIA_DEGREES_FROM_AGE = 12
export function hyperopiaDegree(eyes: Eyes, subject: Subject, profile: JudgementProfile): Degree {
  const se = highest(eyes, 'se') ?? 0
  if (subject.age < HYPEROPIA_DEGREES_FROM_AGE || !isHyperopia(eyes, subject, profile)) return 0
  if (se > 6_000) return 3
  return se > 3_000 ? 2 : 1
}

/** 散光 by the larger cylinder; 0 below 0.50 D. */
export function astigmatismDegree(eyes: Eyes): Degree {
  const cylinder = largestCylinder(eyes)
  if (cylinder < 50) return 0
  if (cylinder > 400) return 3
  return cylinder > 200 ? 2 : 1
}

/** 屈光参差. */
export const isAnisometropia = (eyes: Eyes): boolean =>
  (apart(eyes, 'sphere') ?? 0) > 150 || (apart(eyes, 'cylinder') ?? 0) > 100

/** 屈光不正 that can cause amblyopia, either eye, by completed years; under two as at two. */
const AMBLYOGENIC: AgeTable<{ above: number; below: number; cylinder: number }> = [
  { fromAge: 2, above: 4_500, below: -3_500, cylinder: 200 },
  { fromAge: 3, above: 4_000, below: -3_000, cylinder: 200 },
  { fromAge: 5, above: 3_500, below: -1_500, cylinder: 150 },
]

export function isAmblyogenic(eyes: Eyes, subject: Subject): boolean {
  if (!isKindergarten(subject)) return false
  const { above, below, cylinder } = rowForAge(AMBLYOGENIC, subject.age)
  const large = (highest(eyes, 'se') ?? 0) > above || (lowest(eyes, 'se') ?? 0) < below
  return large || largestCylinder(eyes) > cylinder
}

/** What the advice calls large: the limits at which the flow of referral finds refraction abnormal. */
export function isLargeRefraction(eyes: Eyes, subject: Subject): boolean {
  const cylinder = largestCylinder(eyes)
  return (
    (highest(eyes, 'se') ?? 0) >= HYPEROPIA_FIXED ||
    (isKindergarten(subject) ? cylinder > 150 : cylinder >= 150) ||
    isAnisometropia(eyes) ||
    isAmblyogenic(eyes, subject)
  )
}
