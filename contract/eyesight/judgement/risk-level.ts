// 风险分级: warns by how a child sees now and by refraction that needs a doctor, so that the reddest levels are few.

import type { StoredReading } from '../reading.ts'
import { CorrectionState } from '../record-schemas.ts'
import { wearsGlasses } from './completeness.ts'
import { type Eyes, highest, largestCylinder, lowest } from './eyes.ts'
import { type Findings, isKindergarten, type Subject, type WarningLevel } from './judgement.ts'
import { lowVisionLimit } from './vision-rules.ts'

type Worn = Pick<StoredReading, 'glasses'>
type Found = Pick<
  Findings,
  'myopia' | 'preMyopia' | 'correction' | 'referral' | 'anisometropia' | 'refractiveError' | 'reserveShort'
>

const PUPILS_BELOW = 49
/** Rows below the limit at which the next level begins. */
const ROWS_PER_LEVEL = 2

const HIGH_SE = 6_000
const HIGH_CYLINDER = 400
const LARGE_CYLINDER = 200

/** Vision as the child sees: with glasses where they are worn. Unknown where those were not measured. */
const presentingVision = (eyes: Eyes, worn: Worn): number | null =>
  lowest(eyes, wearsGlasses(worn) ? 'corrected' : 'naked')

/** Of pupils; of a small child below the lower limit of its age. */
const visionLimitOf = (subject: Subject): number =>
  isKindergarten(subject) ? lowVisionLimit(subject) : PUPILS_BELOW

/** By the worse eye: below the limit is the first level, two rows less the next. */
function levelOfVision(vision: number | null, limit: number): WarningLevel | null {
  if (vision === null || vision >= limit) return null
  if (vision < limit - 2 * ROWS_PER_LEVEL) return 3
  return vision < limit - ROWS_PER_LEVEL ? 2 : 1
}

export type RiskCause =
  | 'highMyopia'
  | 'highHyperopia'
  | 'highCylinder'
  | 'anisometropia'
  | 'largeCylinder'
  | 'uncorrected'
  | 'underCorrected'
  | 'refractiveError'
  | 'referral'
type Rule = {
  level: WarningLevel
  /** Null: no warning. */
  cause: RiskCause | null
  holds: (eyes: Eyes, found: Found, worn: Worn) => boolean
}
const { not, under } = CorrectionState.code

/** Rules of pupils that say more than their vision, the gravest first. */
const PUPIL_RULES: readonly Rule[] = [
  { level: 3, cause: 'highMyopia', holds: (eyes) => (lowest(eyes, 'se') ?? 0) < -HIGH_SE },
  { level: 3, cause: 'highHyperopia', holds: (eyes) => (highest(eyes, 'se') ?? 0) > HIGH_SE },
  { level: 3, cause: 'highCylinder', holds: (eyes) => largestCylinder(eyes) > HIGH_CYLINDER },
  { level: 2, cause: 'anisometropia', holds: (_, found) => found.anisometropia },
  {
    level: 2,
    cause: 'largeCylinder',
    holds: (eyes, _, worn) => largestCylinder(eyes) > LARGE_CYLINDER && !wearsGlasses(worn),
  },
  { level: 1, cause: 'uncorrected', holds: (_, found) => found.myopia && found.correction === not },
  { level: 1, cause: 'underCorrected', holds: (_, found) => found.myopia && found.correction === under },
  { level: 1, cause: 'referral', holds: (_, found) => found.referral },
  {
    level: 0,
    cause: null,
    holds: (eyes, found) => found.myopia || (found.preMyopia && (lowest(eyes, 'se') ?? 0) < 0),
  },
]
const SMALL_CHILD_RULES: readonly Rule[] = [
  { level: 1, cause: 'refractiveError', holds: (_, found) => found.refractiveError },
  { level: 1, cause: 'referral', holds: (_, found) => found.referral },
  { level: 0, cause: null, holds: (_, found) => found.reserveShort },
]
const rulesFor = (subject: Subject): readonly Rule[] =>
  isKindergarten(subject) ? SMALL_CHILD_RULES : PUPIL_RULES

const higher = (one: WarningLevel | null, other: WarningLevel | null): WarningLevel | null =>
  (one ?? -1) >= (other ?? -1) ? one : other

export function riskLevelOf(eyes: Eyes, subject: Subject, found: Found, worn: Worn): WarningLevel | null {
  const first = rulesFor(subject).find(({ holds }) => holds(eyes, found, worn))
  return higher(levelOfVision(presentingVision(eyes, worn), visionLimitOf(subject)), first?.level ?? null)
}

/** Why a child has a level: rules that hold, and the limit (in tenths) that its vision is below. */
export type RiskCauses = { below: number | null; corrected: boolean; causes: RiskCause[] }

export function riskCausesOf(
  level: WarningLevel,
  eyes: Eyes,
  subject: Subject,
  found: Found,
  worn: Worn,
): RiskCauses {
  const corrected = wearsGlasses(worn)
  const rules = rulesFor(subject).filter((rule) => rule.level === level && rule.holds(eyes, found, worn))
  return {
    below: limitPassed(level, presentingVision(eyes, worn), subject),
    corrected,
    causes: rules.flatMap(({ cause }) => cause ?? []),
  }
}

const limitPassed = (level: WarningLevel, vision: number | null, subject: Subject): number | null => {
  const limit = visionLimitOf(subject)
  return levelOfVision(vision, limit) === level ? limit - (level - 1) * ROWS_PER_LEVEL : null
}

/** An ortho-K lens hides refraction and naked vision: what the child sees with it alone decides. */
export const orthoKRiskLevel = (eyes: Eyes, subject: Subject): WarningLevel | null =>
  levelOfVision(lowest(eyes, 'corrected'), visionLimitOf(subject))

export const orthoKRiskCauses = (level: WarningLevel, eyes: Eyes, subject: Subject): RiskCauses => ({
  below: limitPassed(level, lowest(eyes, 'corrected'), subject),
  corrected: true,
  causes: [],
})
