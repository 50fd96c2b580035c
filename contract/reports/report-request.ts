// Which report is meant, of whatever kind: what a file is made of, and what is frozen.
import { z } from 'zod'
import type { PermissionName } from '../core/permissions.ts'
import { AreaReportQuery, ClassReportQuery, GradeReportQuery, SchoolReportQuery } from './report-schemas.ts'

export const ReportRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('province'), query: AreaReportQuery }),
  z.object({ kind: z.literal('city'), query: AreaReportQuery }),
  z.object({ kind: z.literal('region'), query: AreaReportQuery }),
  z.object({ kind: z.literal('school'), query: SchoolReportQuery }),
  z.object({ kind: z.literal('grade'), query: GradeReportQuery }),
  z.object({ kind: z.literal('class'), query: ClassReportQuery }),
])
export type ReportRequest = z.output<typeof ReportRequest>

export const REPORT_PERMISSION = {
  province: 'provinceReport',
  city: 'cityReport',
  region: 'regionReport',
  school: 'schoolReport',
  grade: 'gradeReport',
  class: 'classReport',
} as const satisfies Record<ReportRequest['kind'], PermissionName>
