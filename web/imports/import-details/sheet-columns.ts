import type { OutputOf } from '#contract/core/endpoint.ts'
import type { importEndpoints } from '#contract/imports/endpoints.ts'
import type { RowIssue } from '#contract/imports/schemas.ts'

export type RowsPage = OutputOf<typeof importEndpoints.importRows>
export type SheetHeader = RowsPage['columns'][number]

/** Whether an issue is about this column; of two with one name only the first is read. */
export const isAbout = ({ title, key }: SheetHeader, { column }: RowIssue): boolean =>
  key !== null && column === title

/** As people say it: the star of a required column belongs to the template. */
export const headerName = ({ title }: Pick<SheetHeader, 'title'>): string => title.replace(/^\s*\*\s*/, '')
