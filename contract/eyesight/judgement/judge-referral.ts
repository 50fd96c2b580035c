// 建议就诊: who should see a doctor.

import type { StoredReading } from '../reading.ts'
import { wearsGlasses } from './completeness.ts'
import { type Eyes, lowest } from './eyes.ts'
import { type AgeTable, isKindergarten, rowForAge, type Subject } from './judgement.ts'
import { isLargeRefraction } from './refraction-rules.ts'
import { areRowsApart } from './vision-rules.ts'

type Worn = Pick<StoredReading, 'glasses'>
const below = (value: number | null, limit: number): boolean => value !== null && value < limit

/** Low vision is 4.8 and less for pupils; kindergarten by completed years, from seven on as at five. */
const VISION_BELOW = 49
const KINDERGARTEN_BELOW: AgeTable<{ vision: number }> = [
  { fromAge: 0, vision: 49 },
  { fromAge: 5, vision: 50 },
]

/**
 * Low vision without glasses is always referred: with little refraction because the function of the eye may be
 * impaired, with much because of the refraction. Low vision with glasses is referred where the glasses no longer help;
 * if vision with them was not measured, there is no finding.
 */
const lowVisionNeedsReferral = (eyes: Eyes, worn: Worn, limit: number): boolean =>
  wearsGlasses(worn) ? below(lowest(eyes, 'corrected'), limit) : true

function kindergartenNeedsReferral(eyes: Eyes, subject: Subject, worn: Worn): boolean {
  const limit = rowForAge(KINDERGARTEN_BELOW, subject.age).vision
  const low = below(lowest(eyes, 'naked'), limit) || areRowsApart(eyes)
  if (low) return lowVisionNeedsReferral(eyes, worn, limit)
  return !wearsGlasses(worn) && isLargeRefraction(eyes, subject)
}

/** Good vision is referred for a large refraction only; SE below zero is advised to be examined, not referred. */
function pupilNeedsReferral(eyes: Eyes, subject: Subject, worn: Worn): boolean {
  if (below(lowest(eyes, 'naked'), VISION_BELOW)) return lowVisionNeedsReferral(eyes, worn, VISION_BELOW)
  return isLargeRefraction(eyes, subject)
}

export const needsReferral = (eyes: Eyes, subject: Subject, worn: Worn): boolean =>
  isKindergarten(subject)
    ? kindergartenNeedsReferral(eyes, subject, worn)
    : pupilNeedsReferral(eyes, subject, worn)

export const orthoKNeedsReferral = (eyes: Eyes): boolean => below(lowest(eyes, 'corrected'), VISION_BELOW)
