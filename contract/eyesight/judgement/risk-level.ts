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

/** By the worse eye: below the limit is the first level, two rows less the next. */
function levelOfVision(vision: number | null, limit: number): WarningLevel | null {
  if (vision === null || vision >= limit) return null
  if (vision < limit - 2 * ROWS_PER_LEVEL) return 3
  return vision < limit - ROWS_PER_LEVEL ? 2 : 1
}

/** Rules of pupils that say more than their vision. */
function levelOfPupil(eyes: Eyes, found: Found, worn: Worn): WarningLevel | null {
  const cylinder = largestCylinder(eyes)
  const isHigh =
    (lowest(eyes, 'se') ?? 0) < -HIGH_SE || (highest(eyes, 'se') ?? 0) > HIGH_SE || cylinder > HIGH_CYLINDER
  if (isHigh) return 3
  if (found.anisometropia || (cylinder > LARGE_CYLINDER && !wearsGlasses(worn))) return 2
  const { not, under } = CorrectionState.code
  if (found.myopia && (found.correction === not || found.correction === under)) return 1
  if (found.referral) return 1
  return found.myopia || (found.preMyopia && (lowest(eyes, 'se') ?? 0) < 0) ? 0 : null
}

function levelOfSmallChild(found: Found): WarningLevel | null {
  if (found.refractiveError || found.referral) return 1
  return found.reserveShort ? 0 : null
}

const higher = (one: WarningLevel | null, other: WarningLevel | null): WarningLevel | null =>
  (one ?? -1) >= (other ?? -1) ? one : other

export function riskLevelOf(eyes: Eyes, subject: Subject, found: Found, worn: Worn): WarningLevel | null {
  const small = isKindergarten(subject)
  const limit = small ? lowVisionLimit(subject) : PUPILS_BELOW
  return higher(
    levelOfVision(presentingVision(eyes, worn), limit),
    small ? levelOfSmallChild(found) : levelOfPupil(eyes, found, worn),
  )
}

/** An ortho-K lens hides refraction and naked vision: what the child sees with it alone decides. */
export const orthoKRiskLevel = (eyes: Eyes, subject: Subject): WarningLevel | null =>
  levelOfVision(lowest(eyes, 'corrected'), isKindergarten(subject) ? lowVisionLimit(subject) : PUPILS_BELOW)
