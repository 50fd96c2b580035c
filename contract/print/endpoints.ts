// Forms on paper (spec §2 "Print pages under /print").
import { z } from 'zod'
import { endpoint, FileOutput } from '../core/endpoint.ts'
import { PAPER_PRINTERS } from '../exports/paper-access.ts'
import { ChosenCount, PaperChoice, PaperQuery, PaperSheet } from './paper-schemas.ts'

const read = {
  method: 'GET',
  scoped: true,
  audit: 'record.print',
  access: PAPER_PRINTERS,
  input: PaperQuery,
} as const

export const paperEndpoints = {
  paperStudents: endpoint({
    ...read,
    path: '/manager/print/students',
    summary: '要打印的学生人数',
    audit: null,
    input: PaperChoice,
    output: ChosenCount,
  }),
  paperSheets: endpoint({
    ...read,
    path: '/manager/print/sheets',
    summary: '打印用表：一个班、一个年级、一所学校、一项任务或选择的学生',
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
