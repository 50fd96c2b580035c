// Data intake of a plan: school by school what came in from where, what is doubtful and who still owes data.
import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import type { Intake, IntakeQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { findAreaNames } from '../../areas/area.ts'
import { findAreaPath } from '../../areas/area-queries.ts'
import type { UserCtx } from '../../core/context.ts'
import { scopeCoversArea } from '../../core/scope.ts'
import { figurePlanOf } from '../figures/figure.ts'
import { rangeOf } from '../figures/figure-children.ts'
import { selectReadAt } from '../figures/figure-queries.ts'
import { hasTaskInArea } from '../figures/unit-queries.ts'
import { requirePlan, screeningScope } from './access.ts'
import { selectIntake } from './intake-queries.ts'

export async function findIntake(ctx: UserCtx, query: z.output<typeof IntakeQuery>): Promise<Intake> {
  const plan = await requirePlan(ctx, query.planId)
  const who = screeningScope(ctx)
  if (query.areaId !== undefined) await assertArea(ctx, plan.id, query.areaId)
  const at = await selectReadAt(ctx.db)
  const { list, found, totals } = await selectIntake(ctx.db, who, plan, query)
  const names = await findAreaNames(ctx)
  const { pageNum, pageSize } = query
  return {
    plan: { ...figurePlanOf(plan), retestRatio: plan.retestRatio, errorCap: plan.errorCap },
    total: { ...totals, range: rangeOf(totals.schools, [totals]) },
    page: {
      list: list.map((row) => ({ ...row, areaName: names.get(row.areaId) ?? '' })),
      total: found,
      pageNum,
      pageSize,
    },
    at,
  }
}

/** 616 outside the range; for an organisation without an area of its own, where it has no part in the plan. */
async function assertArea(ctx: UserCtx, planId: number, areaId: string) {
  const who = screeningScope(ctx)
  const [provinceId = '', cityId, regionId] = (await findAreaPath(ctx.db, areaId))?.fullId.split('-') ?? []
  const covered =
    ctx.scope.kind === 'org' || who.carriesOut !== null
      ? await hasTaskInArea(ctx.db, who, planId, areaId)
      : scopeCoversArea(ctx.scope, { provinceId, cityId, regionId })
  if (!covered) throw new BizError(616)
}
