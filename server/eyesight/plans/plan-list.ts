import { BizError } from '#contract/core/error-codes.ts'
import { addRanges, wholeRange } from '#contract/eyesight/figures/plan-range.ts'
import { describeProfile } from '#contract/eyesight/judgement/profile.ts'
import type { PlanDetail, PlanPageQuery, PlanRow } from '#contract/eyesight/plan-schemas.ts'
import { findAreaNames } from '../../areas/area.ts'
import type { UserCtx } from '../../core/context.ts'
import { applyDueTransitions } from '../../plans/due-transitions.ts'
import { requirePlan, screeningScope } from './access.ts'
import { selectPlan } from './access-queries.ts'
import { planActions } from './plan-actions.ts'
import { type PlanListRow, selectPlanChoices, selectPlanDetail, selectPlanPage } from './plan-list-queries.ts'
import { type PlanProgress, selectPlanProgress } from './plan-progress-queries.ts'

const ownOrg = ({ caller }: UserCtx): number => caller.orgId ?? 0

export async function listPlans(ctx: UserCtx, query: PlanPageQuery) {
  await applyDueTransitions(ctx.db)
  const who = screeningScope(ctx)
  const page = await selectPlanPage(ctx.db, who, ownOrg(ctx), query)
  const ids = page.list.map(({ planId }) => planId)
  const progress = ids.length > 0 ? await selectPlanProgress(ctx.db, who, ids) : new Map()
  const names = await findAreaNames(ctx)
  return { ...page, list: page.list.map((row) => presentPlan(ctx, row, names, progress.get(row.planId))) }
}

/** `undefined` progress: nothing has been planned inside the caller's range. */
function presentPlan(
  ctx: UserCtx,
  row: PlanListRow,
  names: ReadonlyMap<string, string>,
  progress: PlanProgress | undefined,
): PlanRow {
  const { taskCount = 0, screened = 0, valid = 0, range = addRanges([]) } = progress ?? {}
  return {
    ...row,
    areaNames: row.areaIds.map((id) => names.get(id) ?? id),
    taskCount,
    progress: { expected: wholeRange(range).students, screened, valid },
    range,
    can: planActions(ctx, row),
  }
}

export async function findPlan(ctx: UserCtx, { planId }: { planId: number }): Promise<PlanDetail> {
  await requirePlan(ctx, planId)
  const who = screeningScope(ctx)
  const row = await selectPlanDetail(ctx.db, who, ownOrg(ctx), planId)
  if (!row) throw new BizError(650)
  const progress = (await selectPlanProgress(ctx.db, who, [planId])).get(planId)
  const { waiting = 0, underWay = 0, completed = 0 } = progress ?? {}
  // A plan that the caller cannot open is not named as the one to compare with either.
  const { lastPlanId, lastPlanName } = row
  const comparable = lastPlanId !== null && (await selectPlan(ctx.db, who, ownOrg(ctx), lastPlanId))
  return {
    ...row,
    ...presentPlan(ctx, row, await findAreaNames(ctx), progress),
    lastPlanId: comparable ? lastPlanId : null,
    lastPlanName: comparable ? lastPlanName : null,
    profileText: describeProfile(row.profile),
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    tasksByStatus: { waiting, underWay, completed },
  }
}

export async function listPlanChoices(ctx: UserCtx, { keyword }: { keyword?: string }) {
  await applyDueTransitions(ctx.db)
  return selectPlanChoices(ctx.db, screeningScope(ctx), ownOrg(ctx), keyword)
}
