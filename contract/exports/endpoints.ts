// Exports of spreadsheets: items, files at once or made in the background, data docking (spec §2, §3, §7).
import { z } from 'zod'
import { endpoint, FileOutput } from '../core/endpoint.ts'
import { STUDENT_NUMBERS } from '../students/schemas.ts'
import { EXPORT_ITEMS } from './catalogue.ts'
import { START_EXPORT } from './export-item.ts'
import { exportTaskEndpoints } from './export-task-endpoints.ts'
import { ExportTask } from './export-task-schemas.ts'
import { EXPORTERS } from './exporters.ts'
import {
  CheckExportQuery,
  DockingQuery,
  ExportCheck,
  ExportItemRow,
  ExportSize,
  ExportSizeQuery,
  exportInput,
  PrintItemRow,
  StartExport,
} from './schemas.ts'

const { students, schools, history, audit, results, national, warnings, unitWarnings } = EXPORT_ITEMS
const { healthText, healthCode, healthRec } = EXPORT_ITEMS

const file = { method: 'POST', scoped: true, download: true, output: FileOutput } as const

export const exportEndpoints = {
  exportItems: endpoint({
    method: 'GET',
    path: '/excel/export/items',
    summary: '可以导出的内容',
    access: 'signedIn',
    scoped: false,
    audit: null,
    input: z.object({}),
    output: z.array(z.discriminatedUnion('act', [ExportItemRow, PrintItemRow])),
  }),
  exportSize: endpoint({
    method: 'GET',
    path: '/excel/export/size',
    summary: '按所选条件导出会有多少行',
    access: EXPORTERS,
    scoped: true,
    audit: null,
    alsoPost: true,
    findsByNumber: STUDENT_NUMBERS,
    input: ExportSizeQuery,
    output: ExportSize,
  }),
  exportStudents: endpoint({
    ...file,
    path: students.api,
    summary: '导出学生名单',
    access: [students.permission],
    audit: 'export.students',
    findsByNumber: STUDENT_NUMBERS,
    input: exportInput(students.parameters),
  }),
  exportSchools: endpoint({
    ...file,
    path: schools.api,
    summary: '导出学校列表',
    access: [schools.permission],
    audit: 'export.schools',
    input: exportInput(schools.parameters),
  }),
  exportHistory: endpoint({
    ...file,
    path: history.api,
    summary: '导出转出与毕业学生',
    access: [history.permission],
    audit: 'export.history',
    input: exportInput(history.parameters),
  }),
  exportAudit: endpoint({
    ...file,
    path: audit.api,
    summary: '导出审计日志',
    access: [audit.permission],
    audit: 'export.audit',
    input: exportInput(audit.parameters),
  }),
  exportResults: endpoint({
    ...file,
    path: results.api,
    summary: '导出筛查结果',
    access: [results.permission],
    audit: 'export.results',
    input: exportInput(results.parameters),
  }),
  exportNational: endpoint({
    ...file,
    path: national.api,
    summary: '导出教育部视力监测上报表（只含可上报的行）',
    access: [national.permission],
    audit: 'export.national',
    input: exportInput(national.parameters),
  }),
  exportWarnings: endpoint({
    ...file,
    path: warnings.api,
    summary: '导出预警学生名单',
    access: [warnings.permission],
    audit: 'export.warnings',
    input: exportInput(warnings.parameters),
  }),
  exportUnitWarnings: endpoint({
    ...file,
    path: unitWarnings.api,
    summary: '导出预警单位名单：班级、学校或地区',
    access: [unitWarnings.permission],
    audit: 'export.unitWarnings',
    input: exportInput(unitWarnings.parameters),
  }),
  exportHealthText: endpoint({
    ...file,
    path: healthText.api,
    summary: '导出学生常见病监测视力屈光表（文字）',
    access: [healthText.permission],
    audit: 'export.healthText',
    input: exportInput(healthText.parameters),
  }),
  exportHealthCode: endpoint({
    ...file,
    path: healthCode.api,
    summary: '导出学生常见病监测视力屈光表（编码）',
    access: [healthCode.permission],
    audit: 'export.healthCode',
    input: exportInput(healthCode.parameters),
  }),
  exportHealthRec: endpoint({
    ...file,
    path: healthRec.api,
    summary: '导出学生常见病监测视力屈光 EpiData 文件',
    access: [healthRec.permission],
    audit: 'export.healthRec',
    input: exportInput(healthRec.parameters),
  }),
  checkExport: endpoint({
    method: 'GET',
    path: '/excel/export/check',
    summary: '上报前检查：会被退回或留空的行与原因',
    access: ['exportReturn', 'exportHealth'],
    scoped: true,
    audit: 'export.check',
    input: CheckExportQuery,
    output: ExportCheck,
  }),
  startExport: endpoint({
    method: 'POST',
    path: START_EXPORT,
    summary: '在后台生成导出文件',
    access: EXPORTERS,
    scoped: true,
    audit: 'export.start',
    findsByNumber: STUDENT_NUMBERS,
    input: StartExport,
    output: ExportTask,
  }),
  ...exportTaskEndpoints,
  dockStudents: endpoint({
    method: 'GET',
    path: '/thirdpart/datadocking/getAllStudentsByExcel',
    summary: '数据对接：约定字段的学生名单',
    access: ['exportStudents'],
    scoped: true,
    audit: 'export.docking',
    download: true,
    input: DockingQuery,
    output: FileOutput,
  }),
}
