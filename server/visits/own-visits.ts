import type { Page, PageQuery } from '#contract/core/envelope.ts'
import { maskName } from '#contract/core/mask.ts'
import type { OwnVisit } from '#contract/visits/visit-schemas.ts'
import type { UserTxCtx } from '../core/context.ts'
import { letterNumber } from '../letters/make-letters.ts'
import { selectOwnVisits } from './visit-queries.ts'
import { presentVisit } from './visit-row.ts'

/**
 * What the own hospital recorded; nothing for others: a school finds its records at its children, whom not everybody
 * there may see.
 */
export async function listOwnVisits(ctx: UserTxCtx, query: PageQuery): Promise<Page<OwnVisit>> {
  const { rows, total } = await selectOwnVisits(ctx.db, ctx.caller.orgId, query)
  ctx.note({ objectType: 'org', detail: { rows: rows.length, page: query.pageNum } })
  return {
    list: rows.map((row) => ({
      ...presentVisit(row),
      maskedName: maskName(row.studentName),
      schoolName: row.schoolName ?? '',
      letterNo: row.letterId === null ? null : letterNumber(row.letterId),
    })),
    total,
    pageNum: query.pageNum,
    pageSize: query.pageSize,
  }
}
