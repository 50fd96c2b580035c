// What the rates are measured against.
import { SchoolStage } from '#contract/core/codes.ts'
import type { ReportValue } from '#contract/reports/report/report.ts'
import { looksEqual, percentText, pointsText } from '../sentences/rate-words.ts'

const { primary, juniorHigh, seniorHigh, vocationalHigh } = SchoolStage.code

/** The lines of 2030 (综合防控儿童青少年近视实施方案): below them, at six years about 3%. */
const TARGET_YEAR = 2030
export const TARGET_LINES = [
  { name: '小学', stages: [primary], line: 38 },
  { name: '初中', stages: [juniorHigh], line: 60 },
  { name: '高中', stages: [seniorHigh, vocationalHigh], line: 70 },
] as const satisfies { name: string; stages: readonly number[]; line: number }[]
export const SIX_YEARS_LINE = 3
export const SIX_YEARS = '6岁儿童（幼儿园）'

/** 小学近视率36.00%，低于38%的目标线. Empty where there is no rate. */
export function targetClause(name: string, rate: ReportValue, line: number): string {
  if (typeof rate !== 'number') return ''
  const gap = rate - line
  const side =
    gap < 0 ? `低于${line}%的目标线` : gap === 0 ? `处于${line}%的目标线上` : `高于${line}%的目标线`
  return `${name}近视率${percentText(rate)}，${side}`
}

export function targetSentence(clauses: readonly string[]): string {
  const shown = clauses.filter((clause) => clause !== '')
  return shown.length === 0 ? '' : `对照${TARGET_YEAR}年防控目标：${shown.join('；')}。`
}

/** 完成率97.00%，达到95%的目标完成率. */
export function completionClause(rate: number | null, target: number): string {
  if (rate === null) return '无完成率'
  if (rate >= target) return `完成率${percentText(rate)}，达到目标完成率${target}%`
  const short = looksEqual(rate, target) ? '相差不足0.01个百分点' : `相差${pointsText(target - rate)}`
  return `完成率${percentText(rate)}，未达到目标完成率${target}%，${short}`
}
