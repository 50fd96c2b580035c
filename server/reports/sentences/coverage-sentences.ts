// How many were to be screened, were, and were not.

import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import type { Tally } from '#contract/reports/report/tally.ts'
import { completionClause } from '../lines/targets.ts'
import { peopleText, percentText } from './rate-words.ts'

export type Absence = { absence: number; students: number }

/** 请假3人、转学1人; the most frequent first. */
export function reasonsText(absences: readonly Absence[]): string {
  return [...absences]
    .sort((one, other) => other.students - one.students || one.absence - other.absence)
    .map(({ absence, students }) => `${AbsenceReason.label(absence)}${peopleText(students)}`)
    .join('、')
}

export function coverageSentences(tally: Tally, place: string, target: number): string[] {
  const { expected, screened, valid } = tally[0]
  if (expected === 0) return [`${place}尚无应筛学生。`]
  const invalid = screened - valid
  const validity = percentText(percentOf(valid, screened))
  return [
    `${place}应筛${peopleText(expected)}，实筛${peopleText(screened)}，${completionClause(percentOf(screened, expected), target)}。`,
    screened === 0
      ? '尚无检查结果。'
      : `实筛学生中有效${peopleText(valid)}，有效率${validity}${invalid > 0 ? `；${peopleText(invalid)}数据不完整或无法检查，不计入各项比率` : ''}。`,
  ]
}

/** With the reasons where they are known, otherwise only how many have one. */
export function absenceSentence(tally: Tally, absences: readonly Absence[] | null): string {
  const { expected, screened, absent } = tally[0]
  const missing = expected - screened
  if (expected === 0) return ''
  if (missing === 0) return '应筛学生已全部筛查。'
  if (absent === 0) return `未筛查${peopleText(missing)}，均未登记原因。`
  const reasons = absences && absences.length > 0 ? `（${reasonsText(absences)}）` : ''
  const rest = missing - absent
  return rest === 0
    ? `未筛查${peopleText(missing)}，均已登记原因${reasons}。`
    : `未筛查${peopleText(missing)}，其中已登记原因${peopleText(absent)}${reasons}，未登记原因${peopleText(rest)}。`
}
