// Which of several is the highest and which the lowest.

import type { ReportFormat, ReportValue } from '#contract/reports/report/report.ts'
import { formatUnitless, formatValue } from '#contract/reports/report/report-text.ts'
import { looksEqual, namesText } from '../sentences/rate-words.ts'

export type Named = { name: string; value: ReportValue }
type Ranked = { name: string; value: number }
export type Extremes = { highest: Ranked[]; lowest: Ranked[]; others: number }

const isRanked = (each: Named): each is Ranked => typeof each.value === 'number'

/** Those that have a value; what is written the same is a tie. */
export function extremesOf(items: readonly Named[], format: ReportFormat = 'percent'): Extremes {
  const ranked = items.filter(isRanked)
  const values = ranked.map(({ value }) => value)
  const at = (value: number) => ranked.filter((each) => looksEqual(each.value, value, format))
  const highest = ranked.length === 0 ? [] : at(Math.max(...values))
  const lowest = ranked.length === 0 ? [] : at(Math.min(...values))
  return { highest, lowest, others: ranked.length - highest.length }
}

/** In order, the highest first; those without a value come last in their original order. */
export function byValue<Item>(items: readonly Item[], value: (item: Item) => ReportValue): Item[] {
  const rank = (item: Item): number => {
    const own = value(item)
    return typeof own === 'number' ? own : Number.NEGATIVE_INFINITY
  }
  return [...items].sort((one, other) => (rank(other) > rank(one) ? 1 : rank(other) < rank(one) ? -1 : 0))
}

/** The place of each among all, the highest first; what is written the same has the same. Null without a value. */
export function ranksOf(values: readonly ReportValue[]): (number | null)[] {
  const numbers = values.filter((value) => typeof value === 'number')
  return values.map((value) =>
    typeof value === 'number'
      ? 1 + numbers.filter((other) => other > value && !looksEqual(other, value)).length
      : null,
  )
}

/** 各区县中，近视率最高的是甲、乙（45.00%），最低的是丙（12.00%）。 Empty where nobody has a value. */
export function extremesSentence(
  what: string,
  kind: string,
  items: readonly Named[],
  format: ReportFormat = 'percent',
): string {
  const { highest, lowest, others } = extremesOf(items, format)
  const text = (value: number) => formatValue(value, format)
  const [top] = highest
  const [bottom] = lowest
  if (!top || !bottom) return ''
  if (others === 0) {
    const single = highest.length === 1
    const all = highest.length === items.length ? `各${kind}` : `有数据的各${kind}`
    const who = single ? (items.length === 1 ? top.name : `仅${top.name}有数据，其`) : all
    return `${who}${what}${single ? '为' : '均为'}${text(top.value)}。`
  }
  const [one, other] = items.filter(isRanked)
  if (one && other && items.length === 2) {
    const [higher, lower] = one.value > other.value ? [one, other] : [other, one]
    const gap = formatUnitless(higher.value - lower.value, format)
    const points = format === 'percent' ? `${gap}个百分点` : gap
    return `${one.name}${what}${text(one.value)}，${other.name}${text(other.value)}，${higher.name}高于${lower.name}${points}。`
  }
  const names = (list: Ranked[]) => namesText(list.map(({ name }) => name))
  return `各${kind}中，${what}最高的是${names(highest)}（${text(top.value)}），最低的是${names(lowest)}（${text(bottom.value)}）。`
}
