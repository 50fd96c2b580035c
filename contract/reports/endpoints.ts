// The reports of fixed kinds: one call for each, with a permission of its own.

import { endpoint, FileOutput } from '../core/endpoint.ts'
import { NameDisclosure } from '../core/private-name.ts'
import { ContrastQuery } from './contrast/contrast-query.ts'
import { designEndpoints } from './design/design-endpoints.ts'
import { frozenEndpoints } from './frozen/frozen-endpoints.ts'
import { ownTextEndpoints } from './own-text/own-text-endpoints.ts'
import { Report } from './report/report.ts'
import { DownloadReport } from './report/report-document.ts'
import { REPORT_READERS } from './report/report-request.ts'
import {
  AreaReportQuery,
  ClassReportQuery,
  GradeReportQuery,
  SchoolReportQuery,
} from './report/report-schemas.ts'

const read = { method: 'GET', scoped: true, audit: null, output: Report } as const

export const reportEndpoints = {
  provinceReport: endpoint({
    ...read,
    path: '/report/province',
    summary: '省级报告',
    access: ['provinceReport'],
    input: AreaReportQuery,
  }),
  cityReport: endpoint({
    ...read,
    path: '/report/city',
    summary: '市级报告',
    access: ['cityReport'],
    input: AreaReportQuery,
  }),
  regionReport: endpoint({
    ...read,
    path: '/report/region',
    summary: '区县报告',
    access: ['regionReport'],
    input: AreaReportQuery,
  }),
  schoolReport: endpoint({
    ...read,
    path: '/report/school',
    summary: '学校报告',
    access: ['schoolReport'],
    input: SchoolReportQuery,
  }),
  gradeReport: endpoint({
    ...read,
    path: '/report/grade',
    summary: '年级报告',
    access: ['gradeReport'],
    input: GradeReportQuery,
  }),
  classReport: endpoint({
    ...read,
    path: '/report/class',
    summary: '班级报告，含学生名单与检查结果',
    access: ['classReport'],
    audit: 'record.list',
    input: ClassReportQuery.extend(NameDisclosure.shape),
  }),
  contrastReport: endpoint({
    ...read,
    path: '/report/contrast',
    summary: '对比报告：一个单位的多个计划，或一个计划的多个单位',
    access: ['contrastReport'],
    input: ContrastQuery,
  }),
  downloadReport: endpoint({
    method: 'POST',
    path: '/report/download',
    summary: '下载报告（Word、Excel、PDF）',
    access: REPORT_READERS,
    scoped: true,
    audit: 'report.download',
    download: true,
    input: DownloadReport,
    output: FileOutput,
  }),
  ...ownTextEndpoints,
  ...frozenEndpoints,
  ...designEndpoints,
}
