// How many were to be screened, were, and were not.

import { type RangeCounts, RangePart, wholeRange } from '#contract/eyesight/figures/plan-range.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { AbsenceReason } from '#contract/eyesight/reading.ts'
import type { ReportValue } from '#contract/reports/report/report.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
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

/** Of a plan that is not over: what is read today is not what will be read at its end. */
export const runningSentence = (day: string, completion: ReportValue, plan = '本计划'): string =>
  `${plan}正在进行，以下数据截至${day}，完成率${percentText(completion)}，计划结束前还会变化。`

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

/** 任务未开始300人、未分配任务40人; empty where everybody is on a list. */
const unlistedText = ({ waiting, unassigned }: RangeCounts): string =>
  [
    waiting.students > 0 ? `任务未开始${peopleText(waiting.students)}` : '',
    unassigned.students > 0 ? `未分配任务${peopleText(unassigned.students)}` : '',
  ]
    .filter((part) => part !== '')
    .join('、')

/** The whole range of the plan and how much of it has begun; only where it has schools. */
export function rangeSentence(range: RangeCounts): string {
  const { schools, students } = wholeRange(range)
  if (schools === 0) return ''
  const whole = `计划范围内有${formatValue(schools, 'count')}所学校、${peopleText(students)}`
  if (range.begun.schools === schools && range.begun.students === students) return `${whole}，均已开展筛查。`
  const parts = RangePart.codes.flatMap((part) => {
    const { schools, students } = range[part]
    if (schools === 0 && students === 0) return []
    // Classes that no task names, in schools that have begun.
    const where = schools === 0 ? '已开展学校中的班级' : `${formatValue(schools, 'count')}所学校`
    return `${RangePart.label(part)}${where}、${peopleText(students)}`
  })
  return `${whole}：${parts.join('；')}。`
}

/** With the reasons where they are known, otherwise only how many have one. */
export function absenceSentence(
  tally: Tally,
  absences: readonly Absence[] | null,
  range: RangeCounts,
): string {
  const { expected, screened, absent } = tally[0]
  const missing = expected - screened
  if (expected === 0) return ''
  if (missing === 0) return '应筛学生已全部筛查。'
  const unlisted = unlistedText(range)
  const listed = missing - range.waiting.students - range.unassigned.students
  if (unlisted !== '' && listed === 0) return `未筛查${peopleText(missing)}：${unlisted}。`
  const head =
    unlisted === ''
      ? `未筛查${peopleText(missing)}`
      : `未筛查${peopleText(missing)}：${unlisted}；名单内未检${peopleText(listed)}`
  if (absent === 0) return `${head}，均未登记原因。`
  const reasons = absences && absences.length > 0 ? `（${reasonsText(absences)}）` : ''
  const rest = listed - absent
  return rest === 0
    ? `${head}，均已登记原因${reasons}。`
    : `${head}，其中已登记原因${peopleText(absent)}${reasons}，未登记原因${peopleText(rest)}。`
}
