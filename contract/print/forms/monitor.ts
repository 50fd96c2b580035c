// 视力监测表: the columns of the national return, as it is filled in on paper.
import type { SheetColumn, SheetSettings } from '../../exports/export-item.ts'
import { NATIONAL_COLUMNS } from '../../exports/national-return.ts'
import type { ScreeningRow } from '../../exports/screening-row.ts'
import { formatUnitless } from '../../reports/report/report-text.ts'
import { type FormColumn, NUMBER } from './columns.ts'

const WIDTHS: Record<string, number> = {
  gradeCode: 9,
  classCode: 9,
  className: 18,
  studentNo: 30,
  nation: 9,
  name: 19,
  sex: 8,
  birthDate: 18,
  address: 26,
  orthoK: 17,
}
const READING_WIDTH = 13
const NAME = 'name'

/** Below it is no vision but what the return wants in its place. */
const LOWEST_VISION = 3

function cellOf({ key, cell }: SheetColumn<ScreeningRow>, row: ScreeningRow, settings: SheetSettings) {
  if (key === NAME) return null
  // Of who was not asked nothing is known.
  if (key === 'orthoK' && row.fields.glasses === null) return ''
  const value = cell(row, settings)
  if (value === null) return ''
  const isVision = key.startsWith('naked') && typeof value === 'number' && value >= LOWEST_VISION
  return isVision ? formatUnitless(value, 'vision') : String(value)
}

export const monitorColumns = (settings: SheetSettings): readonly FormColumn<ScreeningRow>[] => [
  NUMBER,
  ...NATIONAL_COLUMNS.map((column) => ({
    title: column.title,
    width: WIDTHS[column.key] ?? READING_WIDTH,
    cell: (row: ScreeningRow) => cellOf(column, row, settings),
  })),
]
