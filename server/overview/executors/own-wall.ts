// The cockpit of an organisation that carries out tasks: its range is the schools of its tasks, not an area.

import { BizError } from '#contract/core/error-codes.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { OwnWallQuery } from '#contract/overview/wall.ts'
import type { UserCtx } from '../../core/context.ts'
import type { AskInParallel } from '../../core/db/one-moment.ts'
import { requirePlan, screeningScope } from '../../eyesight/plans/access.ts'
import type { PlanRecord, ScreeningScope } from '../../eyesight/plans/access-queries.ts'
import { momentOf, sharedAnswer, type WallAnswer, wallPlanOf } from '../wall.ts'

export type OwnWallBasis = {
  ctx: UserCtx
  inParallel: AskInParallel
  plan: PlanRecord
  /** The same for everybody of the organisation. */
  who: ScreeningScope
  orgId: number
  today: string
}

/** One question for all screens of the organisation; work alone is shown, nothing that was found. */
export async function answerOwnWall<View>(
  ctx: UserCtx,
  { planId, seen }: OwnWallQuery,
  name: string,
  make: (basis: OwnWallBasis) => Promise<View>,
): Promise<WallAnswer<View>> {
  const { org } = ctx.caller
  const who = screeningScope(ctx)
  if (!org || who.carriesOut === null) throw new BizError(650, '仅供承担筛查任务的医院和社会机构查看')
  const plan = await requirePlan(ctx, planId)
  const unit: Unit = { level: 'range', key: {}, name: org.name }
  const key = JSON.stringify([name, plan.id, org.id])
  const moment = await ctx.moments(key, () =>
    momentOf(ctx, (own) => make({ ...own, plan, who, orgId: org.id })),
  )
  return sharedAnswer(moment, seen, { plan: wallPlanOf(plan), path: [unit], unit })
}
