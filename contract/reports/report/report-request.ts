// Which report is meant, of whatever kind: what a file is made of, and what is frozen.
import { z } from 'zod'
import type { PermissionName } from '../../core/permissions.ts'
import { ContrastQuery } from '../contrast/contrast-query.ts'
import { DesignRequest } from '../design/design-schemas.ts'
import { AreaReportQuery, ClassReportQuery, GradeReportQuery, SchoolReportQuery } from './report-schemas.ts'

export const ReportRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('province'), query: AreaReportQuery }),
  z.object({ kind: z.literal('city'), query: AreaReportQuery }),
  z.object({ kind: z.literal('region'), query: AreaReportQuery }),
  z.object({ kind: z.literal('school'), query: SchoolReportQuery }),
  z.object({ kind: z.literal('grade'), query: GradeReportQuery }),
  z.object({ kind: z.literal('class'), query: ClassReportQuery }),
  z.object({ kind: z.literal('contrast'), query: ContrastQuery }),
  z.object({ kind: z.literal('design'), query: DesignRequest }),
])
export type ReportRequest = z.output<typeof ReportRequest>

export const REPORT_PERMISSION = {
  province: 'provinceReport',
  city: 'cityReport',
  region: 'regionReport',
  school: 'schoolReport',
  grade: 'gradeReport',
  class: 'classReport',
  contrast: 'contrastReport',
  design: 'designReport',
} as const satisfies Record<ReportRequest['kind'], PermissionName>

/** The permissions of all kinds of reports; the permission of the requested kind is checked as well. */
export const REPORT_READERS = Object.values(REPORT_PERMISSION) as [PermissionName, ...PermissionName[]]
