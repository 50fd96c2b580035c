// What a reading means for one student under one plan.
import { SchoolStage, type ScreeningItemType } from '../../core/codes.ts'
import type { CodeOf } from '../../core/enums.ts'
import type { PlanItem } from '../reading.ts'
import { CorrectionState, type RecordState } from '../record-schemas.ts'
import type { AdviceCategory } from './advice-texts.ts'
import type { JudgementProfile } from './profile.ts'

export type Subject = {
  stage: CodeOf<typeof SchoolStage>
  /** Completed years on the day of screening. */
  age: number
}
export type JudgementRules = {
  profile: JudgementProfile
  items: Record<PlanItem, CodeOf<typeof ScreeningItemType>>
}

/** 0 none or unknown, 1 low (mild), 2 moderate, 3 high (severe). */
export type Degree = 0 | 1 | 2 | 3
/** None also where it cannot be determined. */
export type Correction = CodeOf<typeof CorrectionState>
/** 0 is the lowest level of a warning; no warning is null. */
export type WarningLevel = 0 | 1 | 2 | 3

/** What only a valid record has. */
export type Findings = {
  poorVision: boolean
  poorDegree: Degree
  myopia: boolean
  myopiaDegree: Degree
  preMyopia: boolean
  /** Vision is fine and SE below zero, primary school and above. */
  highRisk: boolean
  hyperopia: boolean
  hyperopiaDegree: Degree
  astigmatism: boolean
  astigmatismDegree: Degree
  anisometropia: boolean
  /** Large enough to cause amblyopia; kindergarten only. */
  refractiveError: boolean
  /** Kindergarten only. */
  reserveShort: boolean
  orthoK: boolean
  correction: Correction
  referral: boolean
  warningLevel: WarningLevel | null
  /** Null where vision was not measured, so that nothing can be advised. */
  category: AdviceCategory | null
}

export type Judgement = Findings & {
  state: CodeOf<typeof RecordState>
  /** Names of what a valid record still lacks. */
  missing: string[]
  /** Spherical equivalent in thousandths of a dioptre. */
  seRight: number | null
  seLeft: number | null
}

export const NO_FINDINGS: Findings = {
  poorVision: false,
  poorDegree: 0,
  myopia: false,
  myopiaDegree: 0,
  preMyopia: false,
  highRisk: false,
  hyperopia: false,
  hyperopiaDegree: 0,
  astigmatism: false,
  astigmatismDegree: 0,
  anisometropia: false,
  refractiveError: false,
  reserveShort: false,
  orthoK: false,
  correction: CorrectionState.code.none,
  referral: false,
  warningLevel: null,
  category: null,
}

export const isKindergarten = ({ stage }: Pick<Subject, 'stage'>): boolean =>
  stage === SchoolStage.code.kindergarten

/** From primary school on the rules from six years hold, however young a pupil is. */
export const ageForRules = (subject: Subject): number =>
  isKindergarten(subject) ? subject.age : Math.max(subject.age, 6)

type AgeRow<Rule> = Rule & { fromAge: number }
/** Rows from the youngest up, in completed years; the first one holds for anybody younger too. */
export type AgeTable<Rule> = readonly [AgeRow<Rule>, ...AgeRow<Rule>[]]

export const rowForAge = <Rule>(table: AgeTable<Rule>, age: number): Rule =>
  table.findLast(({ fromAge }) => age >= fromAge) ?? table[0]
