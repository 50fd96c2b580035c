// Rules on vision alone, in tenths.

import type { StoredReading } from '../reading.ts'
import { CorrectionState } from '../record-schemas.ts'
import { wearsGlasses } from './completeness.ts'
import { apart, type Eyes, lowest } from './eyes.ts'
import {
  type AgeTable,
  ageForRules,
  type Correction,
  type Degree,
  isKindergarten,
  rowForAge,
  type Subject,
} from './judgement.ts'

/** 视力不良, in kindergarten 视力低常: naked vision of either eye up to this, by completed years. */
const POOR_UP_TO: AgeTable<{ naked: number }> = [
  { fromAge: 0, naked: 46 },
  { fromAge: 3, naked: 47 },
  { fromAge: 4, naked: 48 },
  { fromAge: 5, naked: 49 },
  { fromAge: 6, naked: 49 },
]
/** In kindergarten also where the eyes are so many rows apart. */
const ROWS_APART = 2

/** By the worse eye. */
const POOR_DEGREES: readonly { degree: Degree; naked: number }[] = [
  { degree: 3, naked: 45 },
  { degree: 2, naked: 48 },
  { degree: 1, naked: 49 },
]
const DEGREES_FROM_AGE = 6

/** Vision that calls for a correction, with or without glasses. */
const CORRECTION_UP_TO: AgeTable<{ naked: number }> = [
  { fromAge: 0, naked: 48 },
  { fromAge: 5, naked: 49 },
]
const CORRECTED_ABOVE = 49

export const areRowsApart = (eyes: Eyes): boolean => (apart(eyes, 'naked') ?? 0) >= ROWS_APART

/** Vision of either eye below this is low. */
export const lowVisionLimit = (subject: Subject): number =>
  rowForAge(POOR_UP_TO, ageForRules(subject)).naked + 1

/** Of one eye. */
export const isLowVision = (naked: number, subject: Subject): boolean => naked < lowVisionLimit(subject)

export function isPoorVision(eyes: Eyes, subject: Subject): boolean {
  const worse = lowest(eyes, 'naked')
  const poor = worse !== null && isLowVision(worse, subject)
  return poor || (isKindergarten(subject) && areRowsApart(eyes))
}

export function poorVisionDegree(eyes: Eyes, subject: Subject): Degree {
  const worse = lowest(eyes, 'naked')
  if (worse === null || ageForRules(subject) < DEGREES_FROM_AGE) return 0
  return POOR_DEGREES.find(({ naked }) => worse <= naked)?.degree ?? 0
}

/** 未矫, 欠矫 or 足矫; none where vision needs none, or where it cannot be determined. */
export function correctionOf(
  eyes: Eyes,
  subject: Subject,
  reading: Pick<StoredReading, 'glasses'>,
): Correction {
  const worse = lowest(eyes, 'naked')
  if (reading.glasses === null || worse === null) return CorrectionState.code.none
  if (worse > rowForAge(CORRECTION_UP_TO, ageForRules(subject)).naked) return CorrectionState.code.none
  if (!wearsGlasses(reading)) return CorrectionState.code.not
  const corrected = lowest(eyes, 'corrected')
  if (corrected !== null && corrected <= CORRECTED_ABOVE) return CorrectionState.code.under
  const bothMeasured = eyes.every((eye) => eye.corrected !== null)
  return bothMeasured ? CorrectionState.code.full : CorrectionState.code.none
}
