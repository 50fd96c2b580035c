// The side of those who screen, in an area: their work, how well it was done, and who was seen afterwards.
import type { z } from 'zod'
import { OrgType } from '#contract/core/codes.ts'
import { hideSmall } from '#contract/eyesight/figures/figure-small-cells.ts'
import { VisitSource } from '#contract/letters/visit-source.ts'
import type { ExecutorKind, ExecutorWork, HospitalsView } from '#contract/overview/hospitals.ts'
import { dayAfter } from '#contract/overview/pace.ts'
import type { WallQuery } from '#contract/overview/wall.ts'
import { qualityOf } from '#contract/overview/work-quality.ts'
import { tallyOf } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import { readChildren } from '../../eyesight/figures/figure-children.ts'
import { suppressionOfUnit } from '../../eyesight/figures/figure-suppression.ts'
import { requireAreaPlace } from '../area-place.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { type Fraction, wallRate } from '../wall-rates.ts'
import {
  type ExecutorWorkRow,
  selectExecutorDays,
  selectExecutorWork,
  selectVisitsSince,
  type VisitRow,
} from './hospitals-queries.ts'

const ORGANISATIONS_SHOWN = 100
const OVER_CAP_SHOWN = 8
/** Visits are counted over these days, today among them. */
const VISIT_DAYS = 7
const BY_THEMSELVES = '学校自行筛查'
const VISITED: Fraction = { numerator: 'visited', denominator: 'referral' }
const VISITED_30: Fraction = { numerator: 'visited30', denominator: 'referral' }
const SEEN = ['referral', 'visited', 'visited30', 'valid'] as const
const KINDS: readonly ExecutorKind[] = ['hospital', 'social', 'school']

export const findHospitals = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'hospitals', makeHospitals)

async function makeHospitals({ ctx, plan, resolved, today, inParallel }: WallBasis): Promise<HospitalsView> {
  const place = requireAreaPlace(resolved)
  const since = dayAfter(today, 1 - VISIT_DAYS)
  const workAsked = inParallel(async (db) => ({
    rows: await selectExecutorWork(db, place, plan.id),
    days: await selectExecutorDays(db, place, plan.id),
    visits: await selectVisitsSince(db, place, plan.id, since),
  }))
  const { now } = await readChildren(ctx, resolved, { planId: plan.id, stage: undefined, counters: SEEN })
  const suppression = (await suppressionOfUnit(ctx, resolved, plan.id)).all
  const { rows, days, visits } = await workAsked
  const seen = { tally: tallyOf([{ ...now[0], sex: 0 }]), suppression }
  const outside = rows.filter(({ orgId }) => orgId !== null)
  const organisations = outside.map((row) => workOf(row, plan)).sort(bySlowness)
  const overCap = organisations
    .filter(({ quality }) => quality.errorsOver)
    .sort((one, other) => (other.quality.errorRate ?? 0) - (one.quality.errorRate ?? 0))
  const total = sumOf(outside)
  return {
    total: { ...countsOf(total), orgs: outside.length, quality: qualityOf(total, plan) },
    kinds: KINDS.flatMap((kind) => {
      const own = rows.filter((row) => kindOf(row) === kind)
      return own.length === 0 ? [] : [{ ...countsOf(sumOf(own)), kind, orgs: own.length }]
    }),
    retestRatio: plan.retestRatio,
    errorCap: plan.errorCap,
    organisations: organisations.slice(0, ORGANISATIONS_SHOWN),
    overCap: overCap.slice(0, OVER_CAP_SHOWN).map(({ orgId, name, quality }) => ({ orgId, name, quality })),
    overCapCount: overCap.length,
    days,
    visited: wallRate(seen, VISITED, null),
    visited30: wallRate(seen, VISITED_30, null),
    visits: { since, sources: sourcesOf(visits) },
  }
}

function kindOf({ orgId, orgType }: ExecutorWorkRow): ExecutorKind {
  if (orgId === null) return 'school'
  return orgType === OrgType.code.social ? 'social' : 'hospital'
}

type Sums = Omit<ExecutorWorkRow, 'orgId' | 'name' | 'orgType'>
const NOTHING: Sums = {
  tasks: 0,
  completed: 0,
  overdue: 0,
  expected: 0,
  screened: 0,
  valid: 0,
  retestDone: 0,
  items: 0,
  errors: 0,
  days: 0,
}
const SUMMED = Object.keys(NOTHING) as (keyof Sums)[]

function sumOf(rows: readonly ExecutorWorkRow[]): Sums {
  const sums = { ...NOTHING }
  for (const row of rows) for (const name of SUMMED) sums[name] += row[name]
  return sums
}

const countsOf = ({ tasks, completed, overdue, expected, screened, valid }: Sums) => ({
  tasks,
  completed,
  overdue,
  expected,
  screened,
  valid,
})

const workOf = (row: ExecutorWorkRow, limits: { retestRatio: number; errorCap: number }): ExecutorWork => ({
  ...countsOf(row),
  orgId: row.orgId ?? 0,
  name: row.name ?? BY_THEMSELVES,
  kind: kindOf(row),
  perDay: row.days > 0 ? row.screened / row.days : null,
  quality: qualityOf(row, limits),
})

/** What counts is the share that is done; those with nobody to examine come last. */
const bySlowness = (one: ExecutorWork, other: ExecutorWork): number => shareOf(one) - shareOf(other)
const shareOf = ({ screened, expected }: ExecutorWork): number => (expected > 0 ? screened / expected : 2)

/** All sources, those with few visits hidden and as many others that they cannot be derived. */
function sourcesOf(rows: readonly VisitRow[]): HospitalsView['visits']['sources'] {
  const counted = VisitSource.codes.map((source) => ({
    source,
    visits: rows.find((row) => row.source === source)?.visits ?? 0,
  }))
  const { parts } = hideSmall(counted.map(({ visits }) => [visits]))
  return counted.map(({ source, visits }, nth) => ({ source, visits: parts[nth] ? null : visits }))
}
