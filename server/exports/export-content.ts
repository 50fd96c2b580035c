import type { Readable } from 'node:stream'
import { itemOf } from '#contract/exports/catalogue.ts'
import type { ExportFileType } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { XLSX_TYPE } from '../core/sheets/write/write-workbook.ts'
import { exportEpiData } from './epidata-file.ts'
import { type ExportOrder, exportWorkbook } from './export-workbook.ts'
import { exportSchoolFiles } from './school-files.ts'

const CONTENT_TYPES: Record<ExportFileType, string> = { xlsx: XLSX_TYPE, zip: 'application/zip' }

export const contentTypeOf = (fileName: string): string =>
  CONTENT_TYPES[fileName.endsWith('.zip') ? 'zip' : 'xlsx']

/** The file of an item, whatever it is made of. */
export async function exportContent<K extends ExportKey>(order: ExportOrder<K>): Promise<Readable> {
  const { item, divided } = order.request
  if (itemOf(item).type === 'rec') return exportEpiData(order as unknown as ExportOrder<'healthRec'>)
  return divided ? exportSchoolFiles(order) : exportWorkbook(order)
}
