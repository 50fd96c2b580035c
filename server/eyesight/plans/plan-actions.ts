import type { z } from 'zod'
import { OrgType } from '#contract/core/codes.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { PlanActions } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { UserCtx } from '../../core/context.ts'

export type PlanAction = keyof z.output<typeof PlanActions>
export type PlanState = { status: number; ownerOrgId: number; schoolMayAdd: boolean }

const { draft, published, underWay, ended, archived } = PlanStatus.code
const ENDED = '计划已结束，不能修改；如需继续，请先重新开启'
const ARCHIVED = '计划已归档，只能查看'

/** In which states something can be done with a plan, and what is said in the others. */
const OWNER_ACTIONS: Record<Exclude<PlanAction, 'addTask'>, { in: readonly number[]; else: string }> = {
  edit: { in: [draft, published, underWay], else: ENDED },
  delete: { in: [draft], else: '只能删除草稿；已发布的计划可以结束' },
  publish: { in: [draft], else: '计划已经发布' },
  end: { in: [published, underWay], else: '只能结束已发布且未结束的计划' },
  reopen: { in: [ended], else: '只能重新开启已结束的计划' },
  archive: { in: [ended], else: '计划结束后才能归档' },
}
const ACTIONS: readonly PlanAction[] = [...(Object.keys(OWNER_ACTIONS) as PlanAction[]), 'addTask']

/** Why the caller cannot do it now; null where nothing speaks against it. */
function refusal(ctx: UserCtx, plan: PlanState, action: PlanAction): BizError | null {
  if (action === 'addTask') return refusedTask(ctx, plan)
  if (!ctx.caller.permissions.has('planEdit')) return new BizError(602)
  if (ctx.caller.orgId !== plan.ownerOrgId) return new BizError(700, '只有计划的创建机构可以操作')
  if (plan.status === archived) return new Refusal('notInThisState', ARCHIVED)
  const rule = OWNER_ACTIONS[action]
  return rule.in.includes(plan.status) ? null : new Refusal('notInThisState', rule.else)
}

/** By a government body in its range, or by a school for itself where the plan lets it. */
function refusedTask({ caller, scope }: UserCtx, plan: PlanState): BizError | null {
  if (!caller.permissions.has('taskAdd')) return new BizError(602)
  if (plan.status === draft) return new Refusal('notInThisState', '草稿计划发布后才能新增任务')
  if (plan.status >= ended) return new Refusal('notInThisState', '计划已结束，不能新增任务')
  if (scope.kind !== 'org') return null
  if (caller.org?.orgType !== OrgType.code.school || scope.only) return new BizError(602)
  return plan.schoolMayAdd ? null : new BizError(700, '该计划未开放学校自行新增任务')
}

export function assertPlanAction(ctx: UserCtx, plan: PlanState, action: PlanAction): void {
  const refused = refusal(ctx, plan, action)
  if (refused) throw refused
}

/** What the caller may do with a plan now: the same rules, asked for all at once. */
export function planActions(ctx: UserCtx, plan: PlanState): z.output<typeof PlanActions> {
  const may = ACTIONS.map((action) => [action, refusal(ctx, plan, action) === null])
  return Object.fromEntries(may) as z.output<typeof PlanActions>
}
