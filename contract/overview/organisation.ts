// The cockpit of an organisation that carries out screening tasks (/overviewFive): what its teams do today.
import { z } from 'zod'
import { RangePart } from '../eyesight/figures/plan-range.ts'
import { TaskStatus } from '../plans/statuses.ts'
import { ProgressView } from './progress.ts'
import { Done } from './wall.ts'
import { WorkQuality } from './work-quality.ts'

export const OwnTask = Done.extend({
  taskId: z.number(),
  schoolName: z.string(),
  status: TaskStatus.schema,
  startsOn: z.string(),
  endsOn: z.string(),
  /** Past its last day and not completed. */
  overdue: z.boolean(),
  /** Its days contain today. */
  isToday: z.boolean(),
  screenedToday: z.number(),
})
export type OwnTask = z.infer<typeof OwnTask>

/** By whom, or by what, first results were written. */
export const WriterKind = z.enum(['screener', 'device', 'sheet', 'others'])
export type WriterKind = z.infer<typeof WriterKind>

export const Writer = z.object({
  key: z.string(),
  kind: WriterKind,
  /** Of an own screener or an own device; of a sheet and of others nobody is named. */
  name: z.string().nullable(),
  /** Children whose first result was written in an hour of the day. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), records: z.number() })),
  records: z.number(),
  invalid: z.number(),
})
export type Writer = z.infer<typeof Writer>

export const SchoolOwing = z.object({
  orgId: z.number(),
  name: z.string(),
  part: RangePart.schema,
  /** Neither screened nor excused. */
  owing: z.number(),
  conflicts: z.number(),
  /** Percent; null where there is nothing to examine again, or nothing that was. */
  retestRate: z.number().nullable(),
  retestShort: z.boolean(),
  errorRate: z.number().nullable(),
  errorsOver: z.boolean(),
})
export type SchoolOwing = z.infer<typeof SchoolOwing>

export const OrganisationView = ProgressView.pick({
  total: true,
  range: true,
  perDay: true,
  forecast: true,
  workdaysLeft: true,
  neededPerDay: true,
  days: true,
  tasks: true,
  feed: true,
}).extend({
  /** Those of this week, Monday to Sunday, and those that are overdue. */
  week: z.array(OwnTask),
  tasksToday: z.number(),
  tasksOfWeek: z.number(),
  /** The last day on which results were entered; null before the first. */
  entered: z.object({ day: z.string(), writers: z.array(Writer) }).nullable(),
  quality: WorkQuality,
  retestRatio: z.number(),
  errorCap: z.number(),
  /** Of the screened, how the first result came in. */
  sources: z.object({ hand: z.number(), sheet: z.number(), device: z.number() }),
  owed: z.object({
    students: z.number(),
    schools: z.number(),
    conflicts: z.number(),
    /** Those that owe most first. */
    list: z.array(SchoolOwing),
  }),
})
export type OrganisationView = z.infer<typeof OrganisationView>
