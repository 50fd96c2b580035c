// The rates of the places below a unit, with those of the plan compared with.
import type { z } from 'zod'
import { RateIndicator } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { BizError } from '#contract/core/error-codes.ts'
import {
  counterFor,
  disclosedWithColleges,
  hasBoth,
  withColleges,
} from '#contract/eyesight/figures/colleges.ts'
import { comparisonOf } from '#contract/eyesight/figures/compared-plan.ts'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { IndicatorQuery, IndicatorTable, Rate, Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { hidesCount, type Suppression } from '#contract/eyesight/figures/figure-small-cells.ts'
import { isSmallCell, percentOf, RATE_FORMULAS } from '#contract/eyesight/figures/rates.ts'
import type { UserCtx } from '../../core/context.ts'
import { requirePlan, screeningScope } from '../plans/access.ts'
import { type PlanRecord, selectPlan } from '../plans/access-queries.ts'
import { countedAtCommon } from './common-schools.ts'
import { selectComparedSchools } from './common-schools-queries.ts'
import { figurePlanOf } from './figure.ts'
import { type BySex, type Child, keyOf, readChildren } from './figure-children.ts'
import { selectIncomparableUnits, selectReadAt } from './figure-queries.ts'
import { discloseUnit, maySeeStudents, suppressionInTable } from './figure-suppression.ts'
import { type Place, resolveUnit } from './unit.ts'

/** What the rates are made of. */
const COUNTED = withColleges([
  'valid',
  'rated',
  'myopia',
  'myopiaHigh',
  'poor',
  'referral',
  'visited30',
  'visited90',
])
type Indicator = CodeOf<typeof RateIndicator>
type Tally = BySex<CounterName>

export async function findIndicators(
  ctx: UserCtx,
  query: z.output<typeof IndicatorQuery>,
): Promise<IndicatorTable> {
  const plan = await requirePlan(ctx, query.planId)
  const lastPlan = await lastPlanOf(ctx, plan, query.lastPlanId)
  const resolved = await resolveUnit(ctx, query)
  const { place } = resolved
  const lastPlanId = lastPlan?.id ?? null
  const at = await selectReadAt(ctx.db)
  const asked = { planId: plan.id, lastPlanId, stage: query.stage, counters: COUNTED }
  const { rows, now, last, childLevel } = await readChildren(ctx, resolved, asked)
  const incomparable =
    lastPlanId !== null && 'areaId' in place
      ? await selectIncomparableUnits(ctx.db, place, { planId: plan.id, lastPlanId }, query.stage)
      : []
  const incomparableKeys = new Set(
    incomparable.map((row) => keyOf(place, { ...row, stage: null, gradeNo: null, classId: null })),
  )
  const { stage } = query
  const suppressionIn = async (planId: number) =>
    suppressionInTable(await discloseUnit(ctx, resolved, planId), stage)
  const suppression = await suppressionIn(plan.id)
  const lastSuppression = lastPlanId === null ? null : await suppressionIn(lastPlanId)
  const before = (
    tally: Tally,
    suppressionOf: (last: NonNullable<typeof lastSuppression>) => Suppression,
  ): DisclosedTally | null => lastSuppression && { tally, suppression: suppressionOf(lastSuppression) }
  const lastWhole = before(last, ({ whole }) => whole)
  const common =
    lastPlanId === null || rows.length === 0
      ? null
      : await readCommon(ctx, place, { now, last, planId: plan.id, lastPlanId, stage })
  return {
    plan: figurePlanOf(plan),
    lastPlan: lastPlan ? figurePlanOf(lastPlan) : null,
    comparison: lastPlan ? comparisonOf(plan, lastPlan) : null,
    rulesDiffer: lastPlan !== undefined && haveOtherRules(plan, lastPlan),
    unlike: incomparable.length > 0 || (lastPlan !== undefined && rows.some(tookPartOnce)),
    path: resolved.path,
    unit: resolved.unit,
    childLevel,
    total: ratesOf({ tally: now, suppression: suppression.whole }, lastWhole),
    totalComparable:
      common && lastSuppression && !hidesOthers(ctx, now, common.now) && !hidesOthers(ctx, last, common.last)
        ? {
            schools: common.schools,
            valid: common.now[0].valid,
            rates: ratesOf(
              { tally: common.now, suppression: suppression.whole },
              { tally: common.last, suppression: lastSuppression.whole },
            ),
          }
        : null,
    totalWithColleges: hasBoth(now[0])
      ? ratesOf(
          disclosedWithColleges({ tally: now, suppression: suppression.whole }),
          lastWhole && disclosedWithColleges(lastWhole),
        )
      : null,
    rows: rows.map((row) => ({
      unit: row.unit,
      valid: row.now[0].valid,
      rates: ratesOf(
        { tally: row.now, suppression: suppression.of(row.key) },
        before(row.last, ({ of }) => of(row.key)),
      ),
      unlike: isArea(row.unit) ? incomparableKeys.has(row.key) : lastPlan !== undefined && tookPartOnce(row),
    })),
    at,
  }
}

type Judging = Pick<PlanRecord, 'profile' | 'items'>
/** What a rate depends on apart from the readings: thresholds and examined items. */
export const haveOtherRules = (one: Judging, other: Judging): boolean =>
  RULES.some((rule) => one.profile[rule] !== other.profile[rule]) ||
  (['naked', 'corrected', 'refraction'] as const).some((item) => one.items[item] !== other.items[item])
const RULES = ['myopiaOp', 'midOp', 'highOp', 'degrees', 'orthoKPoor'] as const

const isArea = ({ level }: Unit): boolean => level === 'city' || level === 'region'

/** A single school, or a part of it, is not comparable only where it took part in just one of the plans. */
const tookPartOnce = ({ now, last }: Pick<Child<CounterName>, 'now' | 'last'>): boolean =>
  now[0].valid > 0 !== last[0].valid > 0

/** A named plan must exist; the plan's own previous plan is ignored where it is outside the caller's range. */
export async function lastPlanOf(ctx: UserCtx, plan: PlanRecord, named: number | undefined) {
  if (named === plan.id) throw new BizError(700, '请选择另一个计划进行比较')
  if (named !== undefined) return requirePlan(ctx, named)
  if (plan.lastPlanId === null) return undefined
  return selectPlan(ctx.db, screeningScope(ctx), ctx.caller.orgId ?? 0, plan.lastPlanId)
}

type Common = { schools: number; now: Tally; last: Tally }
type OfBoth = {
  now: Tally
  last: Tally
  planId: number
  lastPlanId: number
  stage: z.output<typeof IndicatorQuery>['stage']
}

/** The schools with results in both plans; null where these are all, or none, or inside a school. */
async function readCommon(ctx: UserCtx, place: Place, both: OfBoth): Promise<Common | null> {
  if (!('areaId' in place)) return null
  const asked = { place, planId: both.planId, lastPlanId: both.lastPlanId, stage: both.stage }
  const schools = await selectComparedSchools(ctx.db, asked, { byGrade: false, counters: COUNTED })
  if (schools.rows.length === 0) return null
  const commonIn = (planId: number, all: Tally): Tally => countedAtCommon(schools, planId, all, COUNTED)
  return {
    schools: schools.common,
    now: commonIn(both.planId, both.now),
    last: commonIn(both.lastPlanId, both.last),
  }
}

/** Whether a reader who may not see students could derive a handful of them: the others, by subtraction. */
const hidesOthers = (ctx: UserCtx, all: Tally, common: Tally): boolean =>
  !maySeeStudents(ctx) &&
  ([0, 1, 2] as const).some((sex) =>
    (['valid', 'rated', 'collegeRated', 'referral'] as const).some(
      (name) => isSmallCell(all[sex][name] - common[sex][name]) || isSmallCell(common[sex][name]),
    ),
  )

/** Counts together with the cells of them that are suppressed for the caller. */
type DisclosedTally = { tally: Tally; suppression: Suppression }

function ratesOf(now: DisclosedTally, last: DisclosedTally | null): Rate[] {
  return RateIndicator.codes.map((indicator) => rateOf(indicator, now, last))
}

type Fraction = { numerator: number; denominator: number }

/** Null where it is suppressed. Where nobody counts there is nothing to suppress. */
function fractionOf(indicator: Indicator, { tally, suppression }: DisclosedTally): Fraction | null {
  const formula = RATE_FORMULAS[indicator]
  const { sex } = formula
  const numerator = counterFor(tally[0], formula.numerator)
  const denominator = counterFor(tally[0], formula.denominator)
  const counts = tally[sex ?? 0]
  const fraction = { numerator: counts[numerator], denominator: counts[denominator] }
  return hidesCount(suppression, counts, numerator, sex) ? null : fraction
}

function rateOf(indicator: Indicator, now: DisclosedTally, last: DisclosedTally | null): Rate {
  const fraction = fractionOf(indicator, now)
  if (!fraction) {
    const nothing = { numerator: null, denominator: null, rate: null, last: null, difference: null }
    return { indicator, ...nothing, hidden: true }
  }
  const rate = percentOf(fraction.numerator, fraction.denominator)
  const before = last && fractionOf(indicator, last)
  const lastRate = before ? percentOf(before.numerator, before.denominator) : null
  const difference = rate === null || lastRate === null ? null : rate - lastRate
  return { indicator, ...fraction, rate, last: lastRate, difference, hidden: false }
}
