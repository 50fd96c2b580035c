// What was found in an area: the figures of its report, as a wall shows them.
import type { z } from 'zod'
import type { MyopiaView } from '#contract/overview/myopia.ts'
import type { WallQuery } from '#contract/overview/wall.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import type { UserCtx } from '../core/context.ts'
import { type AreaFigures, readAreaFigures } from '../reports/area-figures.ts'
import { apartBySchools, readSchools, wholeTrees } from '../reports/compared-schools.ts'
import { TOGETHER_KEY } from '../reports/lines/counted-tree.ts'
import { byGrades, stageKey } from '../reports/lines/stage-tree.ts'
import { SIX_YEARS_LINE, TARGET_LINES } from '../reports/lines/targets.ts'
import { suppressionIn } from '../reports/report-basis.ts'
import { requireAreaPlace } from './area-place.ts'
import { breaksOf } from './map-breaks.ts'
import { type ComparedPlaces, comparedPlaces, NOT_COMPARED } from './myopia-change.ts'
import { propertiesOf } from './properties.ts'
import { reportBasisAt } from './report-basis.ts'
import { readTrend } from './trend.ts'
import { answerWall, type WallBasis } from './wall.ts'
import { type Fraction, sharesOf, wallRate } from './wall-rates.ts'

const MYOPIA: Fraction = { numerator: 'myopia', denominator: 'rated' }
const HIGH: Fraction = { numerator: 'myopiaHigh', denominator: 'rated' }
const POOR: Fraction = { numerator: 'poor', denominator: 'valid' }
const REFERRAL: Fraction = { numerator: 'referral', denominator: 'valid' }
const ORTHO_K: Fraction = { numerator: 'orthoK', denominator: 'valid' }
const SIX_YEARS = '6岁'

export const findMyopia = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'myopia', makeMyopia)

export async function makeMyopia(wall: WallBasis): Promise<MyopiaView> {
  const area = requireAreaPlace(wall.resolved)
  const basis = await reportBasisAt(wall, area.level, area)
  const { ctx, plan, lastPlan, place } = basis
  const othersAsked = basis.inParallel(async (db) => {
    const own = { ...basis, ctx: { ...ctx, db } }
    const asked = lastPlan && { planId: plan.id, lastPlanId: lastPlan.id, place, stage: undefined }
    return {
      trend: await readTrend(own),
      properties: await propertiesOf(own),
      schools: asked && (await readSchools(own.ctx, asked)),
    }
  })
  const figures = await readAreaFigures(basis)
  const { trend, properties, schools } = await othersAsked
  const split = figures.last && schools && apartBySchools(basis, figures, figures.last, schools)
  const trees = [figures.grades, figures.ages, figures.units]
  const suppression = suppressionIn(basis, split ? [...trees, ...wholeTrees(split, 'now')] : trees)
  const disclosed = (counted: { key: string; tally: DisclosedTally['tally'] }): DisclosedTally => ({
    tally: counted.tally,
    suppression: suppression(counted.key),
  })
  const compared = split && schools ? comparedPlaces(basis, figures, split, schools) : NOT_COMPARED
  const whole = disclosed(figures.grades)
  const rate = (fraction: Fraction) => wallRate(whole, fraction, compared.whole)
  const all = rate(MYOPIA)
  const crudeLast = figures.last && wallRate({ ...whole, tally: figures.last.stagesLast.tally }, MYOPIA, null)
  return {
    all,
    male: rate({ ...MYOPIA, sex: 1 }),
    female: rate({ ...MYOPIA, sex: 2 }),
    comparison: lastPlan && {
      planName: lastPlan.name,
      season: lastPlan.season,
      schoolYear: lastPlan.schoolYear,
      schools: compared.schools,
      incomparable: basis.rulesDiffer || compared.whole === null,
    },
    status: plan.status,
    valid: figures.grades.tally[0].valid,
    degrees: sharesOf(whole, {
      low: 'myopiaLow',
      mid: 'myopiaMid',
      high: 'myopiaHigh',
      ungraded: 'myopiaUngraded',
    }),
    poor: rate(POOR),
    high: rate(HIGH),
    referral: rate(REFERRAL),
    orthoK: rate(ORTHO_K),
    correction: sharesOf(whole, { full: 'fullyCorrected', under: 'underCorrected', not: 'uncorrected' }),
    stages: stagesOf(figures, disclosed, compared),
    grades: byGrades(figures.grades)
      .parts.flatMap((part) => (part.parts.length > 0 ? part.parts : [part]))
      .flatMap((part) => (part.parts.length > 0 ? part.parts : [part]))
      .filter(({ tally }) => tally[0].rated > 0)
      .map((grade) => ({
        key: grade.key,
        name: grade.name,
        stage: Number(grade.key.split(' ')[1]),
        rate: wallRate(disclosed(grade), MYOPIA, compared.grade(grade.key)),
      })),
    trend,
    properties,
    areas: figures.units.parts.flatMap((area) => {
      if (!area.unit) return []
      const own = (fraction: Fraction) => wallRate(disclosed(area), fraction, compared.unit(area.key))
      const { valid, screened } = area.tally[0]
      return [
        {
          unit: area.unit,
          valid,
          begun: screened > 0,
          myopia: own(MYOPIA),
          poor: own(POOR),
          high: own(HIGH),
        },
      ]
    }),
    breaks: breaksOf(place.level, {
      myopia: crudeLast?.rate ?? null,
      poor: lastRate(figures, POOR),
      high: lastRate(figures, HIGH),
    }),
  }
}

/** Of the plan before, only to choose round steps of colour from; nobody sees it. */
function lastRate({ last }: AreaFigures, { numerator, denominator }: Fraction): number | null {
  if (!last) return null
  const counts = last.stagesLast.tally[0]
  return counts[denominator] === 0 ? null : (counts[numerator] * 100) / counts[denominator]
}

/** Those of six years are children of kindergartens; 高中 is one, of whichever kinds there are. */
function stagesOf(
  figures: AreaFigures,
  disclosed: (counted: { key: string; tally: DisclosedTally['tally'] }) => DisclosedTally,
  compared: ComparedPlaces,
): MyopiaView['stages'] {
  const { sixYears, grades } = figures
  const six =
    sixYears && sixYears.tally[0].rated > 0
      ? [{ name: SIX_YEARS, rate: wallRate(disclosed(sixYears), MYOPIA, null), line: SIX_YEARS_LINE }]
      : []
  return [
    ...six,
    ...TARGET_LINES.flatMap(({ name, stages, line }) => {
      const keys = [...(stages.length > 1 ? [TOGETHER_KEY] : []), ...stages.map(stageKey)]
      const stage = keys
        .map((key) => grades.parts.find((part) => part.key === key))
        .find((part) => part !== undefined && part.tally[0].rated > 0)
      return stage
        ? [{ name, rate: wallRate(disclosed(stage), MYOPIA, compared.stage(stage.key)), line }]
        : []
    }),
  ]
}
