// Letters to the families of an area: how many there are, were opened and acknowledged, and who was seen by a doctor.
import type { z } from 'zod'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import {
  type CountedUnit,
  suppressionBelow,
  suppressionOfTop,
  UNIT_HIDDEN,
  type UnitSuppression,
} from '#contract/eyesight/figures/unit-suppression.ts'
import type { AreaFamilies, ParentsView } from '#contract/overview/parents.ts'
import type { WallQuery, WallRate } from '#contract/overview/wall.ts'
import type { DisclosedTally } from '#contract/reports/report/measure.ts'
import { emptyTally, type Tally } from '#contract/reports/report/tally.ts'
import type { UserCtx } from '../../core/context.ts'
import type { Db } from '../../core/db/connect.ts'
import { type BySex, readChildren } from '../../eyesight/figures/figure-children.ts'
import { discloseUnit } from '../../eyesight/figures/figure-suppression.ts'
import { isArea, placeOf, type ResolvedUnit } from '../../eyesight/figures/unit.ts'
import { type PlacedTally, selectLetterTallies } from '../../letters/tally-queries.ts'
import { requireAreaPlace } from '../area-place.ts'
import { answerWall, type WallBasis } from '../wall.ts'
import { type Fraction, HIDDEN_RATE, wallRate } from '../wall-rates.ts'

const COUNTED = ['valid', 'referral', 'visited', 'visited30', 'visited90'] as const
type Counted = BySex<(typeof COUNTED)[number]>
const REFERRAL: Fraction = { numerator: 'referral', denominator: 'valid' }
const visits = (numerator: 'visited' | 'visited30' | 'visited90'): Fraction => ({
  numerator,
  denominator: 'referral',
})

export const findParents = (ctx: UserCtx, query: z.output<typeof WallQuery>) =>
  answerWall(ctx, query, 'parents', makeParents)

export async function makeParents({ ctx, inParallel, plan, resolved }: WallBasis): Promise<ParentsView> {
  requireAreaPlace(resolved)
  const lettersAsked = inParallel((db) => readLetters(db, resolved, plan.id))
  const disclosure = await discloseUnit(ctx, resolved, plan.id)
  const children = await readChildren(ctx, resolved, {
    planId: plan.id,
    stage: undefined,
    counters: COUNTED,
    byStage: true,
  })
  const letters = await lettersAsked
  const areas = children.rows.map(({ key, unit, now }): AreaFamilies => {
    const suppression = (disclosure.below.get(key) ?? disclosure.others).all
    return {
      unit,
      ...sentTo(letters.of(unit.key)),
      ...followedUp({ tally: tallyFrom(now), suppression }),
    }
  })
  const whole = { tally: tallyFrom(children.now), suppression: disclosure.unit.all }
  return { ...sentTo(letters.whole), ...followedUp(whole), areas }
}

function tallyFrom(counted: Counted): Tally {
  const tally = emptyTally()
  for (const sex of [0, 1, 2] as const) Object.assign(tally[sex], counted[sex])
  return tally
}

const followedUp = (now: DisclosedTally) => ({
  valid: now.tally[0].valid,
  referral: wallRate(now, REFERRAL, null),
  visited: wallRate(now, visits('visited'), null),
  visited30: wallRate(now, visits('visited30'), null),
  visited90: wallRate(now, visits('visited90'), null),
})

type Tallied = Pick<PlacedTally, 'letters' | 'opened' | 'acknowledged'>
type Sent = { tally: Tallied; hidden: boolean }
const NONE: Sent = { tally: { letters: 0, opened: 0, acknowledged: 0 }, hidden: false }

const sentTo = ({ tally, hidden }: Sent): Pick<AreaFamilies, 'letters' | 'opened' | 'acknowledged'> => ({
  letters: tally.letters,
  opened: rateOf(tally.opened, tally.letters, hidden),
  acknowledged: rateOf(tally.acknowledged, tally.letters, hidden),
})

function rateOf(numerator: number, denominator: number, hidden: boolean): WallRate {
  if (hidden) return HIDDEN_RATE
  const rate = denominator === 0 ? null : (numerator * 100) / denominator
  return { numerator, denominator, rate, last: null, change: null, hidden: false }
}

/** What families of a handful of letters did is hidden as what was found in a handful of children. */
const LETTERS: CounterName = 'valid'
const unitOf = ({ letters }: Tallied): CountedUnit => ({
  all: { 0: { [LETTERS]: letters }, 1: {}, 2: {} },
  stages: new Map(),
})
const isHidden = ({ all }: UnitSuppression): boolean => all.has(LETTERS)

/** The tallies of a place and of those below it, hidden from the province downwards. */
async function readLetters(db: Db, { who, path }: ResolvedUnit, planId: number) {
  let above: UnitSuppression | undefined
  let tallies: PlacedTally[] = []
  for (const unit of path) {
    if (above) {
      const at = tallies.findIndex(({ areaId }) => areaId === unit.key.areaId)
      above = suppressionBelow(tallies.map(unitOf), above)[at] ?? UNIT_HIDDEN
    }
    const place = placeOf(unit, who)
    tallies = isArea(place) ? await selectLetterTallies(db, place, planId, 'areas') : []
    above ??= suppressionOfTop(tallies.map(unitOf))
  }
  const unit = above ?? UNIT_HIDDEN
  const below = suppressionBelow(tallies.map(unitOf), unit)
  const of = ({ areaId, orgId }: { areaId?: string | undefined; orgId?: number | undefined }): Sent => {
    const at = tallies.findIndex((each) =>
      areaId === undefined ? each.orgId === orgId : each.areaId === areaId,
    )
    const tally = tallies[at]
    return tally ? { tally, hidden: isHidden(below[at] ?? UNIT_HIDDEN) } : NONE
  }
  const sum = (name: keyof Tallied) => tallies.reduce((total, each) => total + each[name], 0)
  const tally = { letters: sum('letters'), opened: sum('opened'), acknowledged: sum('acknowledged') }
  return { whole: { tally, hidden: tally.letters > 0 && isHidden(unit) }, of }
}
