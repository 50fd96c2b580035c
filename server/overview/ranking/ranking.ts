// The first and the last ten: schools of one stage, and areas by rates that are standardised by stage.
import type { z } from 'zod'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { hidesCount, isSuppressed } from '#contract/eyesight/figures/figure-small-cells.ts'
import { percentOf, RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import { suppressionOfStage } from '#contract/eyesight/figures/unit-suppression.ts'
import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { RankingView } from '#contract/overview/ranking.ts'
import type { WallQuery } from '#contract/overview/wall.ts'
import { emptyTally } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import { haveOtherRules, lastPlanOf } from '../../eyesight/figures/figure-rates.ts'
import { suppressionOfUnit } from '../../eyesight/figures/figure-suppression.ts'
import { schoolUnit } from '../../eyesight/figures/unit.ts'
import type { PlanRecord } from '../../eyesight/plans/access-queries.ts'
import { grouped } from '../../reports/area-figures.ts'
import {
  type StageTally,
  type StageValid,
  standardRate,
  strataOf,
  stratumOf,
  weightsOf,
} from '../../reports/lines/standardised.ts'
import { selectValidByStage } from '../../reports/report-queries.ts'
import { requireAreaPlace } from '../area-place.ts'
import { makeMyopia } from '../myopia.ts'
import type { AreaPlace } from '../progress-queries.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { type Candidate, named, type Placement, placed } from './ranked-list.ts'
import { type SchoolRow, selectSchoolNames, selectSchools } from './ranking-queries.ts'
import { type SuppressionOfPlaces, suppressionOfPlaces } from './school-suppression.ts'

export const findRanking = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'ranking', makeRanking)

/** The places of an area in one plan. */
type InPlan = { rows: SchoolRow[]; suppression: SuppressionOfPlaces }

async function makeRanking(basis: WallBasis): Promise<RankingView> {
  const { ctx, plan } = basis
  const place = requireAreaPlace(basis.resolved)
  const ratesAsked = basis.inParallel((db) =>
    makeMyopia({ ...basis, ctx: { ...ctx, db }, inParallel: (ask) => ask(db) }),
  )
  const found = await lastPlanOf(ctx, plan, undefined)
  const lastPlan = found && !haveOtherRules(plan, found) ? found : null
  const now = await inPlan(basis, place, plan, false)
  const last = lastPlan && (await inPlan(basis, place, lastPlan, true))
  const planStages = await selectValidByStage(ctx.db, plan.id)
  const strata = schoolsByStage(now, last)
  const names = await selectSchoolNames(ctx.db, shownSchools(strata))
  const unitOf = (orgId: number): Unit => schoolUnit(orgId, names.get(orgId) ?? '')
  const rates = await ratesAsked
  return {
    comparison: rates.comparison,
    areas: place.level === 'region' ? null : areasOf(now, { place, planStages, rates }),
    schools: strata.map(({ key, stage, rate, improvement, completion }) => ({
      key,
      stage,
      rate: named(rate, unitOf),
      improvement: named(improvement, unitOf),
      completion: named(completion, unitOf),
    })),
  }
}

async function inPlan(
  { ctx, resolved }: WallBasis,
  place: AreaPlace,
  { id }: PlanRecord,
  isCompared: boolean,
): Promise<InPlan> {
  const rows = await selectSchools(ctx.db, place, id, isCompared)
  const top = await suppressionOfUnit(ctx, resolved, id)
  return { rows, suppression: suppressionOfPlaces(rows, place.level, top) }
}

type Stratum = { key: string; stage: string } & Record<
  'rate' | 'improvement' | 'completion',
  Placement<number>
>
type Sums = Record<'expected' | 'screened' | 'valid' | 'rated' | 'myopia', number>

function sumsOf(rows: readonly SchoolRow[]): Sums {
  const sums: Sums = { expected: 0, screened: 0, valid: 0, rated: 0, myopia: 0 }
  for (const row of rows) for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += row[name]
  return sums
}

/** Schools of one stage, those with both kinds of 高中 among those of 高中. */
function schoolsByStage(now: InPlan, last: InPlan | null): Stratum[] {
  // Colleges are counted apart and have no myopia rate of children.
  const rated = now.rows.filter((row) => row.rated > 0)
  const inOrder = [...new Map(rated.map(({ stage }) => [stratumOf(stage).key, stage]))].sort(
    ([, one], [, other]) => one - other,
  )
  return inOrder.map(([key, anyStage]) => {
    const schools = schoolsIn(now, key)
    const before = new Map(last ? schoolsIn(last, key).map((school) => [school.orgId, school]) : [])
    const rates = schools.filter(mayBeRated)
    return {
      key,
      stage: stratumOf(anyStage).name,
      rate: placed(rates.map(rateOf), 'lower'),
      improvement: placed(
        rates.flatMap((school) => {
          const earlier = before.get(school.orgId)
          if (!earlier || !mayBeRated(earlier)) return []
          const { value, counted } = rateOf(school)
          return [{ who: school.orgId, value: value - rateOf(earlier).value, counted }]
        }),
        'lower',
      ),
      completion: placed(
        schools.filter(isRankable).map(({ orgId, sums }) => doneOf(orgId, sums)),
        'higher',
      ),
    }
  })
}

type School = { orgId: number; sums: Sums; hidden: boolean }

function schoolsIn({ rows, suppression }: InPlan, key: string): School[] {
  const own = rows.filter(({ stage }) => stratumOf(stage).key === key)
  return [...grouped(own, ({ orgId }) => orgId)].map(([orgId, of]) => {
    const unit = suppression(`school ${orgId}`)
    return {
      orgId,
      sums: sumsOf(of),
      hidden: of.some((row) => hidesCount(suppressionOfStage(unit, row.stage), row, 'myopia')),
    }
  })
}

const isRankable = ({ sums }: { sums: Sums }): boolean => sums.valid >= RANKED_LEAST
/** In a kindergarten only the oldest count for the rate: of few of them it jumps by chance as well. */
const mayBeRated = ({ sums, hidden }: School): boolean => !hidden && sums.rated >= RANKED_LEAST
const rateOf = ({ orgId, sums }: School): Candidate<number> => ({
  who: orgId,
  value: percentOf(sums.myopia, sums.rated) ?? 0,
  counted: sums.rated,
})
const doneOf = <Who>(who: Who, { screened, expected }: Sums): Candidate<Who> => ({
  who,
  value: percentOf(screened, expected) ?? 0,
  counted: expected,
})

const shownSchools = (strata: readonly Stratum[]): number[] => [
  ...new Set(
    strata.flatMap(({ rate, improvement, completion }) =>
      [rate, improvement, completion].flatMap(({ best, worst }) => [...best, ...worst].map(({ who }) => who)),
    ),
  ),
]

type OfAreas = { place: AreaPlace; planStages: readonly StageValid[]; rates: MyopiaView }

/** Areas have schools of all stages, in other shares. */
function areasOf({ rows, suppression }: InPlan, { place, planStages, rates }: OfAreas): RankingView['areas'] {
  const weights = weightsOf(stagesOf(rows), planStages)
  const areas = rates.areas.flatMap(({ unit, valid, myopia }) => {
    const { areaId } = unit.key
    if (areaId === undefined || valid < RANKED_LEAST) return []
    const own = rows.filter((row) => (place.level === 'province' ? row.cityId : row.regionId) === areaId)
    const hidden = suppression(`area ${areaId}`)
    const partsHidden = own.some((row) => hidesCount(suppressionOfStage(hidden, row.stage), row, 'myopia'))
    return [
      {
        unit,
        myopia,
        sums: sumsOf(own),
        stages: stagesOf(own),
        hidden: partsHidden || isSuppressed(hidden.all, 'myopia'),
      },
    ]
  })
  const byRate = areas.flatMap(({ unit, sums, stages, hidden }) => {
    const value = hidden ? null : standardRate(stages, weights)
    return value === null ? [] : [{ who: unit, value, counted: sums.rated }]
  })
  const byChange = areas.flatMap(({ unit, myopia: { change, denominator } }) =>
    change === null ? [] : [{ who: unit, value: change, counted: denominator ?? 0 }],
  )
  const itself = (unit: Unit) => unit
  return {
    stages: weights.map(({ name }) => name),
    rate: named(placed(byRate, 'lower'), itself),
    improvement: named(placed(byChange, 'lower'), itself),
    completion: named(
      placed(
        areas.map(({ unit, sums }) => doneOf(unit, sums)),
        'higher',
      ),
      itself,
    ),
  }
}

const stagesOf = (rows: readonly SchoolRow[]): StageTally[] =>
  [...grouped(rows, ({ stage }) => stage)].flatMap(([stage, own]) => {
    const tally = emptyTally()
    Object.assign(tally[0], sumsOf(own))
    const stages = [{ stage, tally }]
    return strataOf(stages).length > 0 ? stages : []
  })
