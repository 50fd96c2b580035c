// A form of thousands of children as one file: read, drawn and stored class by class, so that no more than one is in memory.
import type { Readable } from 'node:stream'
import { BizError } from '#contract/core/error-codes.ts'
import { LETTER_PAGES_OF_A_FILE } from '#contract/exports/letter-filter.ts'
import { PaperForm } from '#contract/exports/paper-filter.ts'
import { pagesOf } from '#contract/print/paper-forms.ts'
import { writeForStudents } from '../core/audit-queries.ts'
import type { ExportOrder } from '../exports/export-workbook.ts'
import { paperClasses } from '../exports/sources/paper-source.ts'
import { type PaperPart, paperFile } from './paper-document.ts'
import { withNames } from './paper-file.ts'
import { CLASS_FINDERS } from './paper-sheets.ts'

type Order = ExportOrder<'papers'>

export async function writePaperBatch(order: Order): Promise<Readable> {
  const { filter, divided } = order.request
  return paperFile(inOrder(order), PaperForm.label(filter.form), divided ? LETTER_PAGES_OF_A_FILE : null)
}

/** School by school and class by class; on record once the last page is drawn. */
async function* inOrder({ reader, request, onRows }: Order): AsyncGenerator<PaperPart, void, void> {
  const { filter } = request
  const { form } = filter
  const find = CLASS_FINDERS[form]
  if (!find) throw new BizError(700, '该表请直接打印或下载')
  const drawn: number[] = []
  for (const classId of await paperClasses(reader, filter)) {
    const { sheets, studentIds } = await find(reader, { ...filter, classId }, Number.POSITIVE_INFINITY)
    for (const sheet of sheets) {
      const shown = withNames(reader, sheet)
      for (const page of pagesOf(form, shown)) yield { page, bookmark: shown.bookmark }
    }
    drawn.push(...studentIds)
    await onRows?.(drawn.length)
  }
  if (drawn.length === 0) throw new BizError(700, '没有可以打印的学生')
  const { caller } = reader
  await reader.db
    .transaction()
    .execute((db) => writeForStudents({ db, caller, ip: '', requestId: '' }, 'record.print', drawn, { form }))
}
