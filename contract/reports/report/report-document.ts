// A report as a file to hand in.
import { z } from 'zod'
import { codeEnum } from '../../core/enums.ts'
import { NameDisclosure } from '../../core/private-name.ts'
import { FrozenQuery } from '../frozen/frozen-schemas.ts'
import { ReportRequest } from './report-request.ts'

export const DocumentFormat = codeEnum({
  word: ['docx', 'Word 文档'],
  excel: ['xlsx', 'Excel 表格'],
  pdf: ['pdf', 'PDF 文件'],
})

/** One that is made now, or a frozen one by its number. */
export const DownloadReport = NameDisclosure.extend({
  report: z.union([ReportRequest, FrozenQuery]),
  format: DocumentFormat.schema,
  /** Only this table of it, such as the list of students of a class. */
  tableId: z.string().max(100).optional(),
})
