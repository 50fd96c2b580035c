// What every big screen has: a plan, a place, a moment. The figures are the same for everybody who may open the place.
import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { AreaId } from '../core/fields.ts'
import { Unit } from '../eyesight/figures/figure-schemas.ts'
import { PlanId, PlanKind, Season } from '../eyesight/plan-schemas.ts'
import { OrgId } from '../orgs/schemas.ts'
import { PlanStatus } from '../plans/statuses.ts'

/** How often a wall asks: with the server sharing each answer for a second, a saved record is on it within three. */
export const WALL_POLL_MS = 1_500

export const WallPlan = z.object({
  planId: z.number(),
  planName: z.string(),
  kind: PlanKind.schema,
  status: PlanStatus.schema,
  season: Season.schema,
  schoolYear: z.number(),
  startsOn: z.string(),
  endsOn: z.string(),
  targetRate: z.number(),
})
export type WallPlan = z.infer<typeof WallPlan>

const Seen = { seen: z.string().max(64).optional() }
/** Nothing named: the caller's own range. `seen`: the mark of the figures that are shown already. */
export const WallQuery = z.object({ planId: PlanId, areaId: AreaId.optional(), ...Seen })
export type WallQuery = z.output<typeof WallQuery>
export const SchoolWallQuery = z.object({ planId: PlanId, orgId: OrgId.optional(), ...Seen })
export type SchoolWallQuery = z.output<typeof SchoolWallQuery>
export const OwnWallQuery = z.object({ planId: PlanId, ...Seen })
export type OwnWallQuery = z.output<typeof OwnWallQuery>

/** The answer of every view: `view` is null where it is what the caller has already seen. */
export const wallAnswer = <View extends z.ZodType>(view: View) =>
  z.object({
    plan: WallPlan,
    /** From the caller's range down to the place, for going back. */
    path: z.array(Unit),
    unit: Unit,
    /** Of the database: the day on which days left and overdue tasks are counted. */
    today: z.string(),
    /** When the figures were read. */
    at: z.string(),
    /** Changes with the figures. */
    mark: z.string(),
    view: view.nullable(),
  })

/** A rate with what it is made of; everything is null where too few are counted to be shown on a wall. */
export const WallRate = z.object({
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
  /** Percent, not rounded; null where nobody counts. */
  rate: z.number().nullable(),
  /** In the plan compared with, at the same schools. */
  last: z.number().nullable(),
  /** 百分点; null where nothing can be compared. */
  change: z.number().nullable(),
  hidden: z.boolean(),
})
export type WallRate = z.infer<typeof WallRate>

/** How far the work is; never hidden. */
export const Done = z.object({ expected: z.number(), screened: z.number(), valid: z.number() })
export type Done = z.infer<typeof Done>

export const StageDone = Done.extend({ stage: SchoolStage.schema })
export type StageDone = z.infer<typeof StageDone>
