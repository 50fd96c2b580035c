import type { MessagePort } from 'node:worker_threads'
import type { CodeOf } from '#contract/core/enums.ts'
import type { DocumentFormat } from '#contract/reports/report/report-document.ts'
import type { DocumentOrder, FromThread, ToThread } from './document-order.ts'
import { writeReportDocx } from './write-report-docx.ts'
import { writeReportPdf } from './write-report-pdf.ts'
import { writeReportWorkbook } from './write-report-workbook.ts'

const WRITERS: Record<CodeOf<typeof DocumentFormat>, typeof writeReportPdf> = {
  docx: writeReportDocx,
  xlsx: writeReportWorkbook,
  pdf: writeReportPdf,
}

export function serveDocuments(port: MessagePort): void {
  port.on('message', async ({ id, order }: ToThread) => port.postMessage(await answerTo(id, order)))
}

async function answerTo(id: number, { report, reader, format }: DocumentOrder): Promise<FromThread> {
  try {
    return { id, bytes: await WRITERS[format](report, { reader }) }
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
