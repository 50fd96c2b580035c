import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { ScreeningItemType } from '#contract/core/codes.ts'
import { BizError } from '#contract/core/error-codes.ts'
import type { AddPlan, EditPlan, PlanForm, PlanVersion, ReopenPlan } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { selectToday } from '../../core/db/today.ts'
import { changedMeanwhile } from '../../orgs/org.ts'
import { endPlans } from '../../plans/due-transition-queries.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { requirePlan } from './access.ts'
import { assertPlanAction, type PlanAction } from './plan-actions.ts'
import {
  deletePlanRow,
  fitTasks,
  insertPlan,
  isPlanNameTaken,
  type LockedPlan,
  lockOpenTasks,
  lockPlan,
  lockPlanOwner,
  nextVersion,
  type PlanArea,
  replaceAreas,
  selectAreasOf,
  selectPlanByKey,
  setArchived,
  setPublished,
  setReopened,
  updatePlan,
} from './plan-life-queries.ts'
import { areaCovers, requireAreas } from './plan-range.ts'

type Form = z.output<typeof PlanForm>

const refused = (field: keyof Form, message: string) =>
  new BizError(700, message, [{ path: [field], message }])

export async function addPlan(ctx: UserTxCtx, input: z.output<typeof AddPlan>) {
  const { publish, clientKey, ...form } = input
  const { userId, orgId } = ctx.caller
  ctx.note({ objectType: 'plan', detail: { name: form.planName, publish } })
  const areas = await requireAreas(ctx, form.areaIds)
  const ownerOrgId = orgId ?? 0
  await lockPlanOwner(ctx.db, ownerOrgId)
  const made = clientKey && (await selectPlanByKey(ctx.db, userId, clientKey))
  if (made) {
    ctx.note({ objectId: made, detail: { repeated: true } })
    return { planId: made }
  }
  if (await isPlanNameTaken(ctx.db, { ...form, ownerOrgId })) throw nameTaken()
  await assertLastPlan(ctx, form)
  if (publish) assertPublishable(form, await selectToday(ctx.db))
  const planId = await insertPlan(ctx.db, form, {
    ownerOrgId,
    createdBy: userId,
    clientKey: clientKey ?? null,
  })
  await replaceAreas(ctx.db, planId, areas)
  if (publish) await setPublished(ctx.db, planId)
  ctx.note({ objectId: planId })
  return { planId }
}

const nameTaken = () => refused('planName', '本机构在该学年已有同名的计划')

type Compared = Pick<Form, 'lastPlanId' | 'startsOn'>
async function assertLastPlan(
  ctx: UserCtx,
  { lastPlanId, startsOn }: Compared,
  ownId?: number,
): Promise<void> {
  if (lastPlanId === null) return
  if (lastPlanId === ownId) throw refused('lastPlanId', '不能与自身对比')
  const last = await requirePlan(ctx, lastPlanId)
  if (last.status === PlanStatus.code.draft || last.startsOn >= startsOn) {
    throw refused('lastPlanId', '请选择更早的计划进行对比')
  }
}

function assertPublishable({ endsOn, items }: Pick<Form, 'endsOn' | 'items'>, today: string): void {
  if (endsOn < today) throw refused('endsOn', '计划的结束日期已过，请先修改日期再发布')
  const { skipped } = ScreeningItemType.code
  if (Object.values(items).every((type) => type === skipped)) throw refused('items', '请至少选择一个检查项目')
}

/** Locks the plan and returns it; throws where the caller may not do this or somebody else changed it meanwhile. */
async function requireLockedPlan(
  ctx: UserTxCtx,
  input: z.output<typeof PlanVersion>,
  action: PlanAction,
): Promise<LockedPlan> {
  ctx.note({ objectType: 'plan', objectId: input.planId })
  await requirePlan(ctx, input.planId)
  const plan = await lockPlan(ctx.db, input.planId, 'update')
  if (!plan) throw new BizError(650)
  assertPlanAction(ctx, plan, action)
  if (plan.version !== input.version) throw changedMeanwhile()
  return plan
}

export async function editPlan(ctx: UserTxCtx, input: z.output<typeof EditPlan>) {
  const { planId, version, ...form } = input
  const { ownerOrgId } = await requirePlan(ctx, planId)
  await lockPlanOwner(ctx.db, ownerOrgId)
  const plan = await requireLockedPlan(ctx, { planId, version }, 'edit')
  const areas = await requireAreas(ctx, form.areaIds)
  if (await isPlanNameTaken(ctx.db, { ...form, ownerOrgId, exceptId: planId })) throw nameTaken()
  if (form.lastPlanId !== plan.lastPlanId) await assertLastPlan(ctx, form, planId)
  if (plan.status !== PlanStatus.code.draft) {
    assertFixedFields(plan, form)
    assertWider(plan, form, await selectAreasOf(ctx.db, planId), areas)
    assertDates(plan, form)
  }
  await updatePlan(ctx.db, planId, form)
  await replaceAreas(ctx.db, planId, areas)
  if (form.startsOn !== plan.startsOn || form.endsOn !== plan.endsOn) {
    await lockOpenTasks(ctx.db, planId)
    await fitTasks(ctx.db, planId)
  }
  ctx.note({ detail: { name: form.planName } })
  // A first day moved up to today begins today.
  await applyDueTransitions(ctx.db)
  return { version: version + 1 }
}

/** What figures rest on stays as it was published. */
function assertFixedFields(plan: LockedPlan, form: Form): void {
  if (!isDeepStrictEqual(plan.items, form.items)) throw refused('items', '计划发布后不能修改检查项目')
  if (!isDeepStrictEqual(plan.profile, form.profile)) throw refused('profile', '计划发布后不能修改判定标准')
  const fixed = ['schoolYear', 'season', 'kind'] as const
  const changed = fixed.find((field) => plan[field] !== form[field])
  if (changed) throw refused(changed, '计划发布后不能修改学年、学期与类型')
}

/** Nobody who takes part already is left outside. */
function assertWider(plan: LockedPlan, form: Form, before: PlanArea[], after: PlanArea[]): void {
  if (before.some((area) => !after.some((wider) => areaCovers(wider, area)))) {
    throw refused('areaIds', '计划发布后只能扩大筛查区域，不能缩小')
  }
  const stages: readonly number[] = form.stages
  if (plan.stages.some((stage) => !stages.includes(stage))) {
    throw refused('stages', '计划发布后只能增加学段，不能减少')
  }
  if (plan.includeDirect > form.includeDirect) throw refused('includeDirect', '计划发布后不能排除直属学校')
}

function assertDates(plan: LockedPlan, form: Form): void {
  if (plan.status === PlanStatus.code.underWay && form.startsOn !== plan.startsOn) {
    throw refused('startsOn', '计划已开始，不能修改开始日期')
  }
  if (form.endsOn < plan.today)
    throw refused('endsOn', '结束日期不能早于今天；如需提前结束，请使用“结束计划”')
}

export async function deletePlan(ctx: UserTxCtx, input: z.output<typeof PlanVersion>) {
  const plan = await requireLockedPlan(ctx, input, 'delete')
  ctx.note({ detail: { name: plan.name } })
  await deletePlanRow(ctx.db, plan.id)
  return { deleted: 1 }
}

export async function publishPlan(ctx: UserTxCtx, input: z.output<typeof PlanVersion>) {
  const plan = await requireLockedPlan(ctx, input, 'publish')
  assertPublishable(plan, plan.today)
  await setPublished(ctx.db, plan.id)
  return { version: input.version + 1 }
}

/** From here on nothing is written into it: a write that is under way is waited for. */
export async function endPlan(ctx: UserTxCtx, input: z.output<typeof PlanVersion>) {
  const plan = await requireLockedPlan(ctx, input, 'end')
  await lockOpenTasks(ctx.db, plan.id)
  await endPlans(ctx.db, [plan.id])
  await nextVersion(ctx.db, plan.id)
  return { version: input.version + 1 }
}

export async function reopenPlan(ctx: UserTxCtx, input: z.output<typeof ReopenPlan>) {
  const plan = await requireLockedPlan(ctx, input, 'reopen')
  if (input.endsOn < plan.today) throw refused('endsOn', '新的结束日期不能早于今天')
  if (input.endsOn < plan.startsOn) throw refused('endsOn', '结束日期不能早于开始日期')
  ctx.note({ detail: { endsOn: [plan.endsOn, input.endsOn] } })
  await setReopened(ctx.db, plan.id, input.endsOn)
  // Tasks that had not begun when it ended may be due by now.
  await applyDueTransitions(ctx.db)
  return { version: input.version + 1 }
}

export async function archivePlan(ctx: UserTxCtx, input: z.output<typeof PlanVersion>) {
  const plan = await requireLockedPlan(ctx, input, 'archive')
  await setArchived(ctx.db, plan.id)
  return { version: input.version + 1 }
}
