// How the value of a report column is computed for a place.
import { counterFor } from '../../eyesight/figures/colleges.ts'
import { COUNTERS, type CounterName, wholeOf } from '../../eyesight/figures/counters.ts'
import { hidesCount, type Suppression } from '../../eyesight/figures/figure-small-cells.ts'
import { percentOf } from '../../eyesight/figures/rates.ts'
import { HIDDEN_VALUE, type ReportColumn, type ReportFormat, type ReportValue } from './report.ts'
import type { SexKey, Tally } from './tally.ts'

/** Counts together with the cells of them that are suppressed for the reader. */
export type DisclosedTally = { tally: Tally; suppression: Suppression }
/** A place in the plan, and in the plan it is compared with. */
export type Compared = { now: DisclosedTally; last: DisclosedTally | null }

export type When = 'now' | 'last'
type Fraction = { numerator: readonly CounterName[]; denominator: CounterName; sex: SexKey }
export type Measure =
  | { of: 'count'; counters: readonly CounterName[]; sex: SexKey; when: When }
  | ({ of: 'percent'; when: When } & Fraction)
  | { of: 'mean'; sum: CounterName; eyes: CounterName; when?: When }
  | ({ of: 'change' } & Fraction)
export type MeasuredColumn = ReportColumn & { measure: Measure }

type Hidden = typeof HIDDEN_VALUE
const ownCounter = ({ tally }: DisclosedTally, counter: CounterName): CounterName =>
  counterFor(tally[0], counter)
const isHidden = ({ tally, suppression }: DisclosedTally, counter: CounterName, sex: SexKey): boolean =>
  hidesCount(suppression, tally[sex], counter, sex === 0 ? null : sex)

function countOf(disclosed: DisclosedTally, counters: readonly CounterName[], sex: SexKey): number | Hidden {
  const own = counters.map((counter) => ownCounter(disclosed, counter))
  if (own.some((counter) => isHidden(disclosed, counter, sex))) return HIDDEN_VALUE
  return own.reduce((sum, counter) => sum + disclosed.tally[sex][counter], 0)
}

/** Not rounded; null where nobody counts. */
export function percentIn(
  disclosed: DisclosedTally,
  { numerator, denominator, sex }: Fraction,
): ReturnType<typeof countOf> | null {
  const part = countOf(disclosed, numerator, sex)
  const whole = countOf(disclosed, [denominator], sex)
  if (disclosed.tally[sex][ownCounter(disclosed, denominator)] === 0) return null
  return part === HIDDEN_VALUE || whole === HIDDEN_VALUE ? HIDDEN_VALUE : percentOf(part, whole)
}

/** Readings are added up in tenths. */
function meanIn(disclosed: DisclosedTally, sum: CounterName, eyes: CounterName): number | Hidden | null {
  const total = countOf(disclosed, [sum], 0)
  const measured = disclosed.tally[0][eyes]
  if (measured === 0) return null
  return total === HIDDEN_VALUE ? HIDDEN_VALUE : total / measured / 10
}

function changeIn({ now, last }: Compared, fraction: Fraction): number | Hidden | null {
  const after = percentIn(now, fraction)
  const before = last && percentIn(last, fraction)
  if (after === HIDDEN_VALUE || before === HIDDEN_VALUE) return HIDDEN_VALUE
  return after === null || before === null ? null : after - before
}

export function measured(measure: Measure, compared: Compared): ReportValue {
  if (measure.of === 'change') return changeIn(compared, measure)
  const disclosed = compared[measure.when ?? 'now']
  if (disclosed === null) return null
  if (measure.of === 'mean') return meanIn(disclosed, measure.sum, measure.eyes)
  return measure.of === 'count'
    ? countOf(disclosed, measure.counters, measure.sex)
    : percentIn(disclosed, measure)
}

type Options = { title?: string; sex?: SexKey; group?: string | null; when?: When }

/** Named after what it is made of, so that a reader of the data can check it: last.1.myopia/rated. */
const keyOf = (text: string, { sex = 0, when = 'now' }: Options): string =>
  [when === 'last' ? 'last' : '', sex === 0 ? '' : String(sex), text].filter((part) => part !== '').join('.')

const column = (
  text: string,
  format: ReportFormat,
  measure: Measure,
  { title, group, ...of }: Options & { title: string },
): MeasuredColumn => ({ key: keyOf(text, of), title, group: group ?? null, format, measure })

const listOf = (counters: CounterName | readonly CounterName[]): readonly CounterName[] =>
  typeof counters === 'string' ? [counters] : counters

export function count(counters: CounterName | readonly CounterName[], options: Options = {}): MeasuredColumn {
  const list = listOf(counters)
  const { sex = 0, when = 'now' } = options
  const title = options.title ?? list.map((counter) => COUNTERS[counter].label).join('与')
  return column(list.join('+'), 'count', { of: 'count', counters: list, sex, when }, { ...options, title })
}

/** Of the whole that the counters are a part of, unless another one is named. */
export function percent(
  counters: CounterName | readonly CounterName[],
  title: string,
  { of, ...options }: Omit<Options, 'title'> & { of?: CounterName } = {},
): MeasuredColumn {
  const { sex = 0, when = 'now' } = options
  const fraction = fractionOf(counters, of, sex)
  const text = `${fraction.numerator.join('+')}/${fraction.denominator}`
  return column(text, 'percent', { of: 'percent', when, ...fraction }, { ...options, title })
}

function fractionOf(
  counters: CounterName | readonly CounterName[],
  of: CounterName | undefined,
  sex: SexKey,
): Fraction {
  const numerator = listOf(counters)
  const [first = 'expected'] = numerator
  return { numerator, denominator: of ?? wholeOf(first) ?? first, sex }
}

export const mean = (side: 'Right' | 'Left', title: string, group: string | null = null): MeasuredColumn => {
  const sum = `naked${side}Sum` as const
  const eyes = `naked${side}Eyes` as const
  return column(`mean:naked${side}`, 'vision', { of: 'mean', sum, eyes }, { title, group })
}

/** 百分点 against the plan compared with. */
export function change(counters: CounterName, title: string, group: string | null = null): MeasuredColumn {
  const fraction = fractionOf(counters, undefined, 0)
  const text = `change:${counters}/${fraction.denominator}`
  return column(text, 'points', { of: 'change', ...fraction }, { title, group })
}

/** How many, and what part of the whole that is. */
export const pair = (
  counters: CounterName | readonly CounterName[],
  name: string,
  options: Omit<Options, 'title'> = {},
): MeasuredColumn[] => [
  count(counters, { ...options, title: `${name}人数` }),
  percent(counters, `${name}率`, options),
]
/** As `pair` for a degree of something, under a heading that names it. */
export const degree = (counter: CounterName, name: string, group: string): MeasuredColumn[] => [
  count(counter, { title: `${name}人数`, group }),
  percent(counter, `${name}占比`, { group }),
]
