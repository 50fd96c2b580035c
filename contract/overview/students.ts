// What follows from the findings: who is to see a doctor, who has, and what was done (学生端 of /overviewThree).
import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { Unit } from '../eyesight/figures/figure-schemas.ts'
import { WarningLevelCode } from '../warning/rules.ts'
import { WallRate } from './wall.ts'
import { Warned } from './warned.ts'

const FollowedUp = z.object({
  valid: z.number(),
  referral: WallRate,
  /** Of those. */
  visited: WallRate,
  visited30: WallRate,
  visited90: WallRate,
})

export const StageFindings = FollowedUp.extend({
  stage: SchoolStage.schema,
  /** By what was found this time, the lightest first; null where too few count. */
  levels: z.array(z.object({ level: WarningLevelCode.schema, students: z.number() })).nullable(),
})
export type StageFindings = z.infer<typeof StageFindings>

export const AreaFollowUp = FollowedUp.extend({
  unit: Unit,
  warned: z.number().nullable(),
  /** Of the warned; null where so few are warned that it would be known of each. */
  closed: z.number().nullable(),
})
export type AreaFollowUp = z.infer<typeof AreaFollowUp>

export const StudentsView = FollowedUp.extend({
  /** Result letters that were printed and not withdrawn, for whatever result. */
  letters: z.number(),
  warned: Warned,
  stages: z.array(StageFindings),
  areas: z.array(AreaFollowUp),
})
export type StudentsView = z.infer<typeof StudentsView>
