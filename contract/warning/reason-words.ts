// The reasons of a warning in words, with the readings behind them: in lists, details, messages and files alike.
import { Glasses } from '../core/codes.ts'
import type { CodeOf } from '../core/enums.ts'
import { type Eyes, eyesOf } from '../eyesight/judgement/eyes.ts'
import type { JudgementRules, Subject } from '../eyesight/judgement/judgement.ts'
import { levelCausesOf } from '../eyesight/judgement/level-causes.ts'
import { EMPTY_READING } from '../eyesight/reading.ts'
import { signedDioptres } from '../eyesight/signed-dioptres.ts'
import { warningWord } from '../eyesight/warning-words.ts'
import { bothEyes, namedEyes, nameOf, textOf } from './eye-words.ts'
import { levelWords } from './level-words.ts'
import { INDICATORS, type IndicatorName, ruleText, type WarningLevelCode } from './rules.ts'

/** As it stands in the column. */
export type StoredReason = {
  rule: string
  indicator: string
  level: WarningLevelCode
  /** Thousandths of the unit. */
  threshold: number
  value: number | null
  /** Right, left. */
  eye: 1 | 2 | null
  fromRecordId: number | null
}

/** A screening in stored whole numbers: tenths of vision, hundredths of a dioptre. */
export type ReasonReading = Subject & {
  on: string
  glasses: CodeOf<typeof Glasses> | null
  nakedRight: number | null
  nakedLeft: number | null
  correctedRight: number | null
  correctedLeft: number | null
  sphereRight: number | null
  sphereLeft: number | null
  cylinderRight: number | null
  cylinderLeft: number | null
  myopia: boolean
  highMyopia: boolean
  anisometropia: boolean
}

/** Lengths of an eye at two visits, in hundredths of a millimetre. */
export type AxialGrowth = {
  eye: 1 | 2
  from: number
  to: number
  fromOn: string
  toOn: string
  /** Thousandths of a millimetre a year. */
  rate: number
  /** How much more than the threshold it may be at this age. */
  margin: number
}

/** What stands behind a reason, as far as the reader may see it. */
export type ReasonFacts = {
  /** The screening that warns, and the one it is compared with. */
  now: ReasonReading | null
  from: ReasonReading | null
  /** Thousandths of a dioptre a year between the two, of the eye of the reason. */
  rate: number | null
  axial: AxialGrowth | null
  letterPrinted: boolean
  /** Of the plan. */
  rules: JudgementRules | null
}

/** A shorter time between two screenings counts as half a year: a change is not extrapolated further. */
export const HALF_YEAR_DAYS = 183
/** Dioptres a year of a stored rate; cut off, so that what stays under a limit does not look as if it reached it. */
export const perYearShown = (rate: number): number => Math.floor(rate / 10) / 100

const EYES = { 1: '右眼', 2: '左眼' } as const
const DAY_MS = 86_400_000

export const isIndicator = (name: string): name is IndicatorName => name in INDICATORS

const eyesOfReading = (reading: ReasonReading): Eyes => eyesOf({ ...EMPTY_READING, ...reading })
const eyeOf = (reading: ReasonReading, eye: 1 | 2) => eyesOfReading(reading)[eye === 1 ? 0 : 1]
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
/** 1.00 D/年 */
const limitText = (indicator: IndicatorName, thousandths: number): string => {
  const { decimals, unit } = INDICATORS[indicator]
  return `界限 ${(thousandths / 1000).toFixed(decimals)} ${unit}`
}

type Words = (reason: StoredReason, facts: ReasonFacts) => string | null

/**
 * By indicator; null where the readings are not at hand, or no longer those of the reason: those of a warning that has
 * ended may have been corrected since.
 */
const READ: Partial<Record<IndicatorName, Words>> = {
  level({ level }, { now, rules }) {
    const causes = now && rules && levelCausesOf(now, now, rules)
    return causes?.level === level ? `筛查${warningWord(level)}预警：${levelWords(causes)}` : null
  },
  visionFell({ value, eye }, { now, from }) {
    if (!now || !from || !eye) return null
    const quantity = now.glasses === Glasses.code.orthoK ? 'corrected' : 'naked'
    const [was, is] = [eyeOf(from, eye)[quantity], eyeOf(now, eye)[quantity]]
    if (was === null || is === null || (was - is) * 1000 !== value) return null
    const change = `由 ${textOf(quantity, was)} 降到 ${textOf(quantity, is)}`
    return `${EYES[eye]}${nameOf(quantity)}${change}（${from.on} → ${now.on}）`
  },
  progression({ value, eye, threshold }, { now, from, rate }) {
    if (!now || !from || !eye || value === null || rate !== value) return null
    const [was, is] = [eyeOf(from, eye).se, eyeOf(now, eye).se]
    if (was === null || is === null) return null
    const change = `由 ${textOf('se', was)} 变为 ${textOf('se', is)}`
    const days = daysBetween(from.on, now.on)
    const counted = days < HALF_YEAR_DAYS ? '（不足半年按半年计）' : ''
    const perYear = signedDioptres(-perYearShown(value))
    return `${EYES[eye]}等效球镜${change}，间隔 ${days} 天${counted}，折合每年 ${perYear} D（${limitText('progression', threshold)}）`
  },
  newlyMyopic: (_, { now, from }) =>
    now?.myopia && from && !from.myopia ? flipped('不近视', from, '近视', now) : null,
  newlyHigh: (_, { now, from }) =>
    now?.highMyopia && from && !from.highMyopia ? flipped('不是高度近视', from, '高度近视', now) : null,
  eyesDiffer({ value, threshold }, { now }) {
    if (!now) return null
    const eyes = eyesOfReading(now)
    const apart = value !== null && value >= threshold
    const parts = [
      apart && `双眼裸眼视力相差 ${value / 1000} 行（${bothEyes('naked', eyes)}）`,
      now.anisometropia && `屈光参差（${namedEyes(['sphere', 'cylinder'], eyes)}）`,
    ].filter((part) => part !== false)
    const { naked: right } = eyes[0]
    const { naked: left } = eyes[1]
    if (apart && (right === null || left === null || Math.abs(right - left) * 1000 !== value)) return null
    return parts.length > 0 ? parts.join('，') : null
  },
  axialGrowth({ value, eye, threshold }, { axial }) {
    if (!axial || value === null || axial.rate !== value || axial.eye !== eye) return null
    const { from, to, fromOn, toOn, margin } = axial
    const change = `由 ${textOf('axial', from)} mm 增长到 ${textOf('axial', to)} mm`
    return `${EYES[axial.eye]}眼轴${change}，间隔 ${daysBetween(fromOn, toOn)} 天，折合每年 ${(value / 1000).toFixed(2)} mm（${limitText('axialGrowth', threshold + margin)}）`
  },
  notVisited: ({ value }, { letterPrinted }) =>
    value === null ? null : `${letterPrinted ? '告知书打印后' : '筛查后'} ${value / 1000} 天未复查`,
}

function flipped(was: string, from: ReasonReading, is: string, now: ReasonReading): string {
  const at = (reading: ReasonReading) => {
    const values = namedEyes(['se'], eyesOfReading(reading))
    return values && `（${values}）`
  }
  return `${from.on} ${was}${at(from)}，${now.on} ${is}${at(now)}`
}

export const valueText = (indicator: IndicatorName, value: number): string => {
  const { decimals, unit } = INDICATORS[indicator]
  const shown = indicator === 'progression' ? perYearShown(value) : value / 1000
  return `${shown.toFixed(decimals)}${unit}`
}

/** Without readings: 右眼近视进展快 0.93D/年 */
function plainText({ level, value, threshold, eye }: StoredReason, indicator: IndicatorName): string {
  if (indicator === 'level') return `筛查${warningWord(level)}预警`
  const { label, direction } = INDICATORS[indicator]
  const where = eye ? EYES[eye] : ''
  // Eyes may differ in refraction alone.
  const counts = value !== null && (indicator !== 'eyesDiffer' || value >= threshold)
  return direction === null || !counts
    ? `${where}${label}`
    : `${where}${label} ${valueText(indicator, value)}`
}

/** 右眼裸眼视力由 4.7 降到 4.5（2026-03-12 → 2026-09-20） */
export function reasonText(reason: StoredReason, facts?: ReasonFacts): string {
  const { indicator } = reason
  if (!isIndicator(indicator)) return indicator
  return (facts && READ[indicator]?.(reason, facts)) ?? plainText(reason, indicator)
}

/** The rule behind it: 两眼裸眼视力相差的行数，或屈光参差（两眼差异大≥2行） */
export function reasonRule({ indicator, threshold }: StoredReason): string {
  if (!isIndicator(indicator)) return ''
  const { rule, direction } = INDICATORS[indicator]
  const limit = direction === null ? '' : `（${ruleText({ indicator, threshold: threshold / 1000 })}）`
  return `${rule}${limit}`
}
