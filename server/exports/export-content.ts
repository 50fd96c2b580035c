import type { Readable } from 'node:stream'
import { type ExportKey, itemOf } from '#contract/exports/catalogue.ts'
import type { ExportFileType } from '#contract/exports/export-item.ts'
import { XLSX_TYPE } from '../core/sheets/write/write-workbook.ts'
import { exportEpiData } from './epidata-file.ts'
import { type ExportOrder, exportWorkbook } from './export-workbook.ts'

const CONTENT_TYPES: Record<ExportFileType, string> = { xlsx: XLSX_TYPE, zip: 'application/zip' }

export const contentTypeOf = (item: ExportKey): string => CONTENT_TYPES[itemOf(item).fileType]

/** The file of an item, whatever it is made of. */
export const exportContent = <K extends ExportKey>(order: ExportOrder<K>): Readable =>
  itemOf(order.request.item).type === 'rec'
    ? exportEpiData(order as unknown as ExportOrder<'healthRec'>)
    : exportWorkbook(order)
