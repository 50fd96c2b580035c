// Exports of spreadsheets: items, files at once or made in the background, data docking (spec §2, §3, §7).
import { z } from 'zod'
import { endpoint, FileOutput } from '../core/endpoint.ts'
import { EXPORT_ITEMS } from './catalogue.ts'
import {
  DockingQuery,
  ExportItemRow,
  ExportProgressQuery,
  ExportRecordId,
  ExportSize,
  ExportSizeQuery,
  ExportTask,
  exportInput,
  StartExport,
} from './schemas.ts'

const EXPORTERS = ['exportStudents', 'exportSchools', 'exportHistory'] as const
const { students, schools, history } = EXPORT_ITEMS

const file = { method: 'POST', scoped: true, download: true, output: FileOutput } as const
const own = { access: EXPORTERS, scoped: false } as const
const change = { ...own, method: 'POST', form: true } as const
const Done = z.object({ recordId: z.number() })

export const exportEndpoints = {
  exportItems: endpoint({
    method: 'GET',
    path: '/excel/export/items',
    summary: '可以导出的内容',
    access: 'signedIn',
    scoped: false,
    audit: null,
    input: z.object({}),
    output: z.array(ExportItemRow),
  }),
  exportSize: endpoint({
    method: 'GET',
    path: '/excel/export/size',
    summary: '按所选条件导出会有多少行',
    access: EXPORTERS,
    scoped: true,
    audit: null,
    alsoPost: true,
    input: ExportSizeQuery,
    output: ExportSize,
  }),
  exportStudents: endpoint({
    ...file,
    path: students.api,
    summary: '导出学生名单',
    access: [students.permission],
    audit: 'export.students',
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
  startExport: endpoint({
    method: 'POST',
    path: '/excel/export/start',
    summary: '在后台生成导出文件',
    access: EXPORTERS,
    scoped: true,
    audit: 'export.start',
    input: StartExport,
    output: ExportTask,
  }),
  exportProgress: endpoint({
    ...own,
    method: 'GET',
    path: '/excel/export/progress',
    summary: '本人的导出任务及进度',
    audit: null,
    input: ExportProgressQuery,
    output: z.array(ExportTask),
  }),
  cancelExport: endpoint({
    ...change,
    path: '/excel/export/cancel',
    summary: '取消未完成的导出任务',
    audit: 'export.cancel',
    input: ExportRecordId,
    output: Done,
  }),
  hideExport: endpoint({
    ...change,
    path: '/excel/export/hide',
    summary: '关闭已结束的导出任务',
    audit: 'export.hide',
    input: ExportRecordId,
    output: Done,
  }),
  deleteExport: endpoint({
    ...change,
    path: '/excel/export/delete',
    summary: '删除已结束的导出任务及其文件',
    audit: 'export.delete',
    input: ExportRecordId,
    output: Done,
  }),
  exportFile: endpoint({
    ...own,
    method: 'GET',
    path: '/excel/export/file',
    summary: '下载后台生成的导出文件',
    audit: 'export.file',
    download: true,
    input: ExportRecordId,
    output: FileOutput,
  }),
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
