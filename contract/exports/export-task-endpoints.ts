// Files made in the background. The console watches them from every screen, so nothing of what can be exported stands here.
import { z } from 'zod'
import { endpoint, FileOutput } from '../core/endpoint.ts'
import { ExportProgressQuery, ExportRecordId, ExportTask } from './export-task-schemas.ts'
import { EXPORTERS } from './exporters.ts'

const own = { access: EXPORTERS, scoped: false } as const
const change = { ...own, method: 'POST', form: true } as const
const Done = z.object({ recordId: z.number() })

export const exportTaskEndpoints = {
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
}
