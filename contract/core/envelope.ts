import { z } from 'zod'
import type { FieldIssue } from './error-codes.ts'

import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts'
import { WireNumber } from './wire.ts'

/** Spec §7: the standard response. `data.issues` carries field faults so that a form can show them. */
export type Envelope<T> =
  | { success: true; code: 200; message: string; data: T }
  | { success: false; code: number; message: string; data: { issues: FieldIssue[] } | null }

export const PageQuery = z.object({
  pageNum: WireNumber.pipe(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: WireNumber.pipe(z.number().int().min(1).max(PAGE_SIZE_MAX)).default(PAGE_SIZE_DEFAULT),
})
export type PageQuery = z.infer<typeof PageQuery>

/** Schema of one page of a list. */
export function page<Row extends z.ZodType>(row: Row) {
  return z.object({ list: z.array(row), total: z.number(), pageNum: z.number(), pageSize: z.number() })
}
export type Page<Row> = { list: Row[]; total: number; pageNum: number; pageSize: number }
