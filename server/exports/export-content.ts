import type { Readable } from 'node:stream'
import { BizError } from '#contract/core/error-codes.ts'
import { itemOf } from '#contract/exports/catalogue.ts'
import { EXPORT_FILE_TYPES, type ExportFileType } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { XLSX_TYPE } from '../core/sheets/write/write-workbook.ts'
import { exportEpiData } from './epidata-file.ts'
import { type ExportOrder, exportWorkbook } from './export-workbook.ts'
import { exportSchoolFiles } from './school-files.ts'

const CONTENT_TYPES: Record<ExportFileType, string> = {
  xlsx: XLSX_TYPE,
  zip: 'application/zip',
  pdf: 'application/pdf',
}

export const contentTypeOf = (fileName: string): string => {
  const type = EXPORT_FILE_TYPES.find((known) => fileName.endsWith(`.${known}`))
  return CONTENT_TYPES[type ?? 'xlsx']
}

/** Files that are made by features which this one cannot know. */
export type HandedWriters = {
  [K in 'letters' | 'papers']: (order: ExportOrder<K>) => Promise<Readable>
}

/** The file of an item, whatever it is made of. */
export async function exportContent<K extends ExportKey>(
  order: ExportOrder<K>,
  writers: HandedWriters | null = null,
): Promise<Readable> {
  const { item, divided } = order.request
  if (item === 'letters' || item === 'papers') {
    if (!writers) throw new BizError(700, '该文件只能在后台生成')
    return item === 'letters'
      ? writers.letters(order as unknown as ExportOrder<'letters'>)
      : writers.papers(order as unknown as ExportOrder<'papers'>)
  }
  if (itemOf(item).type === 'rec') return exportEpiData(order as unknown as ExportOrder<'healthRec'>)
  return divided ? exportSchoolFiles(order) : exportWorkbook(order)
}
