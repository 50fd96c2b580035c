import type { ReportFormat, ReportTable, ReportValue } from '#contract/reports/report/report.ts'
import { formatUnitless, formatValue } from '#contract/reports/report/report-text.ts'

export type GridColumn = { title: string; group: string | null; isNumber: boolean }
export type GridRow = { cells: readonly string[]; isTotal: boolean; indent: number }
/** A table in the words it is printed with: names first, remarks last where there are any. */
export type TableGrid = { columns: readonly GridColumn[]; rows: readonly GridRow[] }

const NOTE_TITLE = '备注'
const POINTS = '百分点'

/** The long unit stands once, in the heading. */
const cellText = (value: ReportValue, format: ReportFormat): string =>
  format === 'points' ? formatUnitless(value, format) : formatValue(value, format)

export function tableGrid({ rowTitle, columns, rows }: ReportTable): TableGrid {
  // A row that is named by its remark needs no column for it.
  const hasNotes = rows.some(({ note, name }) => note !== null && !name.includes(note))
  return {
    columns: [
      { title: rowTitle, group: null, isNumber: false },
      ...columns.map(({ key, title, group, format }) => ({
        title: format === 'points' ? `${title}（${POINTS}）` : title,
        group,
        // A rank is no number to count with, but is set like one.
        isNumber: format !== 'text' || key === 'rank',
      })),
      ...(hasNotes ? [{ title: NOTE_TITLE, group: null, isNumber: false }] : []),
    ],
    rows: rows.map(({ name, values, note, isTotal, indent }) => ({
      cells: [
        name,
        ...columns.map(({ format }, index) => cellText(values[index] ?? null, format)),
        ...(hasNotes ? [note ?? ''] : []),
      ],
      isTotal,
      indent,
    })),
  }
}

/** A cell of the heading: the columns below it, and how many heading rows it spans. */
export type HeadCell = { title: string; from: number; span: number; deep: boolean }

/** One row of headings, or two where columns are grouped; positions are relative to the given columns. */
export function headRows(columns: readonly GridColumn[]): HeadCell[][] {
  const single = columns.map(({ title }, from) => ({ title, from, span: 1, deep: false }))
  if (columns.every(({ group }) => group === null)) return [single]
  const upper: HeadCell[] = []
  for (const [from, { title, group }] of columns.entries()) {
    const last = upper.at(-1)
    if (group === null) upper.push({ title, from, span: 1, deep: true })
    else if (last && !last.deep && last.title === group) last.span += 1
    else upper.push({ title: group, from, span: 1, deep: false })
  }
  return [upper, single.filter(({ from }) => columns[from]?.group !== null)]
}
