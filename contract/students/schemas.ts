import { z } from 'zod'
import { HistoryStatus, SchoolStage, Sex, StudentStatus, StudentType, YesNo } from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { EthnicGroup } from '../core/ethnic-groups.ts'
import { DisclosureReason, MESSAGES, NATIVE_PLACE_MAX, PersonName, Phone, PlainDate } from '../core/fields.ts'
import { PrivateName } from '../core/private-name.ts'
import { WireId } from '../core/wire.ts'
import { OrgId } from '../orgs/schemas.ts'
import { AreaFilter, ClassId, GradeId, IdList } from '../schools/schemas.ts'
import { isStudentNo, normalStudentNo } from './identity.ts'

export const StudentId = WireId
export const RecordId = WireId

/** An empty box of a form is no value. */
const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.nullish(),
  )

const RosterFilter = z.object({
  orgId: OrgId.optional(),
  prefix: SchoolStage.query.optional(),
  gradeId: GradeId.optional(),
  classId: ClassId.optional(),
})

/**
 * Total of a list is exact up to here; beyond it says that there are more. One character is a surname that one in
 * fourteen has: a search for it reads a page, not the province.
 */
export const countLimit = ({ name }: { name?: string }): number =>
  [...(name ?? '')].length === 1 ? 2_000 : 50_000

export const StudentPageQuery = PageQuery.extend(AreaFilter.shape)
  .extend(RosterFilter.shape)
  .extend({
    name: z.string().trim().max(15).optional(),
    /** The whole number: looked up by its hash. Send it by POST, so that it stays out of addresses. */
    idCard: z.string().trim().max(20).optional(),
    studentNo: z.string().trim().max(20).optional(),
    sex: Sex.query.optional(),
    studentType: StudentType.query.optional(),
    status: StudentStatus.query.optional(),
    faceCollected: YesNo.query.optional(),
    /** Whether there is a screening result of this school year. */
    screened: YesNo.query.optional(),
  })
export type StudentPageQuery = z.output<typeof StudentPageQuery>
/** Its filters by a whole number. */
export const STUDENT_NUMBERS = ['idCard', 'studentNo'] as const satisfies (keyof StudentPageQuery)[]

export const StudentRow = z.object({
  studentId: z.number(),
  name: PrivateName,
  sex: Sex.schema,
  birthDate: z.string(),
  studentType: StudentType.schema,
  status: StudentStatus.schema,
  /** Numbers are masked by the server, always; `reveal` gives them in full and is logged. */
  idCard: z.string().nullable(),
  passportNo: z.string().nullable(),
  studentNo: z.string().nullable(),
  nation: z.string().nullable(),
  parentName: PrivateName.nullable(),
  parentPhone: z.string().nullable(),
  faceCollected: YesNo.schema,
  orgId: z.number(),
  orgName: z.string(),
  prefix: SchoolStage.schema,
  gradeId: z.number(),
  gradeName: z.string(),
  classId: z.number(),
  className: z.string(),
  version: z.number(),
})
export type StudentRow = z.infer<typeof StudentRow>

export const StudentPage = z.object({
  list: z.array(StudentRow),
  total: z.number(),
  /** True where there are more than are counted. */
  more: z.boolean(),
  pageNum: z.number(),
  pageSize: z.number(),
})

export const EnrolmentRow = z.object({
  recordId: z.number(),
  orgId: z.number(),
  orgName: z.string(),
  gradeName: z.string(),
  className: z.string(),
  schoolYear: z.number(),
  fromOn: z.string(),
  toOn: z.string().nullable(),
  historyType: HistoryStatus.schema.nullable(),
  reason: z.string().nullable(),
})
export type EnrolmentRow = z.infer<typeof EnrolmentRow>

export const StudentDetail = StudentRow.omit({ prefix: true, gradeId: true, classId: true }).extend({
  /** Null once the student has left. */
  prefix: SchoolStage.schema.nullable(),
  gradeId: z.number().nullable(),
  classId: z.number().nullable(),
  areaName: z.string(),
  nativePlace: z.string().nullable(),
  leftAs: HistoryStatus.schema.nullable(),
  leftOn: z.string().nullable(),
  faceConsent: z.boolean(),
  /** Whether face photos are taken here at all. */
  faceEnabled: z.boolean(),
  enrolments: z.array(EnrolmentRow),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type StudentDetail = z.infer<typeof StudentDetail>

export const StudentStatisticsQuery = RosterFilter.extend({ orgId: OrgId })
export const StudentStatistics = z.object({
  total: z.number(),
  male: z.number(),
  female: z.number(),
  classes: z.number(),
  faceCollected: z.number(),
  byType: z.array(z.object({ studentType: StudentType.schema, count: z.number() })),
})

const StudentNo = z
  .string(MESSAGES.studentNoFormat[0])
  .overwrite(normalStudentNo)
  .refine(isStudentNo, MESSAGES.studentNoFormat[0])

/** What a student's form asks; identity by type is checked by `readIdentity`. */
const StudentFields = z.object({
  name: PersonName,
  studentType: StudentType.schema.default(StudentType.code.mainland),
  sex: Sex.schema.nullish(),
  birthDate: blank(PlainDate),
  studentNo: blank(StudentNo),
  nation: EthnicGroup.schema.nullish(),
  nativePlace: blank(z.string().trim().max(NATIVE_PLACE_MAX, MESSAGES.nativePlaceFormat[0])),
  parentName: blank(PersonName),
  parentPhone: blank(Phone),
  status: StudentStatus.schema.default(StudentStatus.code.own),
})
const Document = z.string().trim().max(30)
export const AddStudent = StudentFields.extend({
  classId: z.preprocess(
    (value) => value ?? undefined,
    z.union([ClassId, z.never()], MESSAGES.classRequired[0]),
  ),
  idCard: blank(Document),
  passportNo: blank(Document),
})
export type AddStudent = z.output<typeof AddStudent>

/** What a form was shown it may send back: a masked number is no new one. */
const unmasked = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.includes('*') ? undefined : value), schema)

/** A form that was shown a masked name sends it back where it stays: it means the one on file. */
export const isMaskedName = (name: string): boolean => name.includes('*')
const MaskableName = z
  .string(MESSAGES.nameRequired[0])
  .trim()
  .min(1, MESSAGES.nameRequired[0])
  .refine((name) => isMaskedName(name) || PersonName.safeParse(name).success, MESSAGES.nameFormat[0])

/** Numbers that are left out stay as they are (the form never knew them); null takes one away. */
export const EditStudent = StudentFields.extend({
  studentId: StudentId,
  name: MaskableName,
  parentName: blank(MaskableName),
  idCard: unmasked(blank(Document)),
  passportNo: unmasked(blank(Document)),
  studentNo: unmasked(blank(StudentNo)),
  parentPhone: unmasked(blank(Phone)),
  version: z.number().int(),
})
export type EditStudent = z.output<typeof EditStudent>

export const RenameStudent = z.object({
  studentId: StudentId,
  name: PersonName,
  version: z.number().int().optional(),
})
export const StudentIds = z.object({ studentIds: IdList })

/** What is meant to be done with the students that are asked about. */
export const StudentChange = z.enum(['edit', 'transfer', 'leave', 'delete'])
export const ValidChangeQuery = z.object({ studentIds: IdList, change: StudentChange.default('edit') })
export const ValidChange = z.object({
  valid: z.boolean(),
  blocked: z.array(z.object({ studentId: z.number(), name: PrivateName, reason: z.string() })),
})

export const MoveStudents = z.object({ studentIds: IdList, newClassId: ClassId })
export const LeaveStudents = z.object({
  studentIds: IdList,
  historyType: HistoryStatus.schema.default(HistoryStatus.code.transferredOut),
  leftOn: PlainDate.optional(),
  reason: z.string().trim().max(200, MESSAGES.reasonFormat[0]).optional(),
})
export const RecoverStudents = z.object({
  recordIds: IdList,
  /** Where the old class is gone or has moved on. */
  classId: ClassId.optional(),
})

export const HistoryPageQuery = PageQuery.extend({
  orgId: OrgId.optional(),
  prefix: SchoolStage.query.optional(),
  gradeId: GradeId.optional(),
  classId: ClassId.optional(),
  historyType: HistoryStatus.query.optional(),
  /** School year in which the student left. */
  schoolYear: WireId.optional(),
  name: z.string().trim().max(15).optional(),
})
export type HistoryPageQuery = z.output<typeof HistoryPageQuery>
export const HistoryRow = z.object({
  recordId: z.number(),
  studentId: z.number(),
  name: PrivateName,
  sex: Sex.schema,
  birthDate: z.string(),
  idCard: z.string().nullable(),
  passportNo: z.string().nullable(),
  studentNo: z.string().nullable(),
  orgId: z.number(),
  orgName: z.string(),
  gradeName: z.string(),
  className: z.string(),
  historyType: HistoryStatus.schema,
  leftOn: z.string(),
  schoolYear: z.number(),
  reason: z.string().nullable(),
  /** False where the student studies elsewhere by now. */
  recoverable: z.boolean(),
})
export type HistoryRow = z.infer<typeof HistoryRow>

export const HistoryInfo = HistoryRow.extend({
  studentType: StudentType.schema,
  status: StudentStatus.schema,
  nation: z.string().nullable(),
  nativePlace: z.string().nullable(),
  parentName: PrivateName.nullable(),
  parentPhone: z.string().nullable(),
  areaName: z.string(),
  endedBy: z.string().nullable(),
  /** Those of the schools in the caller's range. */
  enrolments: z.array(EnrolmentRow),
})
export type HistoryInfo = z.infer<typeof HistoryInfo>

export const HistoryTree = z.array(
  z.object({
    schoolYear: z.number(),
    schoolYearName: z.string(),
    count: z.number(),
    classes: z.array(
      z.object({
        classId: z.number(),
        className: z.string(),
        gradeId: z.number(),
        gradeName: z.string(),
        transferredOut: z.number(),
        graduated: z.number(),
      }),
    ),
  }),
)
export type HistoryTree = z.infer<typeof HistoryTree>

/** By id where the student is in range; otherwise by what the family shows: number and name. */
export const TransferApplication = z
  .object({
    studentId: StudentId.optional(),
    idCard: blank(Document),
    passportNo: blank(Document),
    name: blank(PersonName),
    newOrgId: OrgId,
    newGradeId: GradeId.optional(),
    newClassId: ClassId,
    reason: z.string().trim().max(200, MESSAGES.reasonFormat[0]).optional(),
    /** Taken from the session; another value is refused. */
    applicationUserId: WireId.optional(),
    applicationOrgId: WireId.optional(),
  })
  .refine((input) => input.studentId || ((input.idCard || input.passportNo) && input.name), {
    message: MESSAGES.idCardRequired[0],
    path: ['idCard'],
  })
export type TransferApplication = z.output<typeof TransferApplication>

export const RevealStudent = z.object({ studentId: StudentId, reason: DisclosureReason })
export const RevealedStudent = z.object({
  name: z.string(),
  parentName: z.string().nullable(),
  idCard: z.string().nullable(),
  passportNo: z.string().nullable(),
  studentNo: z.string().nullable(),
  parentPhone: z.string().nullable(),
})
/** One visit: calls of one account that follow each other are one line. */
export const ViewerRow = z.object({
  /** The first and the last call. */
  at: z.string(),
  until: z.string(),
  calls: z.number(),
  realName: z.string(),
  orgName: z.string().nullable(),
  action: z.string(),
  reason: z.string().nullable(),
})

export const CONSENT_CHANNELS = { paper: '纸质同意书', online: '线上确认', meeting: '家长会签字' } as const
export const RecordConsent = z.object({
  studentId: StudentId,
  given: z.boolean(),
  guardianName: blank(PersonName),
  channel: z.enum(['paper', 'online', 'meeting']),
})

/** A photo as a data address: it has no address of its own that could be guessed. */
export const FacePhoto = z.object({ photo: z.string().nullable(), takenAt: z.string().nullable() })

export const PlanOption = z.object({
  planId: z.number(),
  planName: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
})

export const AdvanceQuery = z.object({ orgId: OrgId })
export const AdvanceClass = z.object({
  classId: z.number(),
  className: z.string(),
  prefix: SchoolStage.schema,
  fromGrade: z.string(),
  /** Null: the class graduates. */
  toGrade: z.string().nullable(),
  studentCount: z.number(),
})
export const AdvancePreview = z.object({
  orgId: z.number(),
  schoolYear: z.number(),
  schoolYearName: z.string(),
  /** July and August; outside them the page asks twice. */
  inSeason: z.boolean(),
  /** Why it cannot be done now. */
  blocked: z.string().nullable(),
  /** Stages whose last grade can go on into the next stage of the same school. */
  continuable: z.array(SchoolStage.schema),
  classes: z.array(AdvanceClass),
  promoted: z.number(),
  graduating: z.number(),
  last: z
    .object({
      advanceId: z.number(),
      schoolYear: z.number(),
      doneAt: z.string(),
      doneBy: z.string().nullable(),
      promoted: z.number(),
      graduated: z.number(),
      /** Why it can no longer be undone. */
      undoBlocked: z.string().nullable(),
    })
    .nullable(),
})
export type AdvancePreview = z.infer<typeof AdvancePreview>
export const AdvanceInput = z.object({
  orgId: OrgId,
  /** The year that was looked at in the preview. */
  schoolYear: z.number().int().optional(),
  /** Stages whose last grade goes on in this school instead of graduating. */
  continueStages: z.array(SchoolStage.schema).max(7).default([]),
})
export const AdvanceResult = z.object({ advanceId: z.number(), promoted: z.number(), graduated: z.number() })
export const AdvanceStage = z.object({
  prefix: SchoolStage.schema,
  prefixName: z.string(),
  finalGradeName: z.string(),
  years: z.number(),
})
