import { z } from 'zod'
import { SchoolStage } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { AreaId } from '../core/fields.ts'
import { OrgId } from '../orgs/schemas.ts'
import { PlanStatus, TaskStatus } from '../plans/statuses.ts'
import { PlanDay, PlanId, Progress, TaskId, TaskSelection } from './plan-schemas.ts'

export const TaskPageQuery = PageQuery.extend({
  planId: PlanId.optional(),
  status: TaskStatus.query.optional(),
  areaId: AreaId.optional(),
  /** The school. */
  orgId: OrgId.optional(),
  executorOrgId: OrgId.optional(),
  /** Behind its date and not completed. */
  overdue: z.enum(['yes']).optional(),
  keyword: z.string().trim().max(50).optional(),
})
export type TaskPageQuery = z.output<typeof TaskPageQuery>

export const TaskActions = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  start: z.boolean(),
  complete: z.boolean(),
  reopen: z.boolean(),
  sync: z.boolean(),
  /** Readings may be entered and imported now. */
  enter: z.boolean(),
  retest: z.boolean(),
})

export const TaskRow = z.object({
  taskId: z.number(),
  planId: z.number(),
  planName: z.string(),
  planStatus: PlanStatus.schema,
  schoolOrgId: z.number(),
  schoolName: z.string(),
  areaName: z.string(),
  executorOrgId: z.number(),
  executorName: z.string(),
  status: TaskStatus.schema,
  startsOn: z.string(),
  endsOn: z.string(),
  /** 全校, or which stages, grades or how many classes. */
  selectionText: z.string(),
  /** Before the start: who is in school now. */
  progress: Progress,
  completedAt: z.string().nullable(),
  version: z.number(),
  can: TaskActions,
})
export type TaskRow = z.infer<typeof TaskRow>

export const TaskClassRow = z.object({
  classId: z.number(),
  stage: SchoolStage.schema,
  gradeId: z.number(),
  gradeNo: z.number(),
  gradeName: z.string(),
  className: z.string(),
  progress: Progress,
  absent: z.number(),
  retestDrawn: z.number(),
  retestDone: z.number(),
  openConflicts: z.number(),
})
export type TaskClassRow = z.infer<typeof TaskClassRow>

const Count = z.number()

/** What a sync would do to a task under way; `kept` have results and stay although they left these classes. */
export const SyncPreview = z.object({ added: Count, moved: Count, removed: Count, kept: Count })
export type SyncPreview = z.infer<typeof SyncPreview>

export const TaskDetail = TaskRow.extend({
  selection: TaskSelection.nullable(),
  syncedAt: z.string().nullable(),
  /** Whether the plan examines teeth. */
  hasCaries: z.boolean(),
  classes: z.array(TaskClassRow),
  pendingSync: SyncPreview.nullable(),
  /** Of the classes the caller sees, as everything else. */
  retest: z.object({
    ratio: z.number(),
    drawn: z.number(),
    done: z.number(),
    items: z.number(),
    errors: z.number(),
    errorRate: z.number().nullable(),
    errorCap: z.number(),
  }),
})
export type TaskDetail = z.infer<typeof TaskDetail>

/** Who carries it out: one organisation, each school itself, or the organisation each school is bound to. */
export const Executor = z.discriminatedUnion('by', [
  z.object({ by: z.literal('org'), orgId: OrgId }),
  z.object({ by: z.literal('school') }),
  z.object({ by: z.literal('bound') }),
])
export type Executor = z.output<typeof Executor>

const inOrder = (task: { startsOn?: string; endsOn?: string }) =>
  !task.startsOn || !task.endsOn || task.startsOn <= task.endsOn
const ORDER = { message: '结束日期不能早于开始日期', path: ['endsOn'] }

export const AddTasks = z
  .object({
    planId: PlanId,
    /** Schools by name, or all schools of the plan in the caller's range that have no task yet. */
    schoolOrgIds: z.array(OrgId).max(2000).default([]),
    allSchools: z.boolean().default(false),
    executor: Executor,
    startsOn: PlanDay,
    endsOn: PlanDay,
    /** Only where it is about one school. */
    selection: TaskSelection.nullable().default(null),
  })
  .refine(inOrder, ORDER)
  .refine((input) => input.allSchools || input.schoolOrgIds.length > 0, {
    message: '请选择学校',
    path: ['schoolOrgIds'],
  })
  .refine((input) => input.selection === null || input.schoolOrgIds.length === 1, {
    message: '按年级或班级选择时只能选择一所学校',
    path: ['selection'],
  })
export const TasksAdded = z.object({
  created: z.number(),
  taskIds: z.array(z.number()),
  /** Schools that got none, and why. */
  skipped: z.array(z.object({ orgId: z.number(), orgName: z.string(), reason: z.string() })),
})

export const EditTasks = z
  .object({
    tasks: z
      .array(z.object({ taskId: TaskId, version: z.number().int() }))
      .min(1)
      .max(2000),
    executor: Executor.optional(),
    startsOn: PlanDay.optional(),
    endsOn: PlanDay.optional(),
    /** Only where it is about one task that has not started. */
    selection: TaskSelection.nullable().optional(),
  })
  .refine(inOrder, ORDER)
export const TaskIds = z.object({ taskIds: z.array(TaskId).min(1).max(2000) })
export const TaskVersion = z.object({ taskId: TaskId, version: z.number().int() })

/** Spec §3 "Sync dialog row". */
export const SyncNotice = z.object({
  taskList: z.array(z.object({ taskId: z.number(), taskPlanName: z.string(), status: TaskStatus.schema })),
  /** Start of the next task that follows the roster by itself; null: already synced. */
  beginSyncTaskStuTime: z.string().nullable(),
})
export type SyncNotice = z.infer<typeof SyncNotice>

/** Tasks behind a number, by status (tasknum-details). */
export const TaskNumbers = z.object({
  total: z.number(),
  waiting: z.number(),
  underWay: z.number(),
  completed: z.number(),
  overdue: z.number(),
  byArea: z.array(
    z.object({
      areaId: z.string(),
      areaName: z.string(),
      total: z.number(),
      waiting: z.number(),
      underWay: z.number(),
      completed: z.number(),
    }),
  ),
  byExecutor: z.array(
    z.object({
      orgId: z.number(),
      orgName: z.string(),
      total: z.number(),
      waiting: z.number(),
      underWay: z.number(),
      completed: z.number(),
    }),
  ),
})
export type TaskNumbers = z.infer<typeof TaskNumbers>
