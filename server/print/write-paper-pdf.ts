import { buffer } from 'node:stream/consumers'
import { PaperForm } from '#contract/exports/paper-filter.ts'
import { bookmarkOf, pagesOf } from '#contract/print/paper-forms.ts'
import { addBookmark, addPage, startPaper } from './paper-document.ts'
import type { PaperOrder } from './paper-order.ts'

/** Page by page as the browser shows them, with a bookmark for each sheet. */
export async function writePaperPdf({ form, sheets }: PaperOrder): Promise<Buffer> {
  const doc = startPaper(PaperForm.label(form))
  // Read from the start: what is made while nobody reads would wait in memory twice.
  const file = buffer(doc)
  for (const sheet of sheets) {
    for (const [nth, page] of pagesOf(form, sheet).entries()) {
      addPage(doc, page)
      if (nth === 0) addBookmark(doc, bookmarkOf(sheet))
    }
  }
  doc.end()
  return file
}
