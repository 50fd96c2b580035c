// The spherical equivalent of the children of an area (屈光度 of /overviewThree): by stage, by grade and by age.
import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { WallRate } from './wall.ts'

/** Dioptres; the first bar holds what is below its upper edge, the last one what is above its lower edge. */
export const SE_AXIS = { from: -10, to: 3.5, step: 0.5 }

/** Where a degree begins, in dioptres; readings without cycloplegia, whatever the vision: a picture, not the plan's rule. */
export const SE_DEGREES = ['high', 'mid', 'low', 'pre', 'far'] as const
export type SeDegree = (typeof SE_DEGREES)[number]

const Group = z.object({
  /** Whose right eye was measured; null, as everything else, where they are too few to be shown. */
  students: z.number().nullable(),
  /** Shown, but so few that they say little. */
  few: z.boolean(),
  hidden: z.boolean(),
})

/** Of the right eye, in dioptres: the middle, and the ends of the middle half. */
const Spread = z.object({
  median: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
})

export const SeBar = z.object({
  /** The lower edge; a value on an edge is in the bar above it. */
  from: z.number(),
  /** Percent of the group, the most myopic first. */
  parts: z.array(z.object({ degree: z.enum(SE_DEGREES), share: z.number() })),
})
export type SeBar = z.infer<typeof SeBar>

export const StageDiopter = Group.extend({
  ...Spread.shape,
  /** 高中 is one, of whichever kinds there are. */
  stage: SchoolStage.schema,
  name: z.string(),
  bars: z.array(SeBar).nullable(),
  /** Percent below −0.50 and below −6.00. */
  myopic: z.number().nullable(),
  high: z.number().nullable(),
  /** 近视前期 by the rules of the plan, of the valid. */
  preMyopia: WallRate,
})
export type StageDiopter = z.infer<typeof StageDiopter>

export const GradeDiopter = Group.extend({
  ...Spread.shape,
  key: z.string(),
  name: z.string(),
  stage: SchoolStage.schema,
  /** Means of the right and of the left eyes that were measured. */
  right: z.number().nullable(),
  left: z.number().nullable(),
})
export type GradeDiopter = z.infer<typeof GradeDiopter>

/** The youngest and the oldest age include all younger and older children. */
export const SE_AGES = { from: 3, to: 12 }

export const AgeDiopter = Group.extend({
  ...Spread.shape,
  age: z.number(),
  /** 远视储备 that is usual at the age with cycloplegia, in dioptres. */
  reference: z.tuple([z.number(), z.number()]),
})
export type AgeDiopter = z.infer<typeof AgeDiopter>

export const DiopterView = z.object({
  /** Screening measures without: the readings lie more on the myopic side than the reference. */
  cycloplegic: z.boolean(),
  /** Children and adolescents with a measured right eye; null where they are too few. */
  students: z.number().nullable(),
  stages: z.array(StageDiopter),
  grades: z.array(GradeDiopter),
  ages: z.array(AgeDiopter),
})
export type DiopterView = z.infer<typeof DiopterView>
