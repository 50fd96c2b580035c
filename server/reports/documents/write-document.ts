import type { CodeOf } from '#contract/core/enums.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { makeThreadWriter } from '../../core/documents/thread-writer.ts'
import type { DocumentReader } from './document-reader.ts'

export type DocumentOrder = { report: Report; reader: DocumentReader; format: CodeOf<typeof DocumentFormat> }

export const writeDocument = makeThreadWriter<DocumentOrder>('server/reports/documents/document-thread.ts')
