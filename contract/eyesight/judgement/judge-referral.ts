// 建议就诊: who should see a doctor, and why. The flag and the advice both follow from what is found here.

import type { StoredReading } from '../reading.ts'
import { wearsGlasses } from './completeness.ts'
import { type Eyes, lowest } from './eyes.ts'
import { type AgeTable, isKindergarten, rowForAge, type Subject } from './judgement.ts'
import { isLargeRefraction } from './refraction-rules.ts'
import { areRowsApart } from './vision-rules.ts'

type Worn = Pick<StoredReading, 'glasses'>
export type ReferralCause = 'lowVision' | 'weakGlasses' | 'refraction'
export type ReferralFinding = {
  /** Null: no referral. */
  cause: ReferralCause | null
  /** Both eyes reach the limit with glasses. */
  glassesSuffice: boolean
}

/** Vision below this is low. From seven years on a child in kindergarten is measured as at five. */
const PUPILS_BELOW = 49
const KINDERGARTEN_BELOW: AgeTable<{ vision: number }> = [
  { fromAge: 0, vision: 49 },
  { fromAge: 5, vision: 50 },
]
const visionLimit = (subject: Subject): number =>
  isKindergarten(subject) ? rowForAge(KINDERGARTEN_BELOW, subject.age).vision : PUPILS_BELOW

const isBelow = (value: number | null, limit: number): boolean => value !== null && value < limit

/**
 * Glasses that bring both eyes up to the limit answer everything: naked vision and refraction alone then lead nowhere.
 * Otherwise low vision refers, and a large refraction does so whatever the naked vision. Where vision with glasses was not
 * measured, nobody knows whether they suffice: low vision alone does not refer, a large refraction does.
 */
export function findReferral(eyes: Eyes, subject: Subject, worn: Worn): ReferralFinding {
  const limit = visionLimit(subject)
  const isLow = isBelow(lowest(eyes, 'naked'), limit) || (isKindergarten(subject) && areRowsApart(eyes))
  const wears = wearsGlasses(worn)
  const glassesSuffice = wears && eyes.every(({ corrected }) => corrected !== null && corrected >= limit)
  const because = (cause: ReferralCause | null): ReferralFinding => ({ cause, glassesSuffice })
  if (glassesSuffice) return because(null)
  if (isLow && !wears) return because('lowVision')
  if (isLow && isBelow(lowest(eyes, 'corrected'), limit)) return because('weakGlasses')
  return because(isLargeRefraction(eyes, subject) ? 'refraction' : null)
}

/** An ortho-K lens is worn by night: vision without glasses by day is what it achieves. */
export const orthoKNeedsReferral = (eyes: Eyes, subject: Subject): boolean =>
  isBelow(lowest(eyes, 'corrected'), visionLimit(subject))

/** The rule in sentences, for the explanation of 建议就诊. */
export const REFERRAL_RULES: readonly string[] = [
  '建议就诊的视力界限：中小学及以上4.9；幼儿园未满5周岁4.9，5周岁及以上5.0，两眼裸眼视力相差两行及以上也视为低于界限。',
  '未戴镜、任一眼裸眼视力低于界限的，建议就诊。',
  '戴框架或隐形眼镜、裸眼视力与戴镜视力都低于界限的，建议就诊。',
  '戴框架或隐形眼镜、两眼戴镜视力都达到界限的，不论裸眼视力、散光、屈光参差和度数，不建议就诊。',
  '未戴镜或戴镜视力没有达到界限的，任一眼等效球镜≥+2.00D、柱镜绝对值≥1.50D（幼儿园>1.50D）或屈光参差，不论裸眼视力，建议就诊；幼儿园还包括屈光不正。',
  '佩戴角膜塑形镜、任一眼戴镜视力低于界限的，建议就诊。',
  '裸眼视力达到界限、只是等效球镜小于0的，不建议就诊，建议定期复查。',
]
