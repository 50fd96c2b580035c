import type { ApprovalEffects } from './approval.ts'
import { admitOrg, refuseOrg } from './decide-queries.ts'

/** Admission of an organisation: its accounts get in from the next request on, or stay out (671). */
export const orgEffects: ApprovalEffects['org'] = {
  onPassed: (ctx, { orgId }) => admitOrg(ctx.db, orgId),
  onRejected: (ctx, { orgId }) => refuseOrg(ctx.db, orgId),
}
