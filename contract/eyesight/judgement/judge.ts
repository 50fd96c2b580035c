// The judgement of a screening: one pure function, whole numbers only. The rules stand in vision-rules.ts,
// refraction-rules.ts, judge-referral.ts, warning-level.ts and risk-level.ts, each as a small rule or a table.
import { Glasses } from '../../core/codes.ts'
import type { StoredReading } from '../reading.ts'
import { RecordState } from '../record-schemas.ts'
import { adviceCategory } from './advice.ts'
import { isExamined, isFlagged, missingOf, withinPlan } from './completeness.ts'
import { type Eyes, eyesOf, lowest } from './eyes.ts'
import { findReferral, orthoKNeedsReferral } from './judge-referral.ts'
import {
  type Findings,
  isKindergarten,
  type Judgement,
  type JudgementRules,
  NO_FINDINGS,
  type Subject,
} from './judgement.ts'
import type { JudgementProfile } from './profile.ts'
import {
  astigmatismDegree,
  hyperopiaDegree,
  isAmblyogenic,
  isAnisometropia,
  isBelowZero,
  isHyperopia,
  isLargeRefraction,
  isPreMyopia,
  myopiaDegree,
  orthoKDegree,
} from './refraction-rules.ts'
import { orthoKRiskLevel, riskLevelOf } from './risk-level.ts'
import { correctionOf, isPoorVision, poorVisionDegree } from './vision-rules.ts'
import { warningLevelOf } from './warning-level.ts'

export function judge(reading: StoredReading, subject: Subject, rules: JudgementRules): Judgement {
  const planned = withinPlan(reading, rules.items)
  const eyes = eyesOf(planned)
  const [{ se: seRight }, { se: seLeft }] = eyes
  if (!isExamined(planned, rules.items))
    return { ...NO_FINDINGS, state: RecordState.code.notScreened, missing: [], seRight, seLeft }
  const missing = missingOf(planned, rules.items)
  if (missing.length > 0 || isFlagged(planned)) {
    return {
      ...NO_FINDINGS,
      category: 'incomplete',
      state: RecordState.code.invalid,
      missing,
      seRight,
      seLeft,
    }
  }
  const findings =
    planned.glasses === Glasses.code.orthoK
      ? orthoKFindings(eyes, subject, rules.profile)
      : findingsOf(eyes, subject, rules.profile, planned)
  // Spreading them takes three times as long as everything above; nobody else has them.
  return Object.assign(findings, { state: RecordState.code.valid, missing, seRight, seLeft } as const)
}

/** From here on SE below zero is a risk and no cause to see a doctor. */
const GOOD_VISION = 49

export function findingsOf(
  eyes: Eyes,
  subject: Subject,
  profile: JudgementProfile,
  worn: Pick<StoredReading, 'glasses'>,
): Findings {
  const visionMeasured = lowest(eyes, 'naked') !== null
  const kindergarten = isKindergarten(subject)
  const poorVision = isPoorVision(eyes, subject)
  const degree = myopiaDegree(eyes, subject, profile)
  const astigmatism = astigmatismDegree(eyes)
  const referral = findReferral(eyes, subject, worn)
  const found: Findings = {
    poorVision,
    poorDegree: poorVisionDegree(eyes, subject),
    myopia: degree > 0,
    myopiaDegree: degree,
    preMyopia: isPreMyopia(eyes, subject, profile),
    // In kindergarten SE below zero is a short reserve instead.
    highRisk:
      !kindergarten && degree === 0 && (lowest(eyes, 'naked') ?? 0) >= GOOD_VISION && isBelowZero(eyes),
    hyperopia: isHyperopia(eyes, subject, profile),
    hyperopiaDegree: hyperopiaDegree(eyes, subject, profile),
    astigmatism: astigmatism > 0,
    astigmatismDegree: astigmatism,
    anisometropia: isAnisometropia(eyes),
    refractiveError: isAmblyogenic(eyes, subject),
    reserveShort: kindergarten && isBelowZero(eyes),
    orthoK: false,
    correction: correctionOf(eyes, subject, worn),
    referral: referral.cause !== null,
    warningLevel: null,
    category: null,
  }
  found.warningLevel =
    profile.warningGrades === 'risk' ? riskLevelOf(eyes, subject, found, worn) : warningLevelOf(eyes, subject)
  const largeRefraction = isLargeRefraction(eyes, subject)
  found.category = adviceCategory(found, { visionMeasured, largeRefraction, referral })
  return found
}

/** A cornea shaped overnight shows neither naked vision nor refraction: the lens says that there is myopia. */
function orthoKFindings(eyes: Eyes, subject: Subject, profile: JudgementProfile): Findings {
  const referral = orthoKNeedsReferral(eyes, subject)
  return {
    ...NO_FINDINGS,
    orthoK: true,
    myopia: true,
    myopiaDegree: orthoKDegree(eyes, profile),
    poorVision: profile.orthoKPoor && isPoorVision(eyes, subject),
    poorDegree: profile.orthoKPoor ? poorVisionDegree(eyes, subject) : 0,
    referral,
    warningLevel: profile.warningGrades === 'risk' ? orthoKRiskLevel(eyes, subject) : null,
    category: referral ? 'orthoKReferred' : 'orthoK',
  }
}
