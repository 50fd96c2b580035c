import { Button, Tag } from 'antd'
import { memo, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { ReportRow, ReportTable } from '#contract/reports/report/report.ts'
import { formatNumber } from '#web/core/format.ts'
import { CellValue } from './explained/explained-cell.tsx'
import { headingRows, signsIn } from './heading-rows.ts'
import { type LinkBase, reportLink } from './report-link.ts'
import styles from './report-table.module.css'
import { TableDownload } from './table-download.tsx'

/** A longer table is folded after its first rows; on paper it is whole. */
const FOLDED_OVER = 40
const SHOWN_FOLDED = 30
/** More columns than these find no room on an upright page. */
const UPRIGHT_COLUMNS = 17

type Props = { table: ReportTable; links: LinkBase }

export const ReportTableBox = memo(function ReportTableBox({ table, links }: Props) {
  const { title, rowTitle, columns, rows, notes } = table
  const [whole, setWhole] = useState(false)
  const { top, below } = useMemo(() => headingRows(columns), [columns])
  const explained = useMemo(() => [...notes, ...signsIn(rows)], [notes, rows])
  const folds = rows.length > FOLDED_OVER
  const wide = columns.length > UPRIGHT_COLUMNS ? ` ${styles.reportTableWide}` : ''
  return (
    <div className={`${styles.reportTable}${wide}`}>
      <TableDownload table={table} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard */}
      <section className={styles.reportTableScroll} aria-label={title} tabIndex={0}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={below.length > 0 ? 2 : 1}>
                {rowTitle}
              </th>
              {top.map(({ key, title: name, columns: span, rows: height }) => (
                <th key={key} scope={span > 1 ? 'colgroup' : 'col'} colSpan={span} rowSpan={height}>
                  {name}
                </th>
              ))}
            </tr>
            {below.length > 0 && (
              <tr>
                {below.map(({ key, title: name }) => (
                  <th key={key} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            )}
          </thead>
          <tbody>
            {rows.map((row, nth) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: two students may have the same name, and rows stay put
                key={nth}
                row={row}
                table={table}
                links={links}
                folded={folds && !whole && nth >= SHOWN_FOLDED && !row.isTotal}
              />
            ))}
          </tbody>
        </table>
      </section>
      {folds && !whole && (
        <Button className={styles.reportUnfold} type="link" onClick={() => setWhole(true)}>
          显示全部 {formatNumber(rows.length)} 行
        </Button>
      )}
      {explained.length > 0 && (
        <p className={styles.reportTableNotes}>注：{explained.map(asClause).join('；')}。</p>
      )}
    </div>
  )
})

const asClause = (sentence: string): string => sentence.replace(/[。；]$/, '')

type RowProps = { row: ReportRow; table: ReportTable; links: LinkBase; folded: boolean }

function Row({ row, table, links, folded }: RowProps) {
  const { name, unit, isTotal, indent, note } = row
  const to = reportLink(unit, links)
  const look = [isTotal && styles.reportTotal, folded && styles.reportFolded].filter(Boolean).join(' ')
  return (
    <tr className={look || undefined}>
      <th scope="row" data-indent={indent || undefined}>
        {to ? <Link to={to}>{name}</Link> : name}
        {note !== null && (
          <Tag color="warning" variant="filled" className={styles.reportRowNote}>
            {note}
          </Tag>
        )}
      </th>
      {table.columns.map((column, nth) => (
        <td key={column.key} className={column.format === 'text' ? undefined : styles.reportNumber}>
          <CellValue table={table} row={row} column={column} nth={nth} />
        </td>
      ))}
    </tr>
  )
}
