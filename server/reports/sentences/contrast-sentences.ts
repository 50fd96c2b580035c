// Sentences on the extremes among compared subjects, and warnings where they are not comparable.

import { comparisonOf, otherTermWords } from '#contract/eyesight/figures/compared-plan.ts'
import type { MeasuredColumn } from '#contract/reports/report/measure.ts'
import { extremesOf, extremesSentence } from '../lines/extremes.ts'
import type { Line } from '../lines/report-table.ts'
import { INCOMPARABLE } from './comparison-sentences.ts'
import { isOfFindings, isRankable, valueIn } from './finding-sentences.ts'
import { looksEqual, percentText, pointsText } from './rate-words.ts'

export const OTHER_RULES = '标准不同'
export const OTHER_STAGES = '学段不同'
export const OTHER_GRADES = '年级不同'

/** 甲、乙、丙; plans in quotation marks need nothing between them. */
export const joinNames = (names: readonly string[]): string =>
  names.join(names.every((name) => /^“.*”$/.test(name)) ? '' : '、')

/** 近视率38.00%，低于乙2.00个百分点，与丙持平. Empty where there is nothing to compare. */
function gapClause(column: MeasuredColumn, [first, ...others]: readonly Line[]): string {
  const own = first && valueIn(first, column)
  if (typeof own !== 'number') return ''
  const clauses = others.flatMap((line) => {
    const value = valueIn(line, column)
    if (typeof value !== 'number') return []
    if (looksEqual(own - value, 0)) return [`与${line.name}持平`]
    return [`${own > value ? '高于' : '低于'}${line.name}${pointsText(own - value)}`]
  })
  return clauses.length === 0 ? '' : `${column.title}${percentText(own)}，${clauses.join('，')}`
}

/** 甲近视率38.00%，低于乙2.00个百分点；视力不良率50.00%，与乙持平。 */
export function gapSentence(columns: readonly MeasuredColumn[], lines: readonly Line[]): string {
  const clauses = columns.map((column) => gapClause(column, lines)).filter((clause) => clause !== '')
  return clauses.length === 0 ? '' : `${lines[0]?.name}${clauses.join('；')}。`
}

/** Of the places with results in both plans; `common` names them. */
export function commonSentence(
  common: string,
  columns: readonly MeasuredColumn[],
  lines: readonly Line[],
): string {
  const sentence = gapSentence(columns, lines)
  return sentence === '' ? '' : `${common}中，${sentence}`
}

/** Sentences on rates of all places, in one paragraph that says so where not the same took part. */
export function crudeSentences(sentences: readonly string[], incomparable: boolean): string[] {
  const said = sentences.filter((sentence) => sentence !== '')
  if (!incomparable || said.length === 0) return said
  return [`按全部参加单位计算（${INCOMPARABLE}，不宜作为成效依据）：${said.join('')}`]
}

/** 各区县中，近视率最高的是甲（45.00%），最低的是乙（12.00%）。 Of findings only those with enough results; empty for fewer than two. */
export function highestSentence(what: string, kind: string, column: MeasuredColumn, lines: readonly Line[]) {
  const compared = isOfFindings(column) ? lines.filter(isRankable) : lines
  const named = compared.map((line) => ({ name: line.name, value: valueIn(line, column) }))
  const withValue = named.filter(({ value }) => typeof value === 'number')
  return withValue.length < 2 ? '' : extremesSentence(what, kind, withValue)
}

/** A stage with the line of each compared subject. */
export type ComparedStage = { name: string; lines: readonly Line[] }

/** Stage by stage: of two the one against the other, of more the highest and the lowest of those with enough results. */
export function stagesSentence(
  column: MeasuredColumn,
  names: readonly string[],
  parts: readonly ComparedStage[],
): string {
  const [one, other] = names
  const two = names.length === 2 ? `${one}${column.title}与${other}相比` : `各学段${column.title}`
  const clauses = parts.flatMap(({ name, lines }) => {
    const withValue = lines.flatMap((line, nth) => {
      const value = valueIn(line, column)
      const compared = names.length === 2 || isRankable(line)
      return typeof value === 'number' && compared ? [{ name: names[nth] ?? '', value }] : []
    })
    const [first, second] = withValue
    if (!first || !second) return []
    return [
      `${name}${names.length === 2 ? differenceClause(first.value, second.value) : spanClause(withValue)}`,
    ]
  })
  return clauses.length === 0 ? '' : `${two}：${clauses.join('；')}。`
}

const differenceClause = (own: number, other: number): string =>
  looksEqual(own - other, 0) ? '持平' : `${own > other ? '高' : '低'}${pointsText(own - other)}`

function spanClause(withValue: readonly { name: string; value: number }[]): string {
  const { highest, lowest, others } = extremesOf(withValue)
  const named = (list: typeof highest) =>
    `${joinNames(list.map(({ name }) => name))}（${percentText(list[0]?.value ?? null)}）`
  return others === 0
    ? `均为${percentText(withValue[0]?.value ?? null)}`
    : `最高为${named(highest)}，最低为${named(lowest)}`
}

/** Who has nothing that could be compared. */
export function emptySentence(lines: readonly Line[]): string {
  const empty = lines.filter(({ now }) => now.tally[0].valid === 0).map(({ name }) => name)
  if (empty.length === 0) return ''
  const all = empty.length === lines.length
  return all ? '所比较的各项均没有有效的检查结果。' : `${joinNames(empty)}没有有效的检查结果，不参加比较。`
}

export type ComparedPlan = Parameters<typeof comparisonOf>[0] & {
  name: string
  /** Whether other schools (or classes) than the first one's have valid results; whether it is judged otherwise. */
  incomparable: boolean
  otherRules: boolean
  schools: number | null
}

const namesWhere = (plans: readonly ComparedPlan[], is: (plan: ComparedPlan) => boolean): string[] =>
  plans.filter(is).map(({ name }) => name)

/** The first plan against the others: which season, which schools, which rules. */
export function planWarnings([first, ...others]: readonly ComparedPlan[]): string[] {
  if (!first) return []
  const yearApart = namesWhere(others, (plan) => comparisonOf(first, plan) === '同比')
  const otherTerms = new Set(
    others.map((plan) => otherTermWords(first, plan)).filter((words) => words !== ''),
  )
  const seasons = [
    yearApart.length > 0 ? `与${joinNames(yearApart)}为同比` : '',
    ...[...otherTerms].map((words) => {
      const names = namesWhere(others, (plan) => otherTermWords(first, plan) === words)
      return `与${joinNames(names)}为环比（${words}，不宜直接作为成效依据）`
    }),
  ].filter((clause) => clause !== '')
  const incomparable = namesWhere(others, (plan) => plan.incomparable)
  const judged = namesWhere(others, (plan) => plan.otherRules)
  return [
    seasons.length === 0 ? '' : `${first.name}${seasons.join('，')}。`,
    incomparable.length === 0
      ? ''
      : `${joinNames(incomparable)}与${first.name}的参加单位不完全相同（${INCOMPARABLE}${schoolsText([first, ...others])}），比率之差仅供参考。`,
    judged.length === 0
      ? ''
      : `${joinNames(judged)}与${first.name}的判定标准或检查项目不同（${OTHER_RULES}），比率之差可能来自标准不同。`,
  ].filter((sentence) => sentence !== '')
}

function schoolsText(plans: readonly ComparedPlan[]): string {
  if (plans.some(({ schools }) => schools === null)) return ''
  return `；有有效结果的学校：${plans.map(({ name, schools }) => `${name}${schools}所`).join('、')}`
}

export type UnitFacts = {
  name: string
  /** 小学、初中; what it has valid results of. */
  stages: string
  /** 三年级; of grades and classes only. */
  grade: string | null
}

const differ = (texts: readonly (string | null)[]): boolean =>
  new Set(texts.filter((text) => text !== null && text !== '')).size > 1

/** Units of other stages or grades have other rates, whatever is done there. */
export function unitWarnings(units: readonly UnitFacts[]): string[] {
  const withValue = units.filter(({ stages }) => stages !== '')
  if (differ(withValue.map(({ stages }) => stages))) {
    const list = withValue.map(({ name, stages }) => `${name}（${stages}）`).join('，')
    return [
      `所比较单位的学段不同（${INCOMPARABLE}）：${list}。近视率随年龄升高，总体比率不能直接比较，请以分学段的结果为准。`,
    ]
  }
  if (differ(withValue.map(({ grade }) => grade))) {
    return [`所比较单位的年级不同（${INCOMPARABLE}），近视率随年龄升高，比率的高低不能直接说明防控成效。`]
  }
  return []
}

/** The remark on a unit that is of another kind than the first. */
export function noteOfUnit(own: UnitFacts, first: UnitFacts | undefined): string | null {
  if (!first || own.stages === '' || first.stages === '') return null
  if (own.stages !== first.stages) return OTHER_STAGES
  return own.grade !== first.grade ? OTHER_GRADES : null
}
