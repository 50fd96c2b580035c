import type { ExportFilter } from '#contract/exports/catalogue.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { auditSource } from './audit-source.ts'
import type { ExportSource } from './export-source.ts'
import { historySource } from './history-source.ts'
import { paperSource } from './paper-source.ts'
import { schoolSource } from './school-source.ts'
import { healthSource, letterSource, nationalSource, resultSource } from './screening-source.ts'
import { studentSource } from './student-source.ts'
import { unitWarningSource, warningSource } from './warning-source.ts'

/** One line per item of the catalogue. */
const EXPORT_SOURCES: { [K in ExportKey]: ExportSource<K> } = {
  students: studentSource,
  schools: schoolSource,
  history: historySource,
  audit: auditSource,
  warnings: warningSource,
  unitWarnings: unitWarningSource,
  results: resultSource,
  national: nationalSource,
  letters: letterSource,
  papers: paperSource,
  healthText: healthSource('words'),
  healthCode: healthSource('codes'),
  healthRec: healthSource('codes'),
}

export const sourceOf = <K extends ExportKey>(item: K): ExportSource<K> => EXPORT_SOURCES[item]

/** What is to be exported, whichever way the file is made. */
export type ExportRequest<K extends ExportKey = ExportKey> = {
  item: K
  filter: ExportFilter<K>
  reason: string
  personal: boolean
  /** The reason says what the names are for. */
  named?: boolean
  /** A file for each school. */
  divided?: boolean
  fileName?: string
}
