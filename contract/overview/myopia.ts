// What was found in an area (types 2, 4 and 7 of the overviews).
import { z } from 'zod'
import { Unit } from '../eyesight/figures/figure-schemas.ts'
import { Season } from '../eyesight/plan-schemas.ts'
import { PlanStatus } from '../plans/statuses.ts'
import { WallRate } from './wall.ts'

/** Fewer say nothing yet: their rates are not shown, their area stays hatched. */
export const SHOWN_LEAST = 30

export const MAP_RATES = ['myopia', 'poor', 'high'] as const
export type MapRate = (typeof MAP_RATES)[number]
export const MAP_RATE_LABELS: Record<MapRate, string> = {
  myopia: '近视率',
  poor: '视力不良率',
  high: '高度近视率',
}

export const AreaRates = z.object({
  unit: Unit,
  valid: z.number(),
  /** Whether anybody was screened at all. */
  begun: z.boolean(),
  myopia: WallRate,
  poor: WallRate,
  high: WallRate,
})
export type AreaRates = z.infer<typeof AreaRates>

const Shares = <Name extends string>(names: readonly Name[]) =>
  z
    .object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>)
    .nullable()

/** The plan that changes are measured against. */
export const WallComparison = z.object({
  planName: z.string(),
  season: Season.schema,
  schoolYear: z.number(),
  /** Schools with results in both plans, where these are not all; null where they are. */
  schools: z.number().nullable(),
  /** The plans judge differently, or nobody took part in both: nothing is compared. */
  incomparable: z.boolean(),
})
export type WallComparison = z.infer<typeof WallComparison>

export const MyopiaView = z.object({
  /** 儿童青少年口径. */
  all: WallRate,
  male: WallRate,
  female: WallRate,
  /** With which plan the changes are; null where there is none. */
  comparison: WallComparison.nullable(),
  status: PlanStatus.schema,
  valid: z.number(),
  /** The myopic by degree; null where suppressed. */
  degrees: Shares(['low', 'mid', 'high', 'ungraded']),
  poor: WallRate,
  high: WallRate,
  referral: WallRate,
  orthoK: WallRate,
  /** Those with poor vision. */
  correction: Shares(['full', 'under', 'not']),
  /** 6岁, 小学, 初中, 高中 with the line of 2030. */
  stages: z.array(z.object({ name: z.string(), rate: WallRate, line: z.number() })),
  grades: z.array(z.object({ key: z.string(), name: z.string(), stage: z.number(), rate: WallRate })),
  /** Plans of the same kind and season, the oldest first. */
  trend: z.array(
    z.object({
      planId: z.number(),
      schoolYear: z.number(),
      rate: z.number().nullable(),
      /** Other schools took part than in this plan. */
      otherSchools: z.boolean(),
    }),
  ),
  /** Town and country by stage. */
  properties: z.array(z.object({ name: z.string(), urban: WallRate, township: WallRate })),
  areas: z.array(AreaRates),
  /** Lower bounds of the upper four of five steps, fixed for a plan. */
  breaks: z.record(z.enum(MAP_RATES), z.tuple([z.number(), z.number(), z.number(), z.number()])),
})
export type MyopiaView = z.infer<typeof MyopiaView>
