// How well the work of those who screen was done: whole tasks, nothing about a child.
import { z } from 'zod'
import { percentOf } from '../eyesight/figures/rates.ts'

export const WorkQuality = z.object({
  /** Percent of those screened; null where nobody was. */
  invalidRate: z.number().nullable(),
  /** Percent of the valid. */
  retestRate: z.number().nullable(),
  /** Items over tolerance in percent of those measured twice. */
  errorRate: z.number().nullable(),
  /** Fewer second examinations than the plan asks for. */
  retestShort: z.boolean(),
  /** More errors than the plan allows. */
  errorsOver: z.boolean(),
})
export type WorkQuality = z.infer<typeof WorkQuality>

export type WorkCounts = {
  screened: number
  valid: number
  retestDone: number
  items: number
  errors: number
}

/** The limits are those of the plan, in percent. */
export function qualityOf(
  { screened, valid, retestDone, items, errors }: WorkCounts,
  { retestRatio, errorCap }: { retestRatio: number; errorCap: number },
): WorkQuality {
  return {
    invalidRate: percentOf(screened - valid, screened),
    retestRate: percentOf(retestDone, valid),
    errorRate: percentOf(errors, items),
    retestShort: valid > 0 && retestDone * 100 < retestRatio * valid,
    errorsOver: errors * 100 > errorCap * items,
  }
}
