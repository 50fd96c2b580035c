import { createContext, useContext } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { figureOfColumn, placeOfRow } from '#contract/reports/report/cell-figure.ts'
import type { ReportColumn, ReportRow, ReportTable } from '#contract/reports/report/report.ts'
import { formatValue } from '#contract/reports/report/report-text.ts'
import type { FigureAsked } from '#web/widgets/figure/figure-asked.ts'
import styles from './explained-cell.module.css'

/** The report whose numbers explain themselves; one drawer for all of them, since there may be thousands. */
export type Explaining = { planId: number; unit: Unit; show: (asked: FigureAsked) => void }
export const ExplainingContext = createContext<Explaining | undefined>(undefined)

type Props = { table: ReportTable; row: ReportRow; column: ReportColumn; nth: number }

/** A value as it is read; a number of a place opens its explanation. */
export function CellValue({ table, row, column: { key, title, group, format }, nth }: Props) {
  const explaining = useContext(ExplainingContext)
  const value = row.values[nth] ?? null
  const text = formatValue(value, format)
  const which = explaining && typeof value === 'number' ? figureOfColumn(key) : undefined
  const where = explaining && which && placeOfRow(table, row, explaining.unit)
  if (!explaining || !which || !where) return text
  return (
    <button
      type="button"
      className={styles.explained}
      aria-label={`${row.name}${group ?? ''}${title}：${text}，查看由来`}
      onClick={() => explaining.show({ planId: explaining.planId, ...where, ...which })}
    >
      {text}
    </button>
  )
}
