// Progress by place, by stage, by who carries it out and by day.
import type { z } from 'zod'
import { COUNTER_NAMES, isFinding } from '#contract/eyesight/counters.ts'
import type { Breakdown, BreakdownQuery, Counts, PlanOverview } from '#contract/eyesight/figure-schemas.ts'
import { isSmallCell } from '#contract/eyesight/rates.ts'
import type { UserCtx } from '../core/context.ts'
import { requirePlan, screeningScope } from './access.ts'
import type { PlanRecord } from './access-queries.ts'
import { readChildren } from './figure-children.ts'
import { type OverviewRow, selectOverview } from './figure-overview-queries.ts'
import { selectReadAt } from './figure-queries.ts'
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

const SEE_STUDENTS = ['studentView', 'classDetail', 'classDetailTakingPart'] as const
/** Whoever may see the students behind a number may see small numbers as well. */
export const maySeeStudents = ({ caller }: UserCtx): boolean =>
  SEE_STUDENTS.some((name) => caller.permissions.has(name))

/** How far the work is may always be told; what was found among a handful tells about single children. */
function shownCounts(ctx: UserCtx, counts: Counts): Counts {
  if (maySeeStudents(ctx) || !isSmallCell(counts.valid)) return counts
  const shown = COUNTER_NAMES.map((name) => [name, isFinding(name) ? 0 : counts[name]])
  return Object.fromEntries(shown) as Counts
}

export async function findBreakdown(
  ctx: UserCtx,
  query: z.output<typeof BreakdownQuery>,
): Promise<Breakdown> {
  const plan = await requirePlan(ctx, query.planId)
  const resolved = await resolveUnit(ctx, query)
  const at = await selectReadAt(ctx.db)
  const asked = { planId: plan.id, stage: query.stage, counters: COUNTER_NAMES }
  const { rows, now, childLevel } = await readChildren(ctx, resolved, asked)
  return {
    plan: figurePlanOf(plan),
    path: resolved.path,
    unit: resolved.unit,
    childLevel,
    total: shownCounts(ctx, now[0]),
    rows: rows.map(({ unit, schools, now }) => ({ unit, schools, counts: shownCounts(ctx, now[0]) })),
    at,
  }
}

/** Schools that carry out their own tasks, taken together: no organisation of its own, so its id is 0. */
const BY_THEMSELVES = '学校自行筛查'

export async function findPlanOverview(ctx: UserCtx, { planId }: { planId: number }): Promise<PlanOverview> {
  await requirePlan(ctx, planId)
  const at = await selectReadAt(ctx.db)
  const rows = await selectOverview(ctx.db, screeningScope(ctx), planId)
  const of = (part: OverviewRow['part']) => rows.filter((row) => row.part === part)
  const counts = (row: OverviewRow) => shownCounts(ctx, countsOf(row))
  return {
    total: shownCounts(ctx, sum(of('stage'))),
    byStage: of('stage').flatMap((row) =>
      row.stage === null ? [] : [{ stage: row.stage, counts: counts(row) }],
    ),
    byExecutor: of('executor').map((row) => ({
      orgId: row.orgId ?? 0,
      orgName: row.orgName ?? BY_THEMSELVES,
      tasks: row.tasks,
      completed: row.completed,
      counts: counts(row),
    })),
    byDay: of('day').map(({ day, screened, valid }) => ({ day: day ?? '', screened, valid })),
    at,
  }
}

const countsOf = (row: OverviewRow): Counts =>
  Object.fromEntries(COUNTER_NAMES.map((name) => [name, row[name]])) as Counts

const sum = (rows: readonly OverviewRow[]): Counts =>
  Object.fromEntries(
    COUNTER_NAMES.map((name) => [name, rows.reduce((total, row) => total + row[name], 0)]),
  ) as Counts
