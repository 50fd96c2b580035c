import { z } from 'zod'
import { ApprovalPageQuery } from '#contract/approvals/schemas.ts'
import { ApprovalStatus } from '#contract/core/codes.ts'
import { WireId } from '#contract/core/wire.ts'

/** The query in the address: pending applications by default, and the one whose details are open. */
export const ApprovalAddress = ApprovalPageQuery.extend({
  status: z.union([ApprovalStatus.query, z.literal('all')]).default(ApprovalStatus.code.pending),
  approvalId: WireId.optional(),
})
export type ApprovalAddress = z.output<typeof ApprovalAddress>

/** The list that an address asks for. */
export function listQueryOf({ approvalId, status, ...query }: ApprovalAddress): ApprovalPageQuery {
  return { ...query, status: status === 'all' ? undefined : status }
}
