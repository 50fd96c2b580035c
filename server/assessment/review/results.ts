// Totals, places and grades, and their publication to the units.
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type {
  AssessPlanKey,
  AssessRanking,
  AssessRankingRow,
  ChangeAssessPlan,
} from '#contract/assessment/plan-schemas.ts'
import { ApplicationStatus, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { gradeOf, placesOf, spreadOf, type Total } from '#contract/assessment/totals.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import type { UserCtx, UserTxCtx } from '../../core/context.ts'
import { assessViewer } from '../access.ts'
import {
  type ApplicationValues,
  headTotals,
  readApplications,
  reviewedTotal,
} from '../applications/application-values.ts'
import { insertAssessEvents } from '../event-queries.ts'
import { byWhom, lockOwnPlan, tellUnits } from '../plans/plan-changes.ts'
import { type SeenAssessPlan, selectAssessPlan, selectPlanOfUnit } from '../plans/plan-queries.ts'
import { markResults, saveTotals } from './results-queries.ts'
import { selectUnitRows, type UnitRow } from './review-queries.ts'

const { passed, submitted, firstPassed } = ApplicationStatus.code
const { closed } = AssessPlanStatus.code

type Ranked = { unit: UnitRow; total: Total; place: number; grade: string }

/** Units whose review is finished, in the order of their places. */
function rank(
  plan: SeenAssessPlan,
  units: readonly UnitRow[],
  values: ReadonlyMap<number, ApplicationValues>,
): Ranked[] {
  const found = units.flatMap((unit) => {
    const own = values.get(unit.applicationId)
    const total = unit.status === passed && own ? reviewedTotal(plan, own) : null
    return total ? [{ unit, total }] : []
  })
  const places = placesOf(found.map(({ total }) => total.total))
  return found
    .map((row, at) => ({ ...row, place: places[at] ?? 0, grade: gradeOf(row.total.total, plan.grades) }))
    .sort((one, other) => one.place - other.place)
}

/** Only after the figures that count are read and every unit that handed in is judged. */
export async function publishResults(ctx: UserTxCtx, { planId, version }: z.output<typeof ChangeAssessPlan>) {
  ctx.note({ objectType: 'assessPlan', objectId: planId })
  const stored = await lockOwnPlan(ctx, planId, version)
  if (stored.resultsAt !== null) throw new Refusal('notInThisState', '结果已公布')
  if (stored.status !== closed) throw new Refusal('notInThisState', '计划截止后才能公布结果')
  if (stored.measuredAt === null) throw new Refusal('notInThisState', '正在读取系统指标，请稍后再试')
  const units = await selectUnitRows(ctx.db, assessViewer(ctx), { planId })
  const waiting = units.filter((unit) => isWaiting(unit))
  if (waiting.length > 0)
    throw new BizError(
      700,
      `还有${waiting.length}个单位未评审完成（如${waiting[0]?.orgName}），评审完成后再公布`,
    )
  const marked = await markResults(ctx.db, planId)
  const ranked = await publishTotals(ctx, planId)
  await insertAssessEvents(ctx.db, {
    planId,
    kind: 'results',
    detail: { units: ranked },
    ...byWhom(ctx),
  })
  await tellUnits(
    ctx,
    units.map(({ orgId }) => orgId),
    {
      title: '考核结果已公布',
      body: `“${stored.name}”的结果已公布。${stored.appealDays > 0 ? `如有异议，请在${marked.appealsUntil}前提出。` : ''}`,
    },
  )
  return { version: marked.version }
}

/** Somebody still has to judge it, or it may still be handed in. */
const isWaiting = ({ status, missed }: UnitRow): boolean =>
  status === submitted || status === firstPassed || (status !== passed && !missed)

/** Writes what holds from now on into the applications: at the publication, and when an objection corrects a score. */
export async function publishTotals(ctx: UserTxCtx, planId: number): Promise<number> {
  const viewer = assessViewer(ctx)
  const plan = await selectAssessPlan(ctx.db, viewer, planId)
  if (!plan) throw new BizError(650)
  const units = await selectUnitRows(ctx.db, viewer, { planId })
  const values = await readApplications(
    ctx.db,
    units.map(({ applicationId }) => applicationId),
  )
  const rows = rank(plan, units, values).map(({ unit, total, place, grade }) => ({
    applicationId: unit.applicationId,
    total: total.total,
    bonus: total.bonus,
    place,
    grade,
  }))
  await saveTotals(ctx.db, planId, rows)
  return rows.length
}

/** Those who look after the plan see it as it stands; the units what was published of it. */
export async function findRanking(
  ctx: UserCtx,
  { planId }: z.output<typeof AssessPlanKey>,
): Promise<AssessRanking> {
  const viewer = assessViewer(ctx)
  const over = viewer.overPlans ? await selectAssessPlan(ctx.db, viewer, planId) : undefined
  return over ? rankingOf(ctx, over) : rankingForUnit(ctx, planId)
}

async function rankingOf(ctx: UserCtx, plan: SeenAssessPlan): Promise<AssessRanking> {
  const units = await selectUnitRows(ctx.db, assessViewer(ctx), { planId: plan.id })
  const values = await readApplications(
    ctx.db,
    units.map(({ applicationId }) => applicationId),
  )
  const ranked = new Map(rank(plan, units, values).map((row) => [row.unit.applicationId, row]))
  const rows = units.map((unit): AssessRankingRow => {
    const found = ranked.get(unit.applicationId)
    return {
      ...nameOf(unit),
      place: found?.place ?? null,
      total: found?.total.total ?? null,
      bonus: found?.total.bonus ?? null,
      grade: found?.grade ?? null,
      heads: headTotals(plan, values.get(unit.applicationId) ?? new Map()),
    }
  })
  return assemble(plan, rows, units.filter((unit) => isWaiting(unit)).length)
}

const nameOf = ({ orgId, orgName, areaName, applicationId, missed, lastTotal, lastPlace }: UnitRow) => ({
  ...{ orgId, orgName, areaName, applicationId, missed, lastTotal, lastPlace },
})

/** What a unit may read: the whole ranking where the plan says so, else the own row; no points of others. */
async function rankingForUnit(ctx: UserCtx, planId: number): Promise<AssessRanking> {
  const orgId = ctx.caller.orgId ?? 0
  const found = await selectPlanOfUnit(ctx.db, orgId, planId)
  if (!found || found.plan.resultsAt === null) throw new BizError(650)
  const { plan } = found
  const rows = found.units
    .filter((unit) => plan.rankingForUnits || unit.orgId === orgId)
    .map(({ lastTotal, lastPlace, ...unit }): AssessRankingRow => {
      const own = unit.orgId === orgId
      return {
        ...unit,
        applicationId: own ? unit.applicationId : null,
        heads: [],
        lastTotal: own ? lastTotal : null,
        lastPlace: own ? lastPlace : null,
      }
    })
  return { ...assemble(plan, rows, 0), heads: [] }
}

type RankedPlan = Pick<
  SeenAssessPlan,
  'id' | 'name' | 'year' | 'object' | 'resultsAt' | 'lastPlanId' | 'lastPlanName' | 'indicators' | 'grades'
> & { lastIndicators: SeenAssessPlan['indicators'] | null }

function assemble(plan: RankedPlan, rows: AssessRankingRow[], waiting: number): AssessRanking {
  const last = Number.MAX_SAFE_INTEGER
  const sorted = [...rows].sort(
    (one, other) => (one.place ?? last) - (other.place ?? last) || one.orgId - other.orgId,
  )
  const totals = rows.flatMap(({ total }) => total ?? [])
  return {
    planId: plan.id,
    planName: plan.name,
    year: plan.year,
    object: plan.object,
    resultsAt: plan.resultsAt?.toISOString() ?? null,
    lastPlanName: plan.lastPlanName,
    otherIndicators:
      plan.lastIndicators !== null && !isDeepStrictEqual(worth(plan.indicators), worth(plan.lastIndicators)),
    heads: plan.indicators.map(({ name, points, bonus }) => ({ name, points, bonus })),
    rows: sorted,
    grades: plan.grades.map(({ name, least }) => ({
      name,
      least,
      units: rows.filter(({ grade }) => grade === name).length,
    })),
    mean: spreadOf(totals)?.mean ?? null,
    waiting,
  }
}

const worth = (indicators: SeenAssessPlan['indicators']) =>
  indicators.map(({ name, points, bonus, leaves }) => ({
    ...{ name, points, bonus },
    leaves: leaves.map((leaf) => ({ name: leaf.name, points: leaf.points, metric: leaf.computed?.metric })),
  }))
