import { HIDDEN_WHY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { HIDDEN_VALUE, type ReportColumn, type ReportRow } from '#contract/reports/report/report.ts'

export type Heading = { key: string; title: string; columns: number; rows: number }

/** Adjacent columns of a group share a heading; the others span both rows. */
export function headingRows(columns: readonly ReportColumn[]): { top: Heading[]; below: Heading[] } {
  const grouped = columns.some(({ group }) => group !== null)
  const top: Heading[] = []
  const below: Heading[] = []
  columns.forEach(({ key, title, group }, nth) => {
    if (group === null) {
      top.push({ key, title, columns: 1, rows: grouped ? 2 : 1 })
      return
    }
    below.push({ key, title, columns: 1, rows: 1 })
    const previous = top.at(-1)
    if (previous && columns[nth - 1]?.group === group) previous.columns += 1
    else top.push({ key: `${group} ${key}`, title: group, columns: 1, rows: 1 })
  })
  return { top, below }
}

/** What of the signs in a table has to be explained below it. */
export function signsIn(rows: readonly Pick<ReportRow, 'values'>[]): string[] {
  const has = (sign: string | null) => rows.some(({ values }) => values.includes(sign))
  return [
    ...(has(null) ? ['“--”表示没有数据'] : []),
    ...(has(HIDDEN_VALUE) ? [`“${HIDDEN_VALUE}”表示${HIDDEN_WHY}`] : []),
  ]
}
