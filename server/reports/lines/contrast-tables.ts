// Tables that compare subjects: one row for each, or a group of columns for each.

import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import { COVERAGE } from '#contract/reports/report/column-sets.ts'
import { count, type MeasuredColumn, mean, measured, percent } from '#contract/reports/report/measure.ts'
import type {
  ReportChart,
  ReportColumn,
  ReportRow,
  ReportTable,
  ReportValue,
} from '#contract/reports/report/report.ts'
import { valueIn } from '../sentences/finding-sentences.ts'
import { type Line, listOf, tableOf } from './report-table.ts'

/** Their heading says of what. */
function under(counter: CounterName, group: string): MeasuredColumn[] {
  return [count(counter, { title: '人数', group }), percent(counter, '比率', { group })]
}

export const CONTRAST_COLUMNS: readonly MeasuredColumn[] = [
  ...COVERAGE.map((column) => ({ ...column, group: '筛查情况' })),
  count('rated', { title: '统计人数', group: '近视' }),
  ...under('myopia', '近视'),
  ...under('poor', '视力不良'),
  ...under('referral', '建议就诊'),
  mean('Right', '右眼', '平均裸眼视力'),
  mean('Left', '左眼', '平均裸眼视力'),
]

/** Second examinations: how many, of how many items, and how many of these were off. */
export type Retested = { done: number; items: number; errors: number }

const RETEST: readonly ReportColumn[] = [
  { key: 'retested', title: '复测人数', group: '复测', format: 'count' },
  { key: 'retestItems', title: '复测项次', group: '复测', format: 'count' },
  { key: 'retestErrors', title: '误差项次', group: '复测', format: 'count' },
  { key: 'retestErrors/retestItems', title: '误差发生率', group: '复测', format: 'percent' },
]
const retestValues = ({ done, items, errors }: Retested): ReportValue[] => [
  done,
  items,
  errors,
  items === 0 ? null : (errors * 100) / items,
]

export function withRetests(table: ReportTable, retested: readonly Retested[]): ReportTable {
  const add = (one: Retested, other: Retested): Retested => ({
    done: one.done + other.done,
    items: one.items + other.items,
    errors: one.errors + other.errors,
  })
  const nothing = { done: 0, items: 0, errors: 0 }
  const whole = retested.reduce(add, nothing)
  return {
    ...table,
    columns: [...table.columns, ...RETEST],
    rows: table.rows.map((row, nth) => ({
      ...row,
      values: [...row.values, ...retestValues(row.isTotal ? whole : (retested[nth] ?? nothing))],
    })),
  }
}

type Named = { id: string; title: string; rowTitle: string; notes?: string[] }

/** One row for each; with `whole` what they have together below. */
export const contrastTable = (
  named: Named,
  columns: readonly MeasuredColumn[],
  lines: readonly Line[],
  whole: Line | null,
): ReportTable => (whole ? tableOf({ ...named, columns, line: whole }) : listOf({ ...named, columns }, lines))

/** Another one and the first where both have results; `key` is that of the other. */
export type CommonGap = { key: string; first: Line; other: Line }
type Gaps = { from: 'first' | 'others'; common: readonly CommonGap[] }

/** How far each of the others is from the first, in 百分点; where it can be compared first. */
export function gapTable(
  named: Named,
  columns: readonly MeasuredColumn[],
  [first, ...others]: readonly Line[],
  { from, common }: Gaps,
): ReportTable {
  const rowOf = (base: Line | undefined, line: Line): ReportRow => ({
    name: line.name,
    unit: line.unit,
    isTotal: false,
    indent: 0,
    values: columns.map((column) => {
      if (!base) return null
      const [own, other] = [valueIn(line, column), valueIn(base, column)]
      return from === 'first' ? gapOf(own, other) : gapOf(other, own)
    }),
    note: line.note,
  })
  return {
    notes: [],
    ...named,
    columns: columns.map(({ key, title }) => ({ key: `gap:${key}`, title, group: null, format: 'points' })),
    rows: others.flatMap((line) => [
      ...common.filter(({ key }) => key === line.key).map((pair) => rowOf(pair.first, pair.other)),
      rowOf(first, line),
    ]),
  }
}

function gapOf(own: ReportValue, first: ReportValue): ReportValue {
  if (typeof own === 'number' && typeof first === 'number') return own - first
  return own === null || first === null ? null : typeof own === 'string' ? own : first
}

/** One group of columns per subject: `lines` are the wholes, with the same parts in the same order. */
export function acrossTable(
  named: Named,
  columns: readonly MeasuredColumn[],
  names: readonly string[],
  lines: readonly Line[],
): ReportTable {
  const [first] = lines
  const total = first ? [{ ...rowAcross(lines, columns, 0), isTotal: true }] : []
  return {
    notes: [],
    ...named,
    columns: names.flatMap((group, nth) =>
      columns.map(({ key, title, format }) => ({ key: `t${nth + 1}.${key}`, title, group, format })),
    ),
    rows: [...partsAcross(lines).flatMap((part) => rowsAcross(part, columns, 0)), ...total],
  }
}

/** For every part, the lines of that part in all subjects. */
export const partsAcross = (lines: readonly Line[]): Line[][] =>
  (lines[0]?.parts ?? []).map((_, nth) => lines.flatMap(({ parts }) => parts[nth] ?? []))

const rowsAcross = (
  lines: readonly Line[],
  columns: readonly MeasuredColumn[],
  indent: number,
): ReportRow[] => [
  rowAcross(lines, columns, indent),
  ...partsAcross(lines).flatMap((part) => rowsAcross(part, columns, indent + 1)),
]

function rowAcross(lines: readonly Line[], columns: readonly MeasuredColumn[], indent: number): ReportRow {
  const [first] = lines
  return {
    name: first?.name ?? '',
    unit: null,
    isTotal: (first?.parts.length ?? 0) > 0,
    indent,
    values: lines.flatMap((line) => columns.map(({ measure }) => measured(measure, line))),
    note: first?.note ?? null,
  }
}

type Chart = { id: string; title: string; names: readonly string[] }

/** One bar per subject for every measure, or for every part. */
const barsAcross = (
  { id, title, names }: Chart,
  categories: readonly string[],
  value: (thing: number, category: number) => ReportValue,
): ReportChart => ({
  id,
  title,
  kind: 'bars',
  format: 'percent',
  unit: '%',
  categories: [...categories],
  series: names.map((name, thing) => ({
    name,
    values: categories.map((_, category) => {
      const found = value(thing, category)
      return typeof found === 'number' ? found : null
    }),
  })),
})

export const ratesChart = (chart: Chart, columns: readonly MeasuredColumn[], lines: readonly Line[]) =>
  barsAcross(
    chart,
    columns.map(({ title }) => title),
    (thing, nth) => {
      const line = lines[thing]
      const column = columns[nth]
      return line && column ? valueIn(line, column) : null
    },
  )

export function partsChart(chart: Chart, column: MeasuredColumn, lines: readonly Line[]) {
  const parts = partsAcross(lines)
  return barsAcross(
    chart,
    parts.map(([first]) => first?.name ?? ''),
    (thing, nth) => {
      const line = parts[nth]?.[thing]
      return line ? valueIn(line, column) : null
    },
  )
}
