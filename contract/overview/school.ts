// One school in a plan (type 5 of the overviews, and the school's own screen): grades by classes, quality, what is to do.
import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { UnitKey } from '../eyesight/figures/figure-schemas.ts'
import { WallComparison } from './myopia.ts'
import { Done, WallRate } from './wall.ts'

/** A class that was begun and of which fewer percent are done is marked. */
export const CLASS_DONE_LEAST = 60
/** A class so many 百分点 above its grade is marked: what is left of the difference is not the age. */
export const CLASS_ABOVE_GRADE = 10

const Cell = z.object({
  key: UnitKey,
  name: z.string(),
  done: Done,
  /** Not screened, with a reason. */
  absent: z.number(),
  screenedToday: z.number(),
  rate: WallRate,
})
export const ClassCell = Cell.extend({
  /** Inside its grade: 1班. */
  className: z.string(),
  behind: z.boolean(),
  aboveGrade: z.boolean(),
})
export type ClassCell = z.infer<typeof ClassCell>
export const GradeRow = Cell.extend({
  stage: SchoolStage.schema,
  /** Those advised to see a doctor, and how many have; null where too few to be shown. */
  followUp: z.object({ referral: z.number(), visited: z.number(), overdue: z.number() }).nullable(),
  classes: z.array(ClassCell),
})
export type GradeRow = z.infer<typeof GradeRow>

/** What waits at the school, in the order in which it matters. */
export const SCHOOL_TODO = [
  'notScreened',
  'errorsOver',
  'retestShort',
  'invalid',
  'conflicts',
  'overdue',
] as const
export type SchoolTodoKind = (typeof SCHOOL_TODO)[number]
export const SchoolTodo = z.object({
  kind: z.enum(SCHOOL_TODO),
  count: z.number(),
  /** The class in which most of them are. */
  most: z
    .object({
      name: z.string(),
      count: z.number(),
      expected: z.number(),
      screened: z.number(),
      absent: z.number(),
    })
    .nullable(),
  urgent: z.boolean(),
})
export type SchoolTodo = z.infer<typeof SchoolTodo>

export const SchoolView = z.object({
  /** Who carries out its tasks. */
  executors: z.array(z.string()),
  /** Of its tasks in the plan; null where it has none yet. */
  dates: z.object({ startsOn: z.string(), endsOn: z.string() }).nullable(),
  total: Done,
  /** Not screened, with a reason. */
  absent: z.number(),
  /** Still to be screened until the target is reached. */
  missing: z.number(),
  screenedToday: z.number(),
  /** A kindergarten and nothing else: rates are those of poor vision (视力低常). */
  ofKindergarten: z.boolean(),
  grades: z.array(GradeRow),
  all: WallRate,
  male: WallRate,
  female: WallRate,
  poor: WallRate,
  high: WallRate,
  /** Of small children. */
  reserveShort: WallRate,
  /** With which plan the changes are; null where there is none. */
  comparison: WallComparison.nullable(),
  /** The myopic by degree; null where suppressed. */
  degrees: z.object({ low: z.number(), mid: z.number(), high: z.number(), ungraded: z.number() }).nullable(),
  /** The lines of 2030 of its stages. */
  lines: z.array(z.object({ name: z.string(), line: z.number() })),
  retest: z.object({
    drawn: z.number(),
    done: z.number(),
    /** Still to be done until there are enough. */
    owed: z.number(),
    items: z.number(),
    errors: z.number(),
    /** Percent of the valid. */
    rate: z.number().nullable(),
    errorRate: z.number().nullable(),
    short: z.boolean(),
    over: z.boolean(),
    /** What the plan asks for. */
    atLeast: z.number(),
    atMost: z.number(),
  }),
  todo: z.array(SchoolTodo),
  /** Those advised to see a doctor, step by step; null where too few to be shown. */
  followUp: z.object({
    referral: z.number().nullable(),
    letters: z.number().nullable(),
    acknowledged: z.number().nullable(),
    visited: z.number().nullable(),
    overdue: z.number().nullable(),
  }),
  /** Plans of the same kind and season, the oldest first. */
  trend: z.array(z.object({ planId: z.number(), schoolYear: z.number(), rate: z.number().nullable() })),
})
export type SchoolView = z.infer<typeof SchoolView>
