// Reports that were numbered and stored unchanged.
import { z } from 'zod'
import { PageQuery } from '../../core/envelope.ts'
import { Reason } from '../../core/fields.ts'
import { UnitQuery } from '../../eyesight/figures/figure-schemas.ts'
import { ReportKind } from '../report/report.ts'
import { ReportNo } from './report-no.ts'

/** A bigger one is no reading matter; the reports of a whole province are far below. */
export const FROZEN_MEGABYTES_MAX = 4

export const FrozenRow = z.object({
  reportNo: z.string(),
  kind: ReportKind.schema,
  title: z.string(),
  unitName: z.string(),
  planId: z.number(),
  planName: z.string(),
  frozenAt: z.string(),
  frozenBy: z.string(),
  orgName: z.string(),
  withdrawnAt: z.string().nullable(),
  withdrawnReason: z.string().nullable(),
  /** Whether the caller could: the organisation that froze it, or one above. */
  mayWithdraw: z.boolean(),
})
export type FrozenRow = z.infer<typeof FrozenRow>

/** The same figures are not numbered twice: then it is the one that is there. */
export const FreezeAnswer = FrozenRow.extend({ existed: z.boolean() })
export type FreezeAnswer = z.infer<typeof FreezeAnswer>

export const FrozenListQuery = PageQuery.extend({
  kind: ReportKind.schema.optional(),
  ...UnitQuery.partial().shape,
  /** Or a part of it. */
  reportNo: z.string().trim().toUpperCase().max(40).optional(),
})
export type FrozenListQuery = z.output<typeof FrozenListQuery>

export const FrozenQuery = z.object({ reportNo: ReportNo })
export const WithdrawReport = FrozenQuery.extend({ reason: Reason })
