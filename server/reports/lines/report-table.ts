// Lines of a report and the tables made of them.
import { disclosedWithColleges, hasBoth, isOfMyopia } from '#contract/eyesight/figures/colleges.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { type Compared, type MeasuredColumn, measured } from '#contract/reports/report/measure.ts'
import type { ReportColumn, ReportRow, ReportTable, ReportValue } from '#contract/reports/report/report.ts'
import { type Counted, type SuppressionByKey, WHOLE_KEY } from './counted-tree.ts'

/** A place with its counts, as a row of a report. */
export type Line = Compared & {
  key: string
  name: string
  unit: Unit | null
  note: string | null
  parts: Line[]
}

/** The smallest lines, whatever they are grouped by. */
export const leafLines = (line: Line): Line[] =>
  line.parts.length === 0 ? [line] : line.parts.flatMap(leafLines)

/** A counted place as a line, with its suppression. */
export function lineOf({ key, name, unit, tally, parts }: Counted, suppression: SuppressionByKey): Line {
  const disclosed = { tally, suppression: suppression(key) }
  return {
    key,
    name,
    unit,
    note: null,
    now: disclosed,
    last: null,
    parts: parts.map((part) => lineOf(part, suppression)),
  }
}

type TableOf = {
  id: string
  title: string
  rowTitle: string
  columns: readonly MeasuredColumn[]
  /** The whole; its parts are the rows above it. */
  line: Line
  /** Rows after the whole that are no sum of the rows above. */
  otherWholes?: readonly Line[]
  notes?: string[]
}

export function tableOf({
  id,
  title,
  rowTitle,
  columns,
  line,
  otherWholes = [],
  notes = [],
}: TableOf): ReportTable {
  const row = rowMaker(columns)
  const withColleges =
    hasBoth(line.now.tally[0]) && columns.some(isOfColleges) ? [withCollegesLine(line)] : []
  const withCollegesRow = (own: Line): ReportRow => {
    const { values, ...shown } = row(own, 0)
    return {
      ...shown,
      // All else is the same with colleges, whose students the total holds.
      values: values.map((value, nth) =>
        columns[nth] && isOfColleges(columns[nth]) ? value : NOT_FOR_TOTALS,
      ),
    }
  }
  const totals = [
    row(line, 0),
    ...withColleges.map(withCollegesRow),
    ...otherWholes.map((other) => row(other, 0)),
  ].map((total) => ({ ...total, isTotal: true }))
  const rows = [...line.parts.flatMap((part) => rowsOf(part, row, 0)), ...totals]
  return {
    id,
    title,
    rowTitle,
    columns: columns.map(({ measure: _measure, ...shown }) => shown),
    rows,
    notes: withColleges.length > 0 ? [...notes, COLLEGES_NOTE] : notes,
  }
}

const NOT_FOR_TOTALS = ''
export const WITH_COLLEGES = '含大学'
const COLLEGES_NOTE = `近视各项的合计不含大专、本科，“${WITH_COLLEGES}”一行包括在内。`

/** Whether a column counts myopia, of which colleges are no part. */
const isOfColleges = ({ measure }: MeasuredColumn): boolean =>
  measure.of === 'count'
    ? measure.counters.some(isOfMyopia)
    : measure.of !== 'mean' && measure.numerator.some(isOfMyopia)

/** 含大学. */
export const withCollegesLine = (line: Line): Line => ({
  ...line,
  name: WITH_COLLEGES,
  now: disclosedWithColleges(line.now),
  last: line.last && disclosedWithColleges(line.last),
  parts: [],
})

/** Lines that are no parts of one whole, such as plans one after the other. */
export function listOf(table: Omit<TableOf, 'line' | 'otherWholes'>, lines: readonly Line[]): ReportTable {
  const row = rowMaker(table.columns)
  const columns = table.columns.map(({ measure: _measure, ...shown }) => shown)
  return { notes: [], ...table, columns, rows: lines.map((line) => row(line, 0)) }
}

/** With a column in front that is not counted; row by row. */
export const withColumn = (
  table: ReportTable,
  column: ReportColumn,
  values: readonly ReportValue[],
): ReportTable => ({
  ...table,
  columns: [column, ...table.columns],
  rows: table.rows.map((row, nth) => {
    // A total has no rank, which is another thing than nobody to count.
    const missing = row.isTotal && column.format === 'text' ? NOT_FOR_TOTALS : null
    return { ...row, values: [values[nth] ?? missing, ...row.values] }
  }),
})

type RowMaker = (line: Line, indent: number) => ReportRow

const rowMaker =
  (columns: readonly MeasuredColumn[]): RowMaker =>
  (line, indent) => ({
    name: line.name,
    unit: line.key === WHOLE_KEY ? null : line.unit,
    isTotal: line.parts.length > 0,
    indent,
    values: columns.map(({ measure }) => measured(measure, line)),
    note: line.note,
  })

function rowsOf(line: Line, row: RowMaker, indent: number): ReportRow[] {
  return [row(line, indent), ...line.parts.flatMap((part) => rowsOf(part, row, indent + 1))]
}
