import type { CodeOf } from '#contract/core/enums.ts'
import type { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { makeThreadWriter } from '../../core/documents/thread-writer.ts'
import type { DocumentReader } from './document-reader.ts'
import type { LaidOutReport } from './laid-out-report.ts'

export type DocumentOrder = {
  report: LaidOutReport
  reader: DocumentReader
  format: CodeOf<typeof DocumentFormat>
}

export const writeDocument = makeThreadWriter<DocumentOrder>('server/reports/documents/document-thread.ts')
