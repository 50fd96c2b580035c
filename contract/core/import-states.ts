import { z } from 'zod'
import { codeEnum } from './enums.ts'

/** What becomes of a row of a sheet. */
export const RowOutcome = codeEnum({
  error: [0, '有错误'],
  insert: [1, '新增'],
  update: [2, '更新'],
  unchanged: [3, '无变化'],
  locked: [4, '不可覆盖'],
  elsewhere: [5, '需转学'],
  back: [6, '恢复在校'],
})

export const ImportState = z.enum([
  'queued',
  'reading',
  'preview',
  'writing',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
])
export type ImportState = z.infer<typeof ImportState>
