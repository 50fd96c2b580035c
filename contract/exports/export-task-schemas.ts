import { z } from 'zod'
import { YesNo } from '../core/codes.ts'
import { WireFlag, WireId } from '../core/wire.ts'
import { ExportKey } from './export-key.ts'

export const ExportState = z.enum(['queued', 'writing', 'done', 'failed', 'cancelled'])
export type ExportState = z.infer<typeof ExportState>

/** As an import task (spec §3), for files that are made instead of read. */
export const ExportTask = z.object({
  recordId: z.number(),
  item: ExportKey,
  title: z.string(),
  fileName: z.string(),
  reason: z.string(),
  personal: z.boolean(),
  state: ExportState,
  total: z.number(),
  currentProgress: z.number(),
  isEnd: YesNo.schema,
  isSuccessExport: YesNo.schema,
  isShowInOutside: YesNo.schema,
  errorMsg: z.string().nullable(),
  /** Asked to stop; it does so at its next step. */
  cancelling: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  expireTime: z.string(),
})
export type ExportTask = z.infer<typeof ExportTask>

export const ExportRecordId = z.object({ recordId: WireId })
/** Closed ones only when asked for. */
export const ExportProgressQuery = z.object({ all: WireFlag })
