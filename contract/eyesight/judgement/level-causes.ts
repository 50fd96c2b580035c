// Which readings give a valid record its 预警级别, by the same rules that give it.
import { Glasses } from '../../core/codes.ts'
import { EMPTY_READING, type StoredReading } from '../reading.ts'
import { withinPlan } from './completeness.ts'
import { type Eyes, eyesOf } from './eyes.ts'
import { findingsOf } from './judge.ts'
import type { JudgementRules, Subject, WarningLevel } from './judgement.ts'
import { orthoKRiskCauses, orthoKRiskLevel, type RiskCause, riskCausesOf } from './risk-level.ts'
import { type RefractionCause, warningCausesOf } from './warning-level.ts'

export type LevelCause = RiskCause | RefractionCause
export type LevelCauses = {
  level: WarningLevel
  /** The limit that vision is below, in tenths; null where vision does not give the level. */
  below: number | null
  /** Vision with glasses or a lens; otherwise without. */
  corrected: boolean
  causes: readonly LevelCause[]
  eyes: Eyes
}

/** Null where there is no level. */
export function levelCausesOf(
  given: Partial<StoredReading>,
  subject: Subject,
  { profile, items }: JudgementRules,
): LevelCauses | null {
  const reading = withinPlan({ ...EMPTY_READING, ...given }, items)
  const eyes = eyesOf(reading)
  const byRisk = profile.warningGrades === 'risk'
  if (reading.glasses === Glasses.code.orthoK) {
    const level = byRisk ? orthoKRiskLevel(eyes, subject) : null
    return level === null ? null : { level, ...orthoKRiskCauses(level, eyes, subject), eyes }
  }
  const found = findingsOf(eyes, subject, profile, reading)
  const level = found.warningLevel
  if (level === null) return null
  const causes = byRisk
    ? riskCausesOf(level, eyes, subject, found, reading)
    : warningCausesOf(level, eyes, subject)
  return { level, ...causes, eyes }
}
