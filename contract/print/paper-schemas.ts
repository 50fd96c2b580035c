import { z } from 'zod'
import { codeEnum } from '../core/enums.ts'
import { PrivateName } from '../core/private-name.ts'
import { ScreeningFilter } from '../exports/screening-filter.ts'

/** The forms that are printed. */
export const PaperForm = codeEnum({
  registration: ['registration', '视力筛查登记表'],
  resultRecord: ['result-record', '视力筛查结果记录表'],
  retestRecord: ['retest-record', '视力筛查复测记录表'],
  summary: ['summary', '视力筛查结果汇总表'],
})

const PaperField = z.object({
  label: z.string(),
  /** Null: to be written by hand. */
  value: z.string().nullable(),
})

export const PaperSheet = z.object({
  /** What the pages are called in the contents of a file. */
  bookmark: z.string(),
  subtitle: z.string(),
  /** Lines of fields, over the table and under it. */
  head: z.array(z.array(PaperField)),
  /** The cell that is null holds the name. */
  rows: z.array(z.object({ name: PrivateName, cells: z.array(z.string().nullable()) })),
  foot: z.array(z.array(PaperField)),
})
export type PaperSheet = z.infer<typeof PaperSheet>

/** More than a school has. */
export const PAPER_MOST_ROWS = 6_000

export const PaperQuery = ScreeningFilter.extend({ form: PaperForm.query })
