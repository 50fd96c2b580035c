import { UploadTaskKind } from '#contract/core/codes.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import type { importEndpoints } from '#contract/imports/endpoints.ts'
import type { ImportTask, RowIssue } from '#contract/imports/schemas.ts'

export type RowsPage = OutputOf<typeof importEndpoints.importRows>
export type SheetHeader = RowsPage['columns'][number]

/** Whether an issue is about this column; of two with one name only the first is read. */
export const isAbout = ({ title, key }: SheetHeader, { column }: RowIssue): boolean =>
  key !== null && column === title

/** As people say it: the star of a required column belongs to the template. */
export const headerName = ({ title }: Pick<SheetHeader, 'title'>): string => title.replace(/^\s*\*\s*/, '')

/** Columns with one value in all rows, or that only identify the student. */
const LAST: readonly (string | null)[] = ['school', 'studentNo', 'idCard']
const FIRST: readonly (string | null)[] = ['name', 'grade', 'class']

/** Who it is comes before where, which is the same in every row; of results what was found comes next. */
export function inOrder<H extends Pick<SheetHeader, 'key'>>(headers: readonly H[], ofReadings: boolean): H[] {
  const first = ofReadings ? FIRST : ['name']
  const last = ofReadings ? LAST : []
  const rank = ({ key }: H) => (first.includes(key) ? first.indexOf(key) : last.includes(key) ? 99 : 50)
  return [...headers].sort((one, other) => rank(one) - rank(other))
}

const READINGS: readonly number[] = [UploadTaskKind.code.caries, UploadTaskKind.code.screening]
export const isOfReadings = ({ excelType }: Pick<ImportTask, 'excelType'>): boolean =>
  READINGS.includes(excelType)
