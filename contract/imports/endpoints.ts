// Import of spreadsheets: upload, progress, preview, correction, result, undoing, templates (spec §4, §7 "Import").
import { z } from 'zod'
import { endpoint, FileOutput } from '../core/endpoint.ts'
import { page } from '../core/envelope.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import {
  CorrectRows,
  IMPORT_MEGABYTES,
  ImportCounts,
  ImportListQuery,
  ImportRecordId,
  ImportResult,
  ImportRow,
  ImportRows,
  ImportRowsQuery,
  ImportTask,
  TemplateOption,
  TemplateQuery,
  UploadDivision,
  UploadReadings,
  UploadRoster,
} from './schemas.ts'

const ROSTER_IMPORTERS = ['importMainland', 'importNonMainland', 'importWithoutId'] as const
const IMPORTERS = [...ROSTER_IMPORTERS, 'importDivision', 'importScreening', 'importCaries'] as const

const read = { method: 'GET', access: IMPORTERS, scoped: true, audit: null } as const
const write = { method: 'POST', access: IMPORTERS, scoped: true, form: true } as const
const upload = { method: 'POST', scoped: true, upload: { maxMegabytes: IMPORT_MEGABYTES } } as const
const Done = z.object({ recordId: z.number() })

export const importEndpoints = {
  importRoster: endpoint({
    ...upload,
    path: '/excel/student/excel/roster/import',
    summary: '上传学生名单，生成导入任务',
    access: ROSTER_IMPORTERS,
    audit: 'import.roster',
    input: UploadRoster,
    output: ImportTask,
  }),
  divideIntoClasses: endpoint({
    ...upload,
    path: '/excel/student/excel/roster/divideIntoClasses',
    summary: '上传学年分班表，生成导入任务',
    access: ['importDivision'],
    audit: 'import.division',
    input: UploadDivision,
    output: ImportTask,
  }),
  importScreening: endpoint({
    ...upload,
    path: '/excel/student/excel/screening/import',
    summary: '上传筛查数据，生成导入任务',
    access: ['importScreening'],
    audit: 'import.screening',
    input: UploadReadings,
    output: ImportTask,
  }),
  importCaries: endpoint({
    ...upload,
    path: '/excel/student/excel/caries/import',
    summary: '上传龋齿筛查数据，生成导入任务',
    access: ['importCaries'],
    audit: 'import.caries',
    input: UploadReadings,
    output: ImportTask,
  }),
  importProgress: endpoint({
    ...read,
    path: '/excel/student/excel/importProgress',
    summary: '本机构未关闭的导入任务及进度',
    input: z.object({ loginOrgId: WireId.optional() }),
    output: z.array(ImportTask),
  }),
  importTask: endpoint({
    ...read,
    path: '/excel/student/excel/task',
    summary: '一个导入任务，已关闭的也可查看',
    input: ImportRecordId,
    output: ImportTask,
  }),
  importList: endpoint({
    ...read,
    path: '/excel/importStudent/list',
    summary: '导入记录，已关闭的也在内',
    input: ImportListQuery,
    output: page(ImportTask),
  }),
  readImport: endpoint({
    ...write,
    path: '/excel/student/excel/read',
    summary: '查看导入结果',
    audit: 'import.read',
    input: ImportRecordId,
    output: ImportResult,
  }),
  hideImport: endpoint({
    ...write,
    path: '/excel/student/excel/notShownOutside',
    summary: '关闭已结束的任务，不再显示在导入列表',
    audit: 'import.hide',
    input: ImportRecordId,
    output: Done,
  }),
  deleteImport: endpoint({
    ...write,
    path: '/excel/student/excel/delete',
    summary: '删除已结束的任务及其文件',
    audit: 'import.delete',
    input: ImportRecordId,
    output: Done,
  }),
  cancelImport: endpoint({
    ...write,
    path: '/excel/student/excel/cancel',
    summary: '取消尚未写入的任务',
    audit: 'import.cancel',
    input: ImportRecordId,
    output: Done,
  }),
  importRows: endpoint({
    ...read,
    path: '/excel/student/excel/rows',
    summary: '预览与结果中的行：新增、更新（前后对比）、无变化、需转学、不可覆盖、有错误',
    input: ImportRowsQuery,
    output: ImportRows,
  }),
  importRowCells: endpoint({
    ...write,
    path: '/excel/student/excel/rowCells',
    summary: '一行的完整内容，用于更正；查看会被记录',
    audit: 'import.rowView',
    input: ImportRecordId.extend({ row: WireId }),
    output: z.object({ cells: z.array(z.string()) }),
  }),
  correctRows: endpoint({
    ...write,
    path: '/excel/student/excel/correctRows',
    summary: '在线更正若干行并重新检查',
    audit: 'import.correct',
    input: CorrectRows,
    output: z.object({ list: z.array(ImportRow), counts: ImportCounts }),
  }),
  commitImport: endpoint({
    ...write,
    path: '/excel/student/excel/commit',
    summary: '确认预览并写入；已写入的任务只写入更正后的行',
    audit: 'import.commit',
    input: ImportRecordId,
    output: Done,
  }),
  recheckImport: endpoint({
    ...write,
    path: '/excel/student/excel/recheck',
    summary: '按现在的名单重新检查全部行（含在线更正），回到预览；撤销之后可以重新写入',
    audit: 'import.recheck',
    input: ImportRecordId,
    output: Done,
  }),
  undoImport: endpoint({
    ...write,
    path: '/excel/student/excel/undo',
    summary: '撤销整批导入',
    audit: 'import.undo',
    input: ImportRecordId,
    output: Done,
  }),
  applyTransferOfRow: endpoint({
    ...write,
    path: '/excel/student/excel/applyTransfer',
    summary: '为登记在他校的一行申请转入',
    access: ROSTER_IMPORTERS,
    audit: 'import.applyTransfer',
    input: ImportRecordId.extend({ row: WireId }),
    output: z.object({ applicationId: z.number() }),
  }),
  errorWorkbook: endpoint({
    ...read,
    path: '/excel/student/excel/errorExcel',
    summary: '错误表：用户自己的表，错误单元格已标出，改好可直接再上传',
    audit: 'import.errorWorkbook',
    download: true,
    input: ImportRecordId.extend({
      all: z.preprocess((value) => value === '1' || value === true, z.boolean()),
    }),
    output: FileOutput,
  }),
  templateList: endpoint({
    ...read,
    path: '/excel/template/list',
    summary: '学校可下载的导入模板',
    input: z.object({ orgId: OrgId }),
    output: z.array(TemplateOption),
  }),
  template: endpoint({
    ...read,
    path: '/excel/template/download',
    summary: '为学校生成的导入模板，可预填现有名单',
    audit: 'import.template',
    download: true,
    input: TemplateQuery,
    output: FileOutput,
  }),
}
