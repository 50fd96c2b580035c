// How far a plan is in an area (types 1, 3 and 6 of the overviews), for a routine plan or a general survey.
import { z } from 'zod'
import { Unit } from '../eyesight/figures/figure-schemas.ts'
import { RangeCounts } from '../eyesight/figures/plan-range.ts'
import { Done, StageDone } from './wall.ts'

/** At this pace fewer are reached: it needs attention. */
export const ATTENTION_BELOW = 90

const Pace = z.object({
  /** Screened on a working day lately; null on the first day. */
  perDay: z.number().nullable(),
  /** Percent that is reached on the last day at this pace; null where the plan is not under way or nothing can be said. */
  forecast: z.number().nullable(),
})

export const AreaDone = Done.extend({
  unit: Unit,
  range: RangeCounts,
  /** The first day of a task, where none has begun. */
  startsOn: z.string().nullable(),
  ...Pace.shape,
})
export type AreaDone = z.infer<typeof AreaDone>

/** A general survey is for everybody: who of the roster of today is in its range. */
export const Coverage = z.object({
  students: z.number(),
  covered: z.number(),
  schools: z.number(),
  uncovered: z.number(),
  /** The largest of the schools that are not in its range. */
  largest: z.array(z.object({ orgId: z.number(), name: z.string(), students: z.number() })),
})
export type Coverage = z.infer<typeof Coverage>

export const ProgressView = z.object({
  total: Done,
  range: RangeCounts,
  ...Pace.shape,
  /** Of the plan: today counts until it is over. */
  workdaysLeft: z.number(),
  /** To reach the target; null where no day is left. */
  neededPerDay: z.number().nullable(),
  stages: z.array(StageDone),
  /** Days with results, in order. */
  days: z.array(z.object({ day: z.string(), screened: z.number() })),
  areas: z.array(AreaDone),
  /** The slowest of those who carry out tasks; 0 is the schools themselves. */
  executors: z.array(
    z.object({
      orgId: z.number(),
      name: z.string(),
      tasks: z.number(),
      expected: z.number(),
      screened: z.number(),
    }),
  ),
  executorCount: z.number(),
  /** By their state; overdue ones are in none of the others. */
  tasks: z.object({
    completed: z.number(),
    underWay: z.number(),
    waiting: z.number(),
    overdue: z.number(),
    /** Where most of those that wait are. */
    waitingMost: z.object({ name: z.string(), tasks: z.number() }).nullable(),
  }),
  screenedToday: z.number(),
  /** The last classes in which results were written. */
  feed: z.array(
    z.object({
      classId: z.number(),
      at: z.string(),
      schoolName: z.string(),
      className: z.string(),
      students: z.number(),
    }),
  ),
  coverage: Coverage.nullable(),
})
export type ProgressView = z.infer<typeof ProgressView>
