import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import type { AddTasks, TasksAdded } from '#contract/eyesight/task-schemas.ts'
import type { UserTxCtx } from '../../core/context.ts'
import { requireOrgs } from '../../orgs/org.ts'
import { requirePlan } from '../plans/access.ts'
import { assertPlanAction } from '../plans/plan-actions.ts'
import { type LockedPlan, lockPlan } from '../plans/plan-life-queries.ts'
import { selectReach } from '../plans/plan-schools-queries.ts'
import { type Candidate, insertTasks, selectCandidates } from './task-add-queries.ts'
import { assertInsidePlan, startNow } from './task-edit.ts'
import { carrierOf } from './task-executor.ts'
import { tellAssigned } from './task-messages.ts'
import { faultOfSelection, plainSelection } from './task-selection.ts'

type Input = z.output<typeof AddTasks>
type Skipped = z.output<typeof TasksAdded>['skipped'][number]

/** As many statements for one school as for a province. */
export async function addTasks(ctx: UserTxCtx, input: Input): Promise<z.output<typeof TasksAdded>> {
  ctx.note({ objectType: 'plan', objectId: input.planId })
  await requirePlan(ctx, input.planId)
  // Exclusive lock: two who give tasks to the same schools do it one after the other.
  const plan = await lockPlan(ctx.db, input.planId, 'update')
  if (!plan) throw new BizError(650)
  assertPlanAction(ctx, plan, 'addTask')
  assertDates(plan, input)
  const selection = plainSelection(input.selection)
  const { fit, skipped } = await schoolsFor(ctx, plan, input, selection)
  const { tasks, without } = await withCarriers(ctx, input, fit)
  const taskIds =
    tasks.length === 0
      ? []
      : await insertTasks(ctx.db, { ...input, selection, createdBy: ctx.caller.userId, tasks })
  const { startsOn, endsOn } = input
  await tellAssigned(
    ctx,
    { planId: plan.id, planName: plan.name },
    tasks.map((task) => ({ ...task, startsOn, endsOn })),
  )
  await startNow(ctx, taskIds)
  const left = [...skipped, ...without]
  ctx.note({ detail: { created: taskIds.length, skipped: left.length, executor: input.executor.by } })
  return { created: taskIds.length, taskIds, skipped: left }
}

function assertDates(plan: LockedPlan, input: Input): void {
  assertInsidePlan(plan, input)
  if (input.endsOn >= plan.today) return
  const message = '结束日期不能早于今天'
  throw new BizError(700, message, [{ path: ['endsOn'], message }])
}

/**
 * A named school that does not belong to the plan refuses the whole call; one that has a task already is reported.
 */
async function schoolsFor(ctx: UserTxCtx, plan: LockedPlan, input: Input, selection: Input['selection']) {
  const named = input.allSchools ? null : [...new Set(input.schoolOrgIds)]
  if (input.schoolOrgIds.length > 0) await requireOrgs(ctx, input.schoolOrgIds)
  const reach = await selectReach(ctx.db, plan.id)
  const schools = await selectCandidates(ctx.db, ctx.scope, { planId: plan.id, reach, named })
  if (named && schools.length < named.length) throw new BizError(651)
  for (const { orgName, approved, reached } of schools) {
    if (!reached) throw new BizError(700, `“${orgName}”不在计划的区域或学段内`)
    if (!approved) throw new BizError(700, `“${orgName}”尚未通过审核`)
  }
  const fit: Candidate[] = []
  const skipped: Skipped[] = []
  for (const { orgId, orgName, ...rest } of schools) {
    const reason = selection === null && rest.tasks > 0 ? '该计划中已有任务' : null
    if (reason) skipped.push({ orgId, orgName, reason })
    else fit.push({ orgId, orgName, ...rest })
  }
  if (selection === null || !fit[0]) return { fit, skipped }
  // A selection is of one school.
  const { orgId, orgName } = fit[0]
  const reason = await faultOfSelection(ctx, { planId: plan.id, schoolOrgId: orgId }, selection)
  return reason ? { fit: [], skipped: [{ orgId, orgName, reason }] } : { fit, skipped }
}

async function withCarriers(ctx: UserTxCtx, { executor }: Input, schools: Candidate[]) {
  const carrier = await carrierOf(
    ctx,
    executor,
    schools.map(({ orgId }) => orgId),
  )
  const tasks: { schoolOrgId: number; schoolName: string; orgId: number }[] = []
  const without: Skipped[] = []
  for (const { orgId, orgName } of schools) {
    const carried = carrier(orgId)
    if ('reason' in carried) without.push({ orgId, orgName, reason: carried.reason })
    else tasks.push({ schoolOrgId: orgId, schoolName: orgName, ...carried })
  }
  return { tasks, without }
}
