// What an item of the export dialog is made of.
import type { z } from 'zod'
import type { ExportItemType } from '../core/codes.ts'
import type { PermissionName } from '../core/permissions.ts'

/** Groups of the export dialog (spec §2). */
export const EXPORT_GROUPS = { common: '常用下载', health: '卫健委专用' } as const
export type ExportGroup = keyof typeof EXPORT_GROUPS

export const EXPORT_FILE_TYPES = ['xlsx', 'zip', 'pdf'] as const
export type ExportFileType = (typeof EXPORT_FILE_TYPES)[number]

/** The call that makes a file in the background. */
export const START_EXPORT = '/excel/export/start'

export type ExportColumn = {
  key: string
  title: string
  width: number
  /** Numbers whose digits must all stay are text. */
  format?: 'text' | 'date' | 'integer' | 'thousandths'
  /** Masked unless the full numbers are asked for by somebody who may have them. */
  personal?: true
}

export type ExportItem<P extends z.ZodObject = z.ZodObject> = {
  title: string
  group: ExportGroup
  type: (typeof ExportItemType.codes)[number]
  /** The call that gives the file; the server serves it by its own route, never by this text. */
  api: string
  /** What the page does with the answer; items that open a page are `PRINT_ITEMS`. */
  act: 'download'
  fileType: ExportFileType
  permission: PermissionName
  /** Where any of several is enough. */
  anyOf?: readonly PermissionName[]
  /** What can be chosen; the same as in the list the item belongs to. */
  parameters: P
  columns: readonly ExportColumn[]
  /** Masked it would be sent back: made with full numbers and names, or not at all. */
  full?: true
  /** Always made in the background. */
  background?: true
  /** Several schools get a file each. */
  perSchool?: true
  /** Meanings that a reader of the file needs: what it is about, and the words. */
  legend?: readonly (readonly [about: string, words: string])[]
}

export const item = <P extends z.ZodObject, const C extends readonly ExportColumn[]>(
  definition: ExportItem<P> & { columns: C },
) => definition

export type SheetValue = string | number | null
/** Settings of the installation that a sheet needs in addition to the row. */
export type SheetSettings = {
  /** Sent for a vision below 3.0, which the national return has no value for. */
  lowVision: number
}
/** A column that also says how its cell is made. */
export type SheetColumn<Row> = ExportColumn & {
  cell: (row: Row, settings: SheetSettings) => SheetValue
}
