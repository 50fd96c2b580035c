// The refraction of the children of an area, from how many of them have which spherical equivalent.
import type { z } from 'zod'
import { suppressionOfStage } from '#contract/eyesight/figures/unit-suppression.ts'
import type { AgeDiopter, DiopterView, GradeDiopter, StageDiopter } from '#contract/overview/diopter.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { WallQuery } from '#contract/overview/wall.ts'
import { addTallies, emptyTally } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import { type Children, readChildren } from '../../eyesight/figures/figure-children.ts'
import { suppressionOfUnit } from '../../eyesight/figures/figure-suppression.ts'
import {
  type MeasuredEyes,
  type RefractionRow,
  selectMeasuredEyes,
  selectRefraction,
} from '../../eyesight/figures/refraction/refraction-queries.ts'
import { grouped } from '../../reports/area-figures.ts'
import type { SuppressionByKey } from '../../reports/lines/counted-tree.ts'
import { requireAreaPlace } from '../area-place.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { wallRate } from '../wall-rates.ts'
import { barsOf, type Distribution, distributionsBy, percentBelow, quantileOf } from './distribution.ts'
import {
  eyesIn,
  gradeNameOf,
  isHidden,
  keysOf,
  STAGES,
  shownStageOf,
  suppressionOfGroups,
  suppressionOfMeasured,
} from './measured-groups.ts'
import { ageGroupOf, reserveOf } from './reserve.ts'

const COUNTED = ['valid', 'preMyopia'] as const
const MYOPIC_BELOW = -0.5
const HIGH_BELOW = -6
const AREA_COLUMNS = { province: null, city: 'cityId', region: 'regionId' } as const

export const findDiopter = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'diopter', makeDiopter)

export async function makeDiopter({ ctx, inParallel, plan, resolved }: WallBasis): Promise<DiopterView> {
  const place = requireAreaPlace(resolved)
  const province = { level: 'province', areaId: resolved.path[0]?.key.areaId ?? place.areaId } as const
  const measuredAsked = inParallel(async (db) => ({
    refraction: (await selectRefraction(db, place, plan.id)).filter(isOfChild),
    // Whether a group may be shown depends on the neighbours of its place.
    eyes: (await selectMeasuredEyes(db, province, plan.id)).filter(isOfChild),
  }))
  const found = await readChildren(ctx, resolved, {
    planId: plan.id,
    stage: undefined,
    counters: COUNTED,
    byStage: true,
  })
  const rules = await suppressionOfUnit(ctx, resolved, plan.id)
  const { refraction, eyes } = await measuredAsked
  const column = AREA_COLUMNS[place.level]
  const own = column === null ? eyes : eyes.filter((row) => row[column] === place.areaId)
  const unit = suppressionOfMeasured(eyes, resolved.path)
  const ages = distributionsBy(refraction, ({ age }) => ageGroupOf(age))
  const suppression = suppressionOfGroups(own, ages, unit)
  const stages = distributionsBy(refraction, ({ stage }) => shownStageOf(stage))
  return {
    cycloplegic: false,
    students: isHidden(unit.all) ? null : eyesIn(own).right,
    stages: STAGES.flatMap(({ stage, name, of }) => {
      const distribution = stages.get(stage)
      if (!distribution) return []
      const rated = {
        tally: preMyopiaOf(found, of),
        suppression: new Set(of.flatMap((each) => [...suppressionOfStage(rules, each)])),
      }
      return [
        {
          ...{ stage, name },
          ...stageOf(distribution, isHidden(suppression(keysOf.stage(stage)))),
          preMyopia: wallRate(rated, PRE_MYOPIA, null),
        },
      ]
    }),
    grades: gradesOf(refraction, own, suppression),
    ages: [...ages]
      .sort(([one], [other]) => one - other)
      .map(([age, distribution]) => ({
        age,
        ...spreadOf(distribution, isHidden(suppression(keysOf.age(age)))),
        reference: reserveOf(age),
      })),
  }
}

const PRE_MYOPIA = { numerator: 'preMyopia', denominator: 'valid' } as const
const isOfChild = ({ stage }: Pick<RefractionRow, 'stage'>): boolean => shownStageOf(stage) !== undefined

type Spread = Pick<AgeDiopter, 'students' | 'few' | 'hidden' | 'median' | 'lower' | 'upper'>

function spreadOf(distribution: Distribution, hidden: boolean): Spread {
  const { records } = distribution
  const shown = (share: number) => (hidden ? null : quantileOf(distribution, share))
  return {
    students: hidden ? null : records,
    few: !hidden && records < SHOWN_LEAST,
    hidden,
    median: shown(0.5),
    lower: shown(0.25),
    upper: shown(0.75),
  }
}

function stageOf(
  distribution: Distribution,
  hidden: boolean,
): Omit<StageDiopter, 'stage' | 'name' | 'preMyopia'> {
  const spread = spreadOf(distribution, hidden)
  if (hidden) return { ...spread, bars: null, myopic: null, high: null }
  return {
    ...spread,
    bars: barsOf(distribution),
    myopic: percentBelow(distribution, MYOPIC_BELOW),
    high: percentBelow(distribution, HIGH_BELOW),
  }
}

function preMyopiaOf({ rows }: Children<(typeof COUNTED)[number]>, stages: readonly number[]) {
  const own = rows.flatMap((row) => row.stages.filter(({ stage }) => stages.includes(stage)))
  return addTallies(
    own.map(({ now }) => {
      const tally = emptyTally()
      for (const sex of [0, 1, 2] as const) Object.assign(tally[sex], now[sex])
      return tally
    }),
  )
}

function gradesOf(
  refraction: readonly RefractionRow[],
  eyes: readonly MeasuredEyes[],
  suppression: SuppressionByKey,
): GradeDiopter[] {
  const keyOf = ({ stage, gradeNo }: Pick<RefractionRow, 'stage' | 'gradeNo'>) => keysOf.grade(stage, gradeNo)
  const distributions = distributionsBy(refraction, keyOf)
  return [...grouped(eyes, keyOf)]
    .flatMap(([key, rows]) => {
      const [first] = rows
      const distribution = distributions.get(key)
      if (!first || !distribution) return []
      const { stage, gradeNo } = first
      const hidden = suppression(key)
      const shown = (eye: 'right' | 'left') =>
        isHidden(hidden) || isHidden(hidden, eye) ? null : meanOf(rows, eye)
      const grade: GradeDiopter = {
        ...{ key, name: gradeNameOf(stage, gradeNo), stage },
        ...spreadOf(distribution, isHidden(hidden)),
        ...{ right: shown('right'), left: shown('left') },
      }
      return [{ gradeNo, grade }]
    })
    .sort((one, other) => one.grade.stage - other.grade.stage || one.gradeNo - other.gradeNo)
    .map(({ grade }) => grade)
}

/** In dioptres. */
function meanOf(rows: readonly MeasuredEyes[], eye: 'right' | 'left'): number | null {
  const count = rows.reduce((sum, row) => sum + row[`${eye}Eyes`], 0)
  const total = rows.reduce((sum, row) => sum + row[`${eye}Sum`], 0)
  return count === 0 ? null : total / count / 1_000
}
