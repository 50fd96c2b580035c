// Computed indicators: from the same figures as reports and screens, for all units of a plan or for one.
import { type CountedLeaf, leavesOf } from '#contract/assessment/indicators.ts'
import { computedScore, type Measured, type MetricName } from '#contract/assessment/metrics.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import { percentOf, RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import type { Db } from '../../core/db/connect.ts'
import type { AssessPlanRecord } from '../plans/plan-queries.ts'
import {
  type ComparedUnit,
  type FiledUnit,
  type MeasuredPlan,
  type MeasuredRow,
  selectComparedPlan,
  selectComparedUnits,
  selectFiledUnits,
  selectMeasuredUnits,
} from './measure-queries.ts'

type Computed = CountedLeaf & { computed: NonNullable<CountedLeaf['computed']> }
export const computedLeaves = ({ indicators }: Pick<AssessPlanRecord, 'indicators'>): Computed[] =>
  leavesOf(indicators).filter((leaf): leaf is Computed => leaf.computed !== null)

export type MeasuredLeaf = { leafKey: string; measured: Measured; score: number | null }

/** Counting the children of a city takes longer than a request may: there the last reading of the job stands. */
const isLongWork = (metric: MetricName, { object }: Pick<AssessPlanRecord, 'object'>): boolean =>
  metric === 'filed' && (object === AssessObject.code.city || object === AssessObject.code.region)

type Asked = Pick<AssessPlanRecord, 'id' | 'object' | 'indicators' | 'screeningPlanId'>
type Range = {
  /** All units where none is named. */
  applicationId?: number
  /** Also what takes longer than a request may. */
  whole: boolean
}

/** By application; what is left to the job is missing. */
export async function measureUnits(
  db: Db,
  plan: Asked,
  { applicationId, whole }: Range,
): Promise<Map<number, MeasuredLeaf[]>> {
  const leaves = computedLeaves(plan).filter(({ computed }) => whole || !isLongWork(computed.metric, plan))
  if (plan.screeningPlanId === null || leaves.length === 0) return new Map()
  const wanted = new Set(leaves.map(({ computed }) => computed.metric))
  const asked: MeasuredPlan = {
    planId: plan.id,
    object: plan.object,
    screeningPlanId: plan.screeningPlanId,
    comparedPlanId: wanted.has('myopiaChange') ? await selectComparedPlan(db, plan.screeningPlanId) : null,
  }
  const { comparedPlanId } = asked
  const only = applicationId ?? null
  const rows = await selectMeasuredUnits(db, asked, only)
  const compared =
    comparedPlanId === null ? null : await selectComparedUnits(db, { ...asked, comparedPlanId }, only)
  const filed = wanted.has('filed') ? await selectFiledUnits(db, asked, only) : []
  const comparedOf = compared && new Map(compared.map((row) => [row.applicationId, row]))
  const filedOf = new Map(filed.map((row) => [row.applicationId, row]))
  return new Map(
    rows.map((row) => {
      const parts = {
        row,
        filed: filedOf.get(row.applicationId),
        compared: comparedOf === null ? null : comparedOf.get(row.applicationId),
      }
      return [row.applicationId, leaves.map((leaf) => measureLeaf(leaf, parts))]
    }),
  )
}

type UnitParts = {
  row: MeasuredRow
  filed: FiledUnit | undefined
  /** Null: there is no plan to compare with; undefined: no school has results in both. */
  compared: ComparedUnit | null | undefined
}

function measureLeaf({ key, points, computed }: Computed, parts: UnitParts): MeasuredLeaf {
  const measured = measure(computed.metric, parts)
  const score = measured.value === null ? null : computedScore(points, measured.value, computed)
  return { leafKey: key, measured, score }
}

function measure(metric: MetricName, { row, filed, compared }: UnitParts): Measured {
  switch (metric) {
    case 'completion':
      return share(metric, row.screened, row.expected)
    case 'validity':
      return share(metric, row.valid, row.screened)
    case 'retested':
      return share(metric, row.retested, row.valid)
    case 'onTime':
      return share(metric, row.onTime, row.tasks)
    case 'filed':
      return share(metric, filed?.filed ?? 0, filed?.students ?? 0)
    case 'visited30':
      return share(metric, row.visited30, row.referral)
    case 'visited90':
      return share(metric, row.visited90, row.referral)
    case 'myopiaChange':
      return change(compared)
  }
}

function share(metric: MetricName, numerator: number, denominator: number): Measured {
  const value = percentOf(numerator, denominator)
  const leftOut = value === null ? 'nobody' : null
  return { metric, value, leftOut, numerator, denominator, last: null, orthoK: null }
}

/** At the same schools, in the same season; fewer than thirty tell nothing. */
function change(compared: ComparedUnit | null | undefined): Measured {
  const none = {
    metric: 'myopiaChange',
    value: null,
    numerator: 0,
    denominator: 0,
    last: null,
    orthoK: null,
  } as const
  if (compared === null) return { ...none, leftOut: 'noComparison' }
  if (compared === undefined || compared.schools === 0) return { ...none, leftOut: 'noCommonSchools' }
  const { nowRated, nowMyopia, lastRated, lastMyopia } = compared
  const counted = {
    metric: 'myopiaChange',
    numerator: nowMyopia,
    denominator: nowRated,
    last: { numerator: lastMyopia, denominator: lastRated },
    orthoK: {
      now: compared.nowOrthoK,
      last: compared.lastOrthoK,
      valid: compared.nowValid,
      lastValid: compared.lastValid,
    },
  } as const
  if (Math.min(nowRated, lastRated) < RANKED_LEAST) return { ...counted, value: null, leftOut: 'fewValid' }
  const now = percentOf(nowMyopia, nowRated)
  const last = percentOf(lastMyopia, lastRated)
  return { ...counted, value: now === null || last === null ? null : now - last, leftOut: null }
}
