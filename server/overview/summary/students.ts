// Who is to see a doctor, who has, and what was done about warnings, in an area.
import type { z } from 'zod'
import { SchoolStage } from '#contract/core/codes.ts'
import { isSuppressed, type Suppression } from '#contract/eyesight/figures/figure-small-cells.ts'
import { suppressionOfStage } from '#contract/eyesight/figures/unit-suppression.ts'
import type { StageFindings, StudentsView } from '#contract/overview/students.ts'
import type { WallQuery } from '#contract/overview/wall.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import { addTallies, emptyTally, type Tally } from '#contract/reports/report/tally.ts'
import { WarningLevelCode } from '#contract/warning/rules.ts'
import type { UserCtx } from '../../core/context.ts'
import { type BySex, readChildren } from '../../eyesight/figures/figure-children.ts'
import { discloseUnit } from '../../eyesight/figures/figure-suppression.ts'
import { selectLetterTallies } from '../../letters/tally-queries.ts'
import { selectFollowUp } from '../../reports/sections/follow-up-queries.ts'
import { requireAreaPlace } from '../area-place.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { type Fraction, wallRate } from '../wall-rates.ts'
import { warnedBelow, warnedOf } from './warned.ts'
import { selectWarnedBelow } from './warned-queries.ts'

const COUNTED = [
  'valid',
  'referral',
  'visited',
  'visited30',
  'visited90',
  'warning1',
  'warning2',
  'warning3',
] as const
type Counted = BySex<(typeof COUNTED)[number]>

export const findStudents = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'students', makeStudents)

export async function makeStudents({ ctx, inParallel, plan, resolved }: WallBasis): Promise<StudentsView> {
  const place = requireAreaPlace(resolved)
  const handledAsked = inParallel(async (db) => ({
    followUp: await selectFollowUp(db, plan.id, place),
    below: await selectWarnedBelow(db, place, plan.id),
    letters: await selectLetterTallies(db, place, plan.id, 'areas'),
  }))
  const disclosure = await discloseUnit(ctx, resolved, plan.id)
  const children = await readChildren(ctx, resolved, {
    planId: plan.id,
    stage: undefined,
    counters: COUNTED,
    byStage: true,
  })
  const { followUp, below, letters } = await handledAsked
  const whole = { tally: tallyFrom(children.now), suppression: disclosure.unit.all }
  const areas = children.rows.map(({ key, unit, now }) => ({
    unit,
    tally: tallyFrom(now),
    suppression: (disclosure.below.get(key) ?? disclosure.others).all,
  }))
  const warned = warnedBelow(below, areas)
  return {
    ...followedUp(whole),
    letters: letters.reduce((sum, each) => sum + each.letters, 0),
    warned: warnedOf(followUp, whole),
    stages: SchoolStage.codes.flatMap((stage) => {
      const own = children.rows.flatMap(({ stages }) => stages.filter((each) => each.stage === stage))
      const tally = addTallies(own.map(({ now }) => tallyFrom(now)))
      if (tally[0].valid === 0) return []
      const suppression = suppressionOfStage(disclosure.unit, stage)
      return [{ stage, ...followedUp({ tally, suppression }), levels: levelsOf(tally, suppression) }]
    }),
    areas: areas.map((area, nth) => ({
      unit: area.unit,
      ...followedUp(area),
      ...(warned[nth] ?? { warned: null, closed: null }),
    })),
  }
}

/** Counters that were not read are nought. */
function tallyFrom(counted: Counted): Tally {
  const tally = emptyTally()
  for (const sex of [0, 1, 2] as const) Object.assign(tally[sex], counted[sex])
  return tally
}

const REFERRAL: Fraction = { numerator: 'referral', denominator: 'valid' }
const visits = (numerator: 'visited' | 'visited30' | 'visited90'): Fraction => ({
  numerator,
  denominator: 'referral',
})

const followedUp = (now: DisclosedTally) => ({
  valid: now.tally[0].valid,
  referral: wallRate(now, REFERRAL, null),
  visited: wallRate(now, visits('visited'), null),
  visited30: wallRate(now, visits('visited30'), null),
  visited90: wallRate(now, visits('visited90'), null),
})

function levelsOf({ 0: counts }: Tally, suppression: Suppression): StageFindings['levels'] {
  if (isSuppressed(suppression, 'warning1')) return null
  return WarningLevelCode.codes.map((level) => ({ level, students: counts[`warning${level}`] }))
}
