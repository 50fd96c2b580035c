import { z } from 'zod'
import { SchoolStage, Sex, StudentType, UploadTaskKind, YesNo } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { DisclosureReason, MESSAGES, Reason } from '../core/fields.ts'
import { ImportState, RowOutcome } from '../core/import-states.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import { TaskStatus } from '../plans/statuses.ts'
import { ClassId } from '../schools/schemas.ts'

export const IMPORT_MEGABYTES = 20
/** Tasks, their files and what was read are stored this long. */
export const IMPORT_KEEP_DAYS = 7
/** Failing rows in a result; all of them stand in the list of rows and in the error workbook. */
export const FAIL_ROWS_TOLD = 1_000
export const CORRECTIONS_AT_ONCE = 200

const blankAsNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
/** A form sends text: 1 and true say yes. */
const FormFlag = z.preprocess((value) => value === true || value === '1' || value === 'true', z.boolean())

export const ImportRecordId = z.object({ recordId: WireId })

/** Upload payload of spec §3, and whether to look at it before anything is written. */
export const UploadRoster = z.object({
  orgId: OrgId,
  stuType: blankAsNone(StudentType.query).transform((type) => type ?? StudentType.code.mainland),
  prefix: z.preprocess(
    (value) => value ?? '',
    z.union([SchoolStage.query, z.never()], MESSAGES.stageRequired[0]),
  ),
  classYear: blankAsNone(z.coerce.number().int().min(1990).max(2100)),
  classId: blankAsNone(ClassId),
  taskId: blankAsNone(WireId),
  planType: blankAsNone(WireId),
  preview: FormFlag,
})
export const UploadDivision = z.object({
  orgId: OrgId,
  prefix: blankAsNone(SchoolStage.query),
  classYear: blankAsNone(z.coerce.number().int().min(1990).max(2100)),
  classId: blankAsNone(ClassId),
  taskId: blankAsNone(WireId),
  planType: blankAsNone(WireId),
  preview: FormFlag,
})
/** Results go to a screening task. */
export const UploadReadings = UploadDivision.extend({ taskId: WireId })
export type UploadReadings = z.output<typeof UploadReadings>
export type UploadRoster = z.output<typeof UploadRoster>
export type UploadDivision = z.output<typeof UploadDivision>

/** They add up: insert + update + unchanged + locked + error = rows. */
export const ImportCounts = z.object({
  rows: z.number(),
  insert: z.number(),
  update: z.number(),
  unchanged: z.number(),
  locked: z.number(),
  /** Those who study elsewhere included. */
  error: z.number(),
  elsewhere: z.number(),
  /** Of the inserted: those who had left and come back. */
  back: z.number(),
  /** Right and not written yet: all that is right in a preview, what was corrected in a finished task. */
  waiting: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** Spec §3 "Import task"; below what we add to it. */
export const ImportTask = z.object({
  recordId: z.number(),
  beOperatedOrgName: z.string(),
  creatorName: z.string(),
  expireTime: z.string(),
  stuTypeName: z.string(),
  prefixName: z.string(),
  originalExcelName: z.string(),
  total: z.number(),
  currentProgress: z.number(),
  isEnd: YesNo.schema,
  isSuccessImport: YesNo.schema,
  isShowInOutside: YesNo.schema,
  excelType: UploadTaskKind.schema,
  errorMsg: z.string().nullable(),
  result: z
    .object({ studentSize: z.number(), stuFailInfoList: z.array(z.string()), errorCount: z.number() })
    .nullable(),
  state: ImportState,
  orgId: z.number(),
  counts: ImportCounts.nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** The screening task that results go to. */
  taskId: z.number().nullable(),
  /** About how long it will still take. */
  remainingSeconds: z.number().nullable(),
  /** Whether everything that was written can be taken back now; asked again when it is done. */
  undoable: z.boolean(),
})
export type ImportTask = z.infer<typeof ImportTask>

/** Where a child studies is disclosed only to callers who may see that child anyway; for others these are null. */
export const TransferFail = z.object({
  row: z.number(),
  type: z.number(),
  studentId: z.number().nullable(),
  studentName: z.string(),
  newClassId: z.number().nullable(),
  newGradeId: z.number().nullable(),
  newOrgId: z.number(),
  newClassName: z.string(),
  newOrgAddress: z.string(),
  newOrgName: z.string(),
  orgAddress: z.string().nullable(),
  orgName: z.string().nullable(),
  className: z.string().nullable(),
  /** An application for the child to come here is waiting. */
  applied: z.boolean(),
})
export type TransferFail = z.infer<typeof TransferFail>

/** Spec §3 "Student import result"; `unchangedCount` makes the counts add up. */
export const ImportResult = z.object({
  recordId: z.number(),
  state: ImportState,
  studentSize: z.number(),
  insertCount: z.number(),
  updateCount: z.number(),
  unchangedCount: z.number(),
  errorCount: z.number(),
  stuUnCoverSize: z.number(),
  /** row,code,message */
  stuFailInfoList: z.array(z.string()),
  repeatIdcardSet: z.array(z.string()),
  repeatNameSexBirthSet: z.array(z.string()),
  transferFailList: z.array(TransferFail),
  errorExcelDownloadUrl: z.string().nullable(),
  /** Screening tasks that the changed roster concerns: to come (status 0) or under way (1). */
  taskSimpleVOS: z.array(
    z.object({
      taskId: z.number(),
      taskPlanName: z.string(),
      status: TaskStatus.schema,
      startsOn: z.string(),
    }),
  ),
  studentIdList: z.array(z.number()),
  beginSyncTaskStuTime: z.string().nullable(),
  isDivideClass: YesNo.schema,
  isScreenTask: YesNo.schema,
  /** The screening task that results went to. */
  taskId: z.number().nullable(),
  errorMsg: z.string().nullable(),
  /** Headers that nobody knew, and optional ones that were not there. */
  unknownColumns: z.array(z.string()),
  absentColumns: z.array(z.string()),
})
export type ImportResult = z.infer<typeof ImportResult>

export const RowIssue = z.object({
  code: z.number(),
  /** Title of the column; null where the row as a whole is meant. */
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
  advice: z.string(),
})
export type RowIssue = z.infer<typeof RowIssue>

export const ImportRowsQuery = PageQuery.extend({
  recordId: WireId,
  outcome: RowOutcome.query.optional(),
  /** Those that need a person: wrong, studying elsewhere, not overwritable. */
  failing: z.preprocess((value) => value === true || value === '1' || value === 'true', z.boolean()),
})
export type ImportRowsQuery = z.output<typeof ImportRowsQuery>

export const ImportRow = z.object({
  /** As seen in Excel. */
  row: z.number(),
  outcome: RowOutcome.schema,
  /** By column of the sheet; personal numbers are masked. */
  cells: z.array(z.string()),
  issues: z.array(RowIssue),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  /** What a result would mean; null for rosters. */
  conclusion: z.string().nullable(),
  /** Written already; a corrected row is not yet. */
  written: z.boolean(),
  studentId: z.number().nullable(),
  name: PrivateName.nullable(),
  sex: Sex.schema.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportRows = z.object({
  columns: z.array(
    z.object({ index: z.number(), title: z.string(), key: z.string().nullable(), personal: z.boolean() }),
  ),
  list: z.array(ImportRow),
  total: z.number(),
  pageNum: z.number(),
  pageSize: z.number(),
})

/** Cells by their index; a cell that is not named, or still masked, stays as it was. */
export const CorrectRows = z.object({
  recordId: WireId,
  rows: z
    .array(
      z.object({
        row: z.number().int().positive(),
        cells: z.record(z.string().regex(/^\d{1,3}$/), z.string().max(200)),
      }),
    )
    .min(1)
    .max(CORRECTIONS_AT_ONCE),
})
export type CorrectRows = z.output<typeof CorrectRows>

export const ImportListQuery = PageQuery.extend({
  orgId: OrgId.optional(),
  excelType: UploadTaskKind.query.optional(),
})

export const TEMPLATE_TYPES = {
  roster1: '学生名单模板（大陆，有身份证）',
  roster2: '学生名单模板（非大陆）',
  roster3: '学生名单模板（大陆，无身份证）',
  classDivision: '学年分班模板',
  screening: '筛查数据模板',
  caries: '龋齿筛查数据模板',
} as const
export const TemplateType = z.enum(
  Object.keys(TEMPLATE_TYPES) as [keyof typeof TEMPLATE_TYPES, ...(keyof typeof TEMPLATE_TYPES)[]],
)
export type TemplateType = z.infer<typeof TemplateType>
export const TemplateQuery = z
  .object({
    orgId: OrgId,
    type: TemplateType,
    prefix: blankAsNone(SchoolStage.query),
    /** Sheets of results are made for a screening task: its classes, and (filled) the names of its students. */
    taskId: blankAsNone(WireId),
    /** With the present roster in it: personal numbers in full, under the rules of an export of them. */
    filled: FormFlag,
    /** Why; needed where numbers leave in full. */
    reason: blankAsNone(Reason),
  })
  .superRefine(({ filled, taskId, reason }, context) => {
    if (!filled || taskId !== undefined) return
    const fault = DisclosureReason.safeParse(reason).error?.issues[0]
    if (fault) context.addIssue({ code: 'custom', path: ['reason'], message: fault.message })
  })
export const TemplateOption = z.object({ name: z.string(), downloadUrl: z.string(), type: TemplateType })
