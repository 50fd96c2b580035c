// Progress by place, by stage, by who carries it out and by day.
import type { z } from 'zod'
import { counterFor } from '#contract/eyesight/figures/colleges.ts'
import { COUNTER_NAMES, type CounterName } from '#contract/eyesight/figures/counters.ts'
import type {
  Breakdown,
  BreakdownQuery,
  Counts,
  PlanOverview,
} from '#contract/eyesight/figures/figure-schemas.ts'
import {
  hidesCount,
  NOTHING_SUPPRESSED,
  ownSuppression,
  type Suppression,
  suppressionAmongParts,
  type Wholes,
} from '#contract/eyesight/figures/figure-small-cells.ts'
import type { UserCtx } from '../../core/context.ts'
import { requirePlan, screeningScope } from '../plans/access.ts'
import type { PlanRecord } from '../plans/access-queries.ts'
import { rangeOf, readChildren } from './figure-children.ts'
import { type OverviewRow, selectOverview } from './figure-overview-queries.ts'
import { selectReadAt } from './figure-queries.ts'
import { discloseUnit, maySeeStudents, suppressionInTable } from './figure-suppression.ts'
import { resolveUnit } from './unit.ts'

export const figurePlanOf = ({ id, name, ...plan }: PlanRecord): Breakdown['plan'] => ({
  planId: id,
  planName: name,
  status: plan.status,
  kind: plan.kind,
  season: plan.season,
  schoolYear: plan.schoolYear,
  targetRate: plan.targetRate,
})

type DisclosedCounts = { counts: Counts; hidden: boolean }
type Plain = Record<CounterName, number>

/** Progress is always shown; findings among a handful of students would reveal single ones. */
function disclosedCounts(counts: Plain, suppression: Suppression): DisclosedCounts {
  const shown = COUNTER_NAMES.map((name) => {
    const own = counterFor(counts, name)
    return [name, hidesCount(suppression, counts, own) ? null : counts[own]] as const
  })
  return { counts: Object.fromEntries(shown) as Counts, hidden: shown.some(([, count]) => count === null) }
}

export async function findBreakdown(
  ctx: UserCtx,
  query: z.output<typeof BreakdownQuery>,
): Promise<Breakdown> {
  const plan = await requirePlan(ctx, query.planId)
  const resolved = await resolveUnit(ctx, query)
  const at = await selectReadAt(ctx.db)
  const asked = { planId: plan.id, stage: query.stage, counters: COUNTER_NAMES }
  const { rows, now, range, childLevel } = await readChildren(ctx, resolved, asked)
  const suppression = suppressionInTable(await discloseUnit(ctx, resolved, plan.id), query.stage)
  const total = disclosedCounts(now[0], suppression.whole)
  return {
    plan: figurePlanOf(plan),
    path: resolved.path,
    unit: resolved.unit,
    childLevel,
    total: total.counts,
    totalHidden: total.hidden,
    range,
    rows: rows.map(({ unit, key, range, now }) => ({
      unit,
      range,
      ...disclosedCounts(now[0], suppression.of(key)),
    })),
    at,
  }
}

/** Schools that carry out their own tasks, taken together: no organisation of its own, so its id is 0. */
const BY_THEMSELVES = '学校自行筛查'

export async function findPlanOverview(ctx: UserCtx, { planId }: { planId: number }): Promise<PlanOverview> {
  await requirePlan(ctx, planId)
  const at = await selectReadAt(ctx.db)
  const { rows, schools } = await selectOverview(ctx.db, screeningScope(ctx), planId)
  const of = (part: OverviewRow['part']) => rows.filter((row) => row.part === part)
  const all = sum(of('stage'))
  const above = maySeeStudents(ctx) ? null : ownSuppression(wholesOf(all))
  const suppressionIn = (part: 'stage' | 'executor') =>
    above && suppressionAmongParts(of(part).map(wholesOf), above)
  const stages = suppressionIn('stage')
  const executors = suppressionIn('executor')
  const total = disclosedCounts(all, above ?? NOTHING_SUPPRESSED)
  return {
    total: total.counts,
    totalHidden: total.hidden,
    range: rangeOf(schools, of('stage')),
    byStage: of('stage').flatMap((row, nth) =>
      row.stage === null
        ? []
        : [{ stage: row.stage, ...disclosedCounts(row, stages?.[nth] ?? NOTHING_SUPPRESSED) }],
    ),
    byExecutor: of('executor').map((row, nth) => ({
      orgId: row.orgId ?? 0,
      orgName: row.orgName ?? BY_THEMSELVES,
      tasks: row.tasks,
      completed: row.completed,
      ...disclosedCounts(row, executors?.[nth] ?? NOTHING_SUPPRESSED),
    })),
    byDay: of('day').map(({ day, screened, valid }) => ({ day: day ?? '', screened, valid })),
    at,
  }
}

/** Not broken down by sex here. */
const wholesOf = (counts: Plain): Wholes => ({ 0: counts, 1: {}, 2: {} })

const sum = (rows: readonly OverviewRow[]): Plain =>
  Object.fromEntries(
    COUNTER_NAMES.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as Plain
