import { z } from 'zod'
import { SchoolStage, Sex } from '../core/codes.ts'
import { codeEnum } from '../core/enums.ts'
import { PageQuery } from '../core/envelope.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireId } from '../core/wire.ts'
import { StudentId } from '../students/schemas.ts'
import { JudgementProfile } from './judgement/profile.ts'
import { PlanDay, PlanId, PlanItems, Season, TaskId } from './plan-schemas.ts'
import { AbsenceReason, ReadingFields } from './reading.ts'
import { TaskRow } from './task-schemas.ts'

export const ScreeningRecordId = WireId
export const RecordState = codeEnum({ notScreened: [0, '未筛查'], valid: [2, '有效'], invalid: [3, '无效'] })
export const RecordSource = codeEnum({
  hand: [1, '手工录入'],
  import: [2, '表格导入'],
  device: [3, '设备上传'],
  correction: [4, '审核更正'],
  undo: [5, '撤销导入'],
  upgrade: [6, '系统升级'],
})
export const CorrectionState = codeEnum({
  none: [0, '无需矫正'],
  not: [1, '未矫'],
  under: [2, '欠矫'],
  full: [3, '足矫'],
})

/** Everything of a row that a person or a device can set. */
export const RecordFields = ReadingFields.extend({
  absence: AbsenceReason.schema.nullable().default(null),
  remark: z.string().trim().max(200).nullable().default(null),
  checkedOn: PlanDay.nullable().default(null),
})
export type RecordFields = z.output<typeof RecordFields>
export type RecordField = keyof RecordFields

/** What is concluded from a reading; dioptres as people write them. */
export const Conclusion = z.object({
  state: RecordState.schema,
  seRight: z.number().nullable(),
  seLeft: z.number().nullable(),
  poorVision: z.boolean(),
  poorDegree: z.number(),
  myopia: z.boolean(),
  myopiaDegree: z.number(),
  preMyopia: z.boolean(),
  highRisk: z.boolean(),
  hyperopia: z.boolean(),
  hyperopiaDegree: z.number(),
  astigmatism: z.boolean(),
  astigmatismDegree: z.number(),
  anisometropia: z.boolean(),
  refractiveError: z.boolean(),
  reserveShort: z.boolean(),
  correction: CorrectionState.schema,
  referral: z.boolean(),
  warningLevel: z.number().nullable(),
  /** In a few words, for a grid. */
  text: z.string(),
  advice: z.string().nullable(),
})
export type Conclusion = z.infer<typeof Conclusion>

export const RecordRow = z.object({
  recordId: z.number(),
  studentId: z.number(),
  studentName: PrivateName,
  sex: Sex.schema,
  age: z.number(),
  birthDate: z.string(),
  /** Masked. */
  studentNo: z.string().nullable(),
  fields: RecordFields,
  conclusion: Conclusion,
  source: RecordSource.schema.nullable(),
  enteredByName: z.string().nullable(),
  enteredAt: z.string().nullable(),
  version: z.number(),
  openConflictId: z.number().nullable(),
  pendingCorrection: z.boolean(),
  retest: z.enum(['none', 'drawn', 'done']),
  /** Hidden from the caller, who is to do the second examination: nothing measured or concluded is disclosed. */
  blind: z.boolean(),
  /** No longer in the class, or in school, by now. */
  left: z.boolean(),
})
export type RecordRow = z.infer<typeof RecordRow>

export const ClassGridQuery = z.object({ taskId: TaskId, classId: WireId })
export const ClassGrid = z.object({
  task: TaskRow,
  classId: z.number(),
  stage: SchoolStage.schema,
  gradeName: z.string(),
  className: z.string(),
  items: PlanItems,
  profile: JudgementProfile,
  /** Neighbours for going on without the way back. */
  classes: z.array(z.object({ classId: z.number(), label: z.string() })),
  /** Why nothing can be entered now; null: it can. */
  lockedReason: z.string().nullable(),
  /** Completed: changes go through an application. */
  correctable: z.boolean(),
  rows: z.array(RecordRow),
})
export type ClassGrid = z.infer<typeof ClassGrid>

/** One field: what the person saw there and what it shall be. */
const change = <T extends z.ZodType>(field: T) => z.object({ from: field, to: field })
const changes = z
  .object(
    Object.fromEntries(
      Object.entries(RecordFields.shape).map(([key, field]) => [key, change(field).optional()]),
    ) as {
      [K in RecordField]: z.ZodOptional<
        z.ZodObject<{ from: (typeof RecordFields.shape)[K]; to: (typeof RecordFields.shape)[K] }>
      >
    },
  )
  .refine((given) => Object.keys(given).length > 0, '没有要保存的内容')
export const RecordChanges = changes
export type RecordChanges = z.output<typeof RecordChanges>

export const SaveRecords = z.object({
  taskId: TaskId,
  rows: z
    .array(z.object({ recordId: ScreeningRecordId, changes: RecordChanges }))
    .min(1)
    .max(100),
})
/** Fields that somebody else changed meanwhile are not overwritten: `clash` names the stored value and its author. */
export const SavedRecord = z.object({
  recordId: z.number(),
  saved: z.boolean(),
  row: RecordRow,
  /** Why the row cannot be like this although nobody else changed it. Where that is true of every row, all is refused. */
  fault: z.string().optional(),
  clash: z
    .object({
      byName: z.string().nullable(),
      at: z.string().nullable(),
      fields: z.array(
        z.object({ field: z.string(), label: z.string(), theirs: z.string(), yours: z.string() }),
      ),
    })
    .nullable(),
})
export type SavedRecord = z.infer<typeof SavedRecord>

export const RecordChangeRow = z.object({
  at: z.string(),
  byName: z.string().nullable(),
  orgName: z.string().nullable(),
  source: RecordSource.schema,
  deviceName: z.string().nullable(),
  fields: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
})
export type RecordChangeRow = z.infer<typeof RecordChangeRow>

export const ApplyCorrection = z.object({
  recordId: ScreeningRecordId,
  changes: RecordChanges,
  reason: z.string().trim().min(2, '请填写更正原因').max(200, '更正原因不超过200字'),
})

export const ConflictPageQuery = PageQuery.extend({ planId: PlanId, taskId: TaskId.optional() })
export const ConflictRow = z.object({
  conflictId: z.number(),
  recordId: z.number(),
  taskId: z.number(),
  classId: z.number(),
  schoolName: z.string(),
  className: z.string(),
  studentName: PrivateName,
  source: RecordSource.schema,
  deviceName: z.string().nullable(),
  createdAt: z.string(),
  /** Hidden from the caller, who shall examine once more. */
  blind: z.boolean(),
  fields: z.array(z.object({ label: z.string(), present: z.string(), incoming: z.string() })),
})
export type ConflictRow = z.infer<typeof ConflictRow>
export const ResolveConflict = z.object({ conflictId: WireId, take: z.boolean() })

// Retest
export const DrawRetest = z.object({ taskId: TaskId })
export const DrawnRetest = z.object({ drawn: z.number(), total: z.number(), wanted: z.number() })
export const RetestQuery = z.object({ taskId: TaskId, classId: WireId.optional() })
export const RetestItem = z.object({
  key: z.string(),
  label: z.string(),
  first: z.number().nullable(),
  second: z.number().nullable(),
  difference: z.number().nullable(),
  over: z.boolean(),
})
export const RetestRow = z.object({
  recordId: z.number(),
  studentName: PrivateName,
  sex: Sex.schema,
  classId: z.number(),
  className: z.string(),
  done: z.boolean(),
  /** Whether the caller entered the first reading: then somebody else has to do this one. */
  ownFirst: z.boolean(),
  glasses: z.number().nullable(),
  /** Empty until the second examination is entered: the examiner must not see the first reading. */
  items: z.array(RetestItem),
  enteredByName: z.string().nullable(),
  enteredAt: z.string().nullable(),
})
export type RetestRow = z.infer<typeof RetestRow>
export const SaveRetest = z.object({ recordId: ScreeningRecordId, reading: ReadingFields })

// One student
/** Spec §7 student/screeningRecord and report/student/history. */
export const StudentRecordQuery = z.object({ studentId: StudentId, planId: PlanId.optional() })
export const StudentRecord = z.object({
  recordId: z.number(),
  planId: z.number(),
  planName: z.string(),
  season: Season.schema,
  schoolYear: z.number(),
  schoolName: z.string(),
  gradeName: z.string(),
  className: z.string(),
  executorName: z.string(),
  age: z.number(),
  fields: RecordFields,
  conclusion: Conclusion,
  source: RecordSource.schema.nullable(),
})
export type StudentRecord = z.infer<typeof StudentRecord>
/** One point of the curves; age in years with two decimals. */
export const StudentHistoryPoint = z.object({
  recordId: z.number(),
  planName: z.string(),
  checkedOn: z.string(),
  age: z.number(),
  nakedRight: z.number().nullable(),
  nakedLeft: z.number().nullable(),
  seRight: z.number().nullable(),
  seLeft: z.number().nullable(),
  glasses: z.number().nullable(),
  conclusionText: z.string(),
})
export const StudentHistory = z.object({
  studentId: z.number(),
  studentName: PrivateName,
  points: z.array(StudentHistoryPoint),
  /** Change of the spherical equivalent per year of the worse eye between the last two valid screenings. */
  progressionPerYear: z.number().nullable(),
})
export type StudentHistory = z.infer<typeof StudentHistory>
