// A report as a file to hand in.
import { z } from 'zod'
import { codeEnum } from '../../core/enums.ts'
import { FrozenQuery } from '../frozen/frozen-schemas.ts'
import { ReportRequest } from './report-request.ts'

export const DocumentFormat = codeEnum({
  word: ['docx', 'Word 文档'],
  excel: ['xlsx', 'Excel 表格'],
  pdf: ['pdf', 'PDF 文件'],
})

/** One that is made now, or a frozen one by its number. */
export const DownloadReport = z.object({
  report: z.union([ReportRequest, FrozenQuery]),
  format: DocumentFormat.schema,
})
