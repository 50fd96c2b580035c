// Lines of a report and the tables made of them.
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
  notes?: string[]
}

export function tableOf({ id, title, rowTitle, columns, line, notes = [] }: TableOf): ReportTable {
  const row = rowMaker(columns)
  const rows = [...line.parts.flatMap((part) => rowsOf(part, row, 0)), { ...row(line, 0), isTotal: true }]
  return {
    id,
    title,
    rowTitle,
    columns: columns.map(({ measure: _measure, ...shown }) => shown),
    rows,
    notes,
  }
}

/** Lines that are no parts of one whole, such as plans one after the other. */
export function listOf(table: Omit<TableOf, 'line'>, lines: readonly Line[]): ReportTable {
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
  rows: table.rows.map((row, nth) => ({ ...row, values: [values[nth] ?? null, ...row.values] })),
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
