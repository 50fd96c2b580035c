// Every indicator that a custom report can be made of. What it counts is defined by the columns of the fixed reports; here it
// only gets a name that can stand alone.
import { z } from 'zod'
import type { CounterName } from '../../eyesight/figures/counters.ts'
import { WARNING_WORDS } from '../../eyesight/warning-words.ts'
import {
  CORRECTION_COLUMNS,
  KINDERGARTEN_COLUMNS,
  MYOPIA_BY_SEX_COLUMNS,
  MYOPIA_COLUMNS,
  myopiaDegreeColumns,
  PROGRESS_BY_SEX_COLUMNS,
  PROGRESS_COLUMNS,
  REFRACTION_COLUMNS,
  VISIT_COLUMNS,
  visionColumns,
  WARNING_COLUMNS,
  WITH_GLASSES,
} from '../report/column-sets.ts'
import type { MeasuredColumn } from '../report/measure.ts'

export type Indicator = {
  key: string
  /** Its name where no group heading is shown with it. */
  title: string
  group: string
  /** Of boys or of girls alone. */
  sex: 0 | 1 | 2
  column: MeasuredColumn
}

const sexOf = ({ measure }: MeasuredColumn): Indicator['sex'] => (measure.of === 'mean' ? 0 : measure.sex)

/** What a heading above the column says of it. */
const NOUNS: Record<string, string> = { 视力不良程度: '视力不良', 近视程度: '近视', 预警级别: '预警' }

function titleOf({ title, group }: MeasuredColumn): string {
  if (group === null) return title
  const noun = NOUNS[group]
  if (title.startsWith(WARNING_WORDS[0])) return title
  if (noun) return title.replace(/(人数|占比)$/, `${noun}$1`)
  if (group === '平均裸眼视力') return `${title}${group}`
  return group === '男生' || group === '女生' ? `${group}${title}` : title
}

const GROUPS: [string, readonly MeasuredColumn[]][] = [
  ['筛查进度', PROGRESS_COLUMNS],
  ['近视', [...MYOPIA_COLUMNS, ...myopiaDegreeColumns(3, true)]],
  ['视力', visionColumns({ graded: true, ungraded: true })],
  ['屈光', REFRACTION_COLUMNS],
  ['幼儿', KINDERGARTEN_COLUMNS],
  ['戴镜与矫正', CORRECTION_COLUMNS],
  ['就诊与预警', [...WARNING_COLUMNS, ...VISIT_COLUMNS]],
  [
    '男生与女生',
    [...PROGRESS_BY_SEX_COLUMNS, ...MYOPIA_BY_SEX_COLUMNS].filter((column) => sexOf(column) !== 0),
  ],
]

/** A column that is in several sets is listed at its first occurrence. */
export const INDICATORS: readonly Indicator[] = GROUPS.flatMap(([group, columns]) =>
  columns.map((column) => ({
    key: column.key,
    title: titleOf(column),
    group,
    sex: sexOf(column),
    column: { ...column, title: titleOf(column), group: null },
  })),
).filter(({ key }, nth, all) => all.findIndex((other) => other.key === key) === nth)

const BY_KEY = new Map(INDICATORS.map((indicator) => [indicator.key, indicator]))

export const INDICATOR_GROUPS: readonly string[] = [...new Set(INDICATORS.map(({ group }) => group))]
/** Keys that stored designs and links may still name: these rates were over the valid. */
const FORMER_KEYS: Record<string, string> = {
  'uncorrected/valid': 'uncorrected/poor',
  'underCorrected/valid': 'underCorrected/poor',
  'fullyCorrected/valid': 'fullyCorrected/poor',
  'uncorrected+underCorrected/valid': 'uncorrected+underCorrected/poor',
}
export const IndicatorKey = z
  .string()
  .transform((key) => FORMER_KEYS[key] ?? key)
  .pipe(z.enum(INDICATORS.map(({ key }) => key) as [string, ...string[]]))

export const indicatorsOf = (keys: readonly string[]): Indicator[] =>
  keys.flatMap((key) => BY_KEY.get(key) ?? [])

/** Counters that divide a whole into disjoint parts: only these may be stacked in a chart. */
const STACKS: readonly (readonly CounterName[])[] = [
  ['poorLight', 'poorMid', 'poorHeavy', 'poorUngraded'],
  ['myopiaLow', 'myopiaMid', 'myopiaHigh', 'myopiaUngraded'],
  ['uncorrected', 'underCorrected', 'fullyCorrected'],
  ['warning0', 'warning1', 'warning2', 'warning3'],
  WITH_GLASSES,
]

/** The division and the whole it is a part of; null where it belongs to none. */
export function stackOf({ column: { measure, format } }: Indicator): string | null {
  const counters =
    measure.of === 'count' ? measure.counters : measure.of === 'percent' ? measure.numerator : []
  const [only] = counters
  const stack = counters.length === 1 ? STACKS.findIndex((each) => each.some((name) => name === only)) : -1
  const whole = measure.of === 'percent' ? measure.denominator : ''
  return stack < 0 ? null : `${stack} ${format} ${whole}`
}

/** The counters that have to be read for it. */
export function countersOf({ column: { measure } }: Indicator): CounterName[] {
  if (measure.of === 'mean') return [measure.sum, measure.eyes]
  return measure.of === 'count' ? [...measure.counters] : [...measure.numerator, measure.denominator]
}
