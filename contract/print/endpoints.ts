// Forms on paper (spec §2 "Print pages under /print").
import { z } from 'zod'
import { endpoint, FileOutput } from '../core/endpoint.ts'
import { PaperQuery, PaperSheet } from './paper-schemas.ts'

const read = {
  method: 'GET',
  scoped: true,
  audit: 'record.print',
  access: ['classDetail', 'classDetailTakingPart'],
  input: PaperQuery,
} as const

export const paperEndpoints = {
  paperSheets: endpoint({
    ...read,
    path: '/manager/print/sheets',
    summary: '打印用表：一个班、一个年级、一所学校或一项任务',
    output: z.array(PaperSheet),
  }),
  paperFile: endpoint({
    ...read,
    path: '/manager/print/file',
    summary: '打印用表（PDF 文件）',
    download: true,
    output: FileOutput,
  }),
}
