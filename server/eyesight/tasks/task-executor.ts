import { ApprovalStatus, OrgType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { Executor } from '#contract/eyesight/task-schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { scopeCoversOrg } from '../../core/scope.ts'
import { selectOrg } from '../../orgs/org-queries.ts'
import { selectBound } from './task-executor-queries.ts'

/** Who carries out the task of a school; a sentence where nobody is found. */
export type Carrier = (schoolOrgId: number) => { orgId: number } | { reason: string }

const { school, government } = OrgType.code
const refused = (message: string) => new BizError(700, message, [{ path: ['executor'], message }])

/** One organisation, every school itself, or the organisation each school is bound to. */
export async function carrierOf(
  ctx: UserTxCtx,
  executor: Executor,
  schoolOrgIds: readonly number[],
): Promise<Carrier> {
  if (executor.by === 'school') return (orgId) => ({ orgId })
  if (executor.by === 'org') {
    const orgId = await requireExecutor(ctx, executor.orgId, schoolOrgIds)
    return () => ({ orgId })
  }
  const bound = await selectBound(ctx.db, schoolOrgIds)
  return (schoolOrgId) => {
    const [orgId, another] = bound.get(schoolOrgId) ?? []
    if (orgId === undefined) return { reason: '没有绑定的筛查机构' }
    return another === undefined ? { orgId } : { reason: '绑定了多家筛查机构，请单独指定' }
  }
}

/** In the own range, or bound to all of the schools; a school carries out nothing but its own. */
async function requireExecutor(ctx: UserTxCtx, orgId: number, schoolOrgIds: readonly number[]) {
  const org = await selectOrg(ctx.db, orgId)
  if (!org) throw new BizError(616)
  const known = ctx.caller.orgId === orgId || scopeCoversOrg(ctx.scope, org)
  if (!known) {
    const bound = await selectBound(ctx.db, schoolOrgIds)
    const everywhere = schoolOrgIds.every((id) => bound.get(id)?.includes(orgId))
    if (schoolOrgIds.length === 0 || !everywhere) throw new BizError(616)
  }
  if (org.orgType === government) throw refused('承担机构须为医院、社会筛查机构或学校本身')
  if (org.orgType === school && schoolOrgIds.some((id) => id !== orgId))
    throw refused('学校只能承担本校的任务')
  if (org.status !== ApprovalStatus.code.passed) throw refused(`“${org.name}”尚未通过审核，不能承担任务`)
  return orgId
}
