// What all big screens have in common: who may look, what everybody sees, and one question for all who watch.
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { BizError } from '#contract/core/error-codes.ts'
import type { UnitQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import type { WallPlan, wallAnswer } from '#contract/overview/wall.ts'
import type { UserCtx } from '../core/context.ts'
import { type AskInParallel, atOneMoment } from '../core/db/one-moment.ts'
import { selectToday } from '../core/db/today.ts'
import { figurePlanOf } from '../eyesight/figures/figure.ts'
import { selectReadAt } from '../eyesight/figures/figure-queries.ts'
import { withoutStudents } from '../eyesight/figures/figure-suppression.ts'
import { type ResolvedUnit, resolveUnit } from '../eyesight/figures/unit.ts'
import { requirePlan } from '../eyesight/plans/access.ts'
import type { PlanRecord } from '../eyesight/plans/access-queries.ts'
import { selectProvinceOf } from './wall-queries.ts'

/** What a view is made from: the same for everybody who watches. */
export type WallBasis = {
  ctx: UserCtx
  inParallel: AskInParallel
  plan: PlanRecord
  /** Seen from the province, by somebody who may not see students. */
  resolved: ResolvedUnit
  today: string
}
export type MakeView<View> = (basis: WallBasis) => Promise<View>

type Asked = Pick<UnitQuery, 'planId' | 'areaId' | 'orgId'> & { seen?: string | undefined }
export type WallAnswer<View> = Omit<z.input<ReturnType<typeof wallAnswer>>, 'view'> & { view: View | null }

const MARK_SIGNS = 22

export const wallPlanOf = (plan: PlanRecord): WallPlan => ({
  ...figurePlanOf(plan),
  startsOn: plan.startsOn,
  endsOn: plan.endsOn,
})

/**
 * Checks plan and place for the caller, then answers with what is the same for everybody: hiding is decided from the
 * province down, so that two screens together tell no more than one, and one answer serves all who watch.
 */
export async function answerWall<View>(
  ctx: UserCtx,
  { seen, ...asked }: Asked,
  name: string,
  make: MakeView<View>,
): Promise<WallAnswer<View>> {
  const plan = await requirePlan(ctx, asked.planId)
  const { unit, path } = await resolveUnit(ctx, asked)
  // Classes of a teacher, or schools of tasks, are no place that others could look at too.
  if (unit.level === 'range') throw new BizError(650, '请选择一个区域')
  const key = JSON.stringify([name, plan.id, unit.key])
  const moment = await ctx.moments(key, () => readMoment(ctx, plan, unit.key, make))
  return sharedAnswer(moment, seen, { plan: wallPlanOf(plan), path, unit })
}

type Moment<View> = Pick<WallAnswer<View>, 'today' | 'at' | 'mark'> & { view: View }
type Around = Pick<WallAnswer<unknown>, 'plan' | 'path' | 'unit'>

const answers = new WeakMap<object, Map<string, object>>()

/**
 * One object for all who see the figures of a moment from the same range and have seen as much of them: an answer that stays
 * the same object is checked and written as text once, which takes longer than everything else that is done for a viewer.
 */
export function sharedAnswer<View>(
  moment: Moment<View>,
  seen: string | undefined,
  around: Around,
): WallAnswer<View> {
  const isKnown = moment.mark === seen
  const key = JSON.stringify([isKnown, around])
  const own = answers.get(moment) ?? new Map<string, object>()
  answers.set(moment, own)
  const answer = own.get(key) ?? Object.freeze({ ...around, ...moment, view: isKnown ? null : moment.view })
  own.set(key, answer)
  return answer as WallAnswer<View>
}

async function readMoment<View>(
  caller: UserCtx,
  plan: PlanRecord,
  place: ResolvedUnit['unit']['key'],
  make: MakeView<View>,
) {
  const ctx = await seenByAll(caller, place)
  const resolved = await resolveUnit(ctx, { planId: plan.id, ...place })
  return momentOf(ctx, (own) => make({ ...own, plan, resolved }))
}

/** Figures of one moment, with a mark by which they are known again. */
export function momentOf<View>(
  ctx: UserCtx,
  make: (basis: Pick<WallBasis, 'ctx' | 'inParallel' | 'today'>) => Promise<View>,
) {
  return atOneMoment(ctx.db, async (db, inParallel) => {
    const [at, today] = [await selectReadAt(db), await selectToday(db)]
    const view = await make({ ctx: { ...ctx, db }, inParallel, today })
    const mark = createHash('sha256')
      .update(JSON.stringify([today, view]))
      .digest('base64url')
    return { at, today, mark: mark.slice(0, MARK_SIGNS), view }
  })
}

/** The province itself, without permission to see students: nobody in particular. */
async function seenByAll(ctx: UserCtx, place: ResolvedUnit['unit']['key']): Promise<UserCtx> {
  const provinceId = await selectProvinceOf(ctx.db, place)
  const { caller } = withoutStudents(ctx)
  return { ...ctx, scope: { kind: 'province', provinceId }, caller: { ...caller, orgId: null, org: null } }
}
