import type { CodeOf } from '#contract/core/enums.ts'
import type { Report } from '#contract/reports/report/report.ts'
import type { DocumentFormat } from '#contract/reports/report/report-document.ts'
import type { DocumentReader } from './document-reader.ts'

/** What the thread is asked for, and what it answers. */
export type DocumentOrder = { report: Report; reader: DocumentReader; format: CodeOf<typeof DocumentFormat> }
export type ToThread = { id: number; order: DocumentOrder }
export type FromThread = { id: number } & ({ bytes: Uint8Array } | { fault: string })
