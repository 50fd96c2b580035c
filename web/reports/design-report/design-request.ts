import type { ReportRequest } from '#contract/reports/report/report-request.ts'
import type { DesignState } from './use-design.ts'

/** The report in sight, as a file of it is asked for or as it is frozen; undefined while there is none. */
export const designRequestOf = ({
  report,
  draft,
  fault,
  detail,
}: Pick<DesignState, 'report' | 'draft' | 'fault' | 'detail'>): ReportRequest | undefined =>
  report.data && !report.isPlaceholderData && draft && fault === null
    ? { kind: 'design', query: { ...draft, name: detail?.name } }
    : undefined
