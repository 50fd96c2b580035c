// What a letter says of one child, in words.
import type { SchoolStage } from '#contract/core/codes.ts'
import { Glasses, Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { dioptres, equivalent, vision } from '#contract/exports/screening-row.ts'
import { adviceText, conclusionText } from '#contract/eyesight/judgement/conclusion-text.ts'
import { isLowVision } from '#contract/eyesight/judgement/vision-rules.ts'
import { SIDE_NAMES, SIDES, type Side } from '#contract/eyesight/reading.ts'
import { seasonSign, type Term, termYear } from '#contract/eyesight/term.ts'
import {
  DAYS_TO_SEE_A_DOCTOR,
  type Finding,
  type LetterEye,
  type LetterPast,
  type LetterResult,
} from '#contract/letters/letter-schemas.ts'
import { formatUnitless } from '#contract/reports/report/report-text.ts'
import type { FoundRow } from '../exports/sources/screening-source.ts'
import type { PastReading } from './letter-queries.ts'

const SHOWN_BEFORE = 3
const NOT_MEASURED = '—'
/** A minus is not a hyphen, and what is positive says so. */
const signed = (value: number | null, digits: number): string => {
  if (value === null) return NOT_MEASURED
  const text = Math.abs(value).toFixed(digits)
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`
}
const naked = (tenths: number | null): string =>
  tenths === null ? NOT_MEASURED : formatUnitless(vision(tenths), 'vision')
const sphere = (thousandths: number | null): string => {
  const value = equivalent(thousandths)
  return signed(value, value !== null && Math.abs(value * 100 - Math.round(value * 100)) > 1e-6 ? 3 : 2)
}

type Subject = { stage: CodeOf<typeof SchoolStage>; age: number }
type Told = Pick<FoundRow, 'fields' | 'judgement' | 'stage' | 'age'>

export const sexWord = (sex: CodeOf<typeof Sex>): string => Sex.label(sex)

export function findingOf({ judgement }: Pick<Told, 'judgement'>): Finding {
  if (judgement.referral) return 'referral'
  return judgement.category === 'normal' ? 'normal' : 'watch'
}

export function eyeHint(tenths: number | null, subject: Subject): string {
  if (tenths === null) return '未测'
  return isLowVision(tenths, subject) ? '视力低于正常' : '视力正常'
}

function eyeOf({ fields, judgement, stage, age }: Told, side: Side): LetterEye {
  return {
    naked: naked(fields[`naked${side}`]),
    corrected: naked(fields[`corrected${side}`]),
    sphere: signed(dioptres(fields[`sphere${side}`]), 2),
    cylinder: signed(dioptres(fields[`cylinder${side}`]), 2),
    axis: fields[`axis${side}`]?.toString() ?? NOT_MEASURED,
    equivalent: sphere(judgement[`se${side}`]),
    hint: eyeHint(fields[`naked${side}`], { stage, age }),
  }
}

/** 2026秋: the autumn a school year begins with, the spring it ends with. */
export function seasonName({ schoolYear, season, checkedOn }: PastReading): string {
  if (schoolYear === null || season === null) return checkedOn.slice(0, 7)
  const term = { schoolYear, season: season as Term['season'] }
  return `${termYear(term)}${seasonSign(term)}`
}

const pastOf = (past: PastReading): LetterPast => ({
  when: seasonName(past),
  nakedRight: naked(past.nakedRight),
  nakedLeft: naked(past.nakedLeft),
  equivalentRight: sphere(past.seRight),
  equivalentLeft: sphere(past.seLeft),
})

/** Against the time before, of each eye that became worse. */
export function changeOf(history: readonly PastReading[]): string {
  const [before, now] = history.slice(-2)
  if (!before || !now) return ''
  const parts = SIDES.flatMap((side) => {
    const [was, is] = [before[`naked${side}`], now[`naked${side}`]]
    const [had, has] = [before[`se${side}`], now[`se${side}`]]
    const fell = was !== null && is !== null && is < was
    const moved = had !== null && has !== null && has < had
    if (!fell && !moved) return []
    const words = [
      fell ? `裸眼视力由 ${naked(was)} 降至 ${naked(is)}` : '',
      moved ? `等效球镜由 ${sphere(had)} D 变为 ${sphere(has)} D` : '',
    ]
    return [`${SIDE_NAMES[side]}眼${words.filter(Boolean).join('，')}`]
  })
  return parts.length === 0 ? '' : `与${seasonName(before)}季筛查相比，${parts.join('；')}。`
}

export function dayLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

export function resultOf(row: Told, past: readonly PastReading[], issuedOn: string): LetterResult {
  const { fields, judgement, stage } = row
  const finding = findingOf(row)
  const conclusion = conclusionText(judgement, stage, fields)
  const history = past.slice(-SHOWN_BEFORE)
  return {
    checkedOn: fields.checkedOn ?? '',
    glasses: fields.glasses === null ? NOT_MEASURED : Glasses.label(fields.glasses),
    eyes: [eyeOf(row, 'Right'), eyeOf(row, 'Left')],
    history: history.map(pastOf),
    finding,
    conclusion: `${conclusion}${finding === 'referral' ? '；建议就诊。' : '。'}`,
    change: changeOf(history),
    advice: adviceText(judgement, fields) ?? '',
    dueOn: finding === 'referral' ? dayLater(issuedOn, DAYS_TO_SEE_A_DOCTOR) : null,
  }
}
