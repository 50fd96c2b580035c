// The first and the last ten of schools and of areas (前十 of /overviewThree): only like with like is ranked.
import { z } from 'zod'
import { Unit } from '../eyesight/figures/figure-schemas.ts'
import { MyopiaView } from './myopia.ts'

/** From each end of a ranking. */
export const RANKED_SHOWN = 10

export const Ranked = z.object({
  unit: Unit,
  /** 1 is the best; what is written the same has the same place. */
  rank: z.number(),
  /** Percent; of an improvement 百分点. */
  value: z.number(),
  /** Of how many. */
  counted: z.number(),
})
export type Ranked = z.infer<typeof Ranked>

/** Both from better to worse. */
export const RankedList = z.object({
  /** How many have a place. */
  ranked: z.number(),
  best: z.array(Ranked),
  worst: z.array(Ranked),
})
export type RankedList = z.infer<typeof RankedList>

export const RANKED_BY = ['rate', 'improvement', 'completion'] as const
export type RankedBy = (typeof RANKED_BY)[number]
const Lists = z.object({
  /** The lowest is the best. */
  rate: RankedList,
  /** Against the last plan at the same schools; the largest fall is the best. */
  improvement: RankedList,
  completion: RankedList,
})

export const RankingView = z.object({
  comparison: MyopiaView.shape.comparison,
  /** The places right below; null where these are schools. */
  areas: Lists.extend({
    /** By which stages the rates are standardised. */
    stages: z.array(z.string()),
  }).nullable(),
  schools: z.array(Lists.extend({ key: z.string(), stage: z.string() })),
})
export type RankingView = z.infer<typeof RankingView>
