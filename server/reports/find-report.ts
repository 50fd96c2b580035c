// Any kind of report, for who holds the permission of that kind.
import { BizError } from '#contract/core/error-codes.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { REPORT_PERMISSION, type ReportRequest } from '#contract/reports/report/report-request.ts'
import type { UserCtx } from '../core/context.ts'
import { findAreaReport } from './area-report.ts'
import { findClassReport } from './class-report.ts'
import { findContrastReport } from './contrast/contrast-report.ts'
import { previewDesign } from './design/design-report.ts'
import { findGradeReport } from './grade-report.ts'
import { findSchoolReport } from './school-report.ts'

export function findReport(ctx: UserCtx, { kind, query }: ReportRequest): Promise<Report> {
  if (!ctx.caller.permissions.has(REPORT_PERMISSION[kind])) throw new BizError(602)
  switch (kind) {
    case 'province':
    case 'city':
    case 'region':
      return findAreaReport(kind)(ctx, query)
    case 'school':
      return findSchoolReport(ctx, query)
    case 'grade':
      return findGradeReport(ctx, query)
    case 'class':
      return findClassReport(ctx, query)
    case 'contrast':
      return findContrastReport(ctx, query)
    case 'design':
      return previewDesign(ctx, query)
  }
}
