import type { MessagePort } from 'node:worker_threads'
import type { CodeOf } from '#contract/core/enums.ts'
import type { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { serveOrders } from '../../core/documents/thread-writer.ts'
import type { DocumentOrder } from './write-document.ts'
import { writeReportDocx } from './write-report-docx.ts'
import { writeReportPdf } from './write-report-pdf.ts'
import { writeReportWorkbook } from './write-report-workbook.ts'

const WRITERS: Record<CodeOf<typeof DocumentFormat>, typeof writeReportPdf> = {
  docx: writeReportDocx,
  xlsx: writeReportWorkbook,
  pdf: writeReportPdf,
}

export const serveDocuments = (port: MessagePort): void =>
  serveOrders<DocumentOrder>(port, ({ report, reader, format }) => WRITERS[format](report, { reader }))
