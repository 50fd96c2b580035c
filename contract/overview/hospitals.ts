// The side of those who screen, in an area (医院端): hospitals and social organisations with their work, and visits.
import { z } from 'zod'
import { VisitSource } from '../letters/visit-source.ts'
import { Done, WallRate } from './wall.ts'
import { WorkQuality } from './work-quality.ts'

export const ExecutorKind = z.enum(['hospital', 'social', 'school'])
export type ExecutorKind = z.infer<typeof ExecutorKind>

const Work = Done.extend({ tasks: z.number(), completed: z.number(), overdue: z.number() })

export const ExecutorWork = Work.extend({
  orgId: z.number(),
  name: z.string(),
  kind: ExecutorKind,
  /** Screened on a day with results; null before the first. */
  perDay: z.number().nullable(),
  quality: WorkQuality,
})
export type ExecutorWork = z.infer<typeof ExecutorWork>

export const HospitalsView = z.object({
  /** Hospitals and social organisations together. */
  total: Work.extend({ orgs: z.number(), quality: WorkQuality }),
  /** All who carry out tasks. Schools that screen their own pupils are one. */
  kinds: z.array(Work.extend({ kind: ExecutorKind, orgs: z.number() })),
  retestRatio: z.number(),
  errorCap: z.number(),
  /** Hospitals and social organisations, the slowest first. */
  organisations: z.array(ExecutorWork),
  /** Of all of them, those over the cap of errors, the worst first. */
  overCap: z.array(ExecutorWork.pick({ orgId: true, name: true, quality: true })),
  overCapCount: z.number(),
  /** What hospitals and social organisations did, by day. */
  days: z.array(z.object({ day: z.string(), screened: z.number() })),
  /** Of those who were referred, how many were seen. */
  visited: WallRate,
  visited30: WallRate,
  visits: z.object({
    /** Recorded from this day on. */
    since: z.string(),
    /** Null where too few are counted to be shown. */
    sources: z.array(z.object({ source: VisitSource.schema, visits: z.number().nullable() })),
  }),
})
export type HospitalsView = z.infer<typeof HospitalsView>
