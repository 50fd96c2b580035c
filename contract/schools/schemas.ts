import { z } from 'zod'
import {
  ApprovalStatus,
  CityProperty,
  OrgProperty,
  OrgType,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
} from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { AreaId, MESSAGES } from '../core/fields.ts'
import { SCHOOL_SEARCH_PAGE_SIZE } from '../core/limits.ts'
import { WireId, WireNumber } from '../core/wire.ts'
import { AreaFilter, AreaTriple, EditSchool, OrgId } from '../orgs/schemas.ts'
import { normalClassName } from './grades.ts'

export { AreaFilter } from '../orgs/schemas.ts'

/** Ids in a request are many at most as a page has rows, times what a person can select. */
export const IdList = z.array(WireId).min(1).max(500)

export const SchoolFilter = AreaFilter.extend({
  stage: SchoolStage.query.optional(),
  schoolType: SchoolNewType.query.optional(),
  status: ApprovalStatus.query.optional(),
  keyword: z.string().trim().max(50).optional(),
})
export const SchoolPageQuery = PageQuery.extend(SchoolFilter.shape).extend({
  sort: z.enum(['name', 'students', 'newest']).optional(),
})
export type SchoolPageQuery = z.output<typeof SchoolPageQuery>

export const SchoolRow = z.object({
  orgId: z.number(),
  orgName: z.string(),
  orgProperty: OrgProperty.schema,
  areaName: z.string(),
  stages: z.array(SchoolStage.schema),
  schoolType: SchoolNewType.schema.nullable(),
  schoolLevel: SchoolLevel.schema.nullable(),
  cityProperty: CityProperty.schema.nullable(),
  classCount: z.number(),
  studentCount: z.number(),
  /** Null: never. */
  lastScreenedOn: z.string().nullable(),
  contactName: z.string().nullable(),
  /** Masked; in full only in the detail, for who may edit. */
  contactPhone: z.string().nullable(),
  status: ApprovalStatus.schema,
  expiresOn: z.string().nullable(),
  enabled: z.boolean(),
  version: z.number(),
})
export type SchoolRow = z.infer<typeof SchoolRow>

export const SchoolStatistics = z.object({
  schools: z.number(),
  classes: z.number(),
  students: z.number(),
  males: z.number(),
  females: z.number(),
  byStage: z.array(
    z.object({
      stage: SchoolStage.schema,
      stageName: z.string(),
      schools: z.number(),
      classes: z.number(),
      students: z.number(),
    }),
  ),
})
export type SchoolStatistics = z.infer<typeof SchoolStatistics>

export const AddSchool = EditSchool.omit({ orgId: true, version: true })
  .extend(AreaTriple.shape)
  .extend({
    orgProperty: z
      .literal([OrgProperty.code.schoolIndependent, OrgProperty.code.schoolGroup])
      .default(OrgProperty.code.schoolIndependent),
  })
export type AddSchool = z.output<typeof AddSchool>

export const DeleteOrgs = z.object({ orgIds: IdList })

export const OrgCityQuery = z.object({ orgType: OrgType.query.optional() })
export const OrgCity = z.object({ cityId: z.string(), cityName: z.string(), orgCount: z.number() })

export const StageOption = z.object({
  /** The spec's word for a stage of a school. */
  prefix: SchoolStage.schema,
  prefixName: z.string(),
  gradeCount: z.number(),
  classCount: z.number(),
  studentCount: z.number(),
})
export const StageGrades = z.object({
  prefix: SchoolStage.schema,
  prefixName: z.string(),
  /** Every grade the stage can have; an id where the school has it. */
  grades: z.array(z.object({ gradeNo: z.number(), gradeName: z.string(), gradeId: z.number().nullable() })),
})
export type StageGrades = z.infer<typeof StageGrades>

export const SchoolSearchQuery = PageQuery.extend({
  /** An area: province, city or district. */
  id: AreaId.optional(),
  keyword: z.string().trim().max(50).optional(),
  pageSize: PageQuery.shape.pageSize.unwrap().default(SCHOOL_SEARCH_PAGE_SIZE),
})
export const SchoolOption = z.object({
  orgId: z.number(),
  orgName: z.string(),
  areaName: z.string(),
  stages: z.array(SchoolStage.schema),
})
export type SchoolOption = z.infer<typeof SchoolOption>

export const GradeId = WireId
export const ClassId = WireId
export const OrgQuery = z.object({ orgId: OrgId })
export const GradeQuery = z.object({ orgId: OrgId, prefix: SchoolStage.query.optional() })
export const ClassQuery = GradeQuery.extend({ gradeId: GradeId.optional() })

export const ClassNode = z.object({
  classId: z.number(),
  className: z.string(),
  /** The year in which the class entered the stage. */
  classYear: z.number(),
  studentCount: z.number(),
  maleCount: z.number(),
  version: z.number(),
})
export const GradeNode = z.object({
  gradeId: z.number(),
  gradeNo: z.number(),
  gradeName: z.string(),
  prefix: SchoolStage.schema,
  prefixName: z.string(),
  classCount: z.number(),
  studentCount: z.number(),
  version: z.number(),
  classes: z.array(ClassNode),
})
export type GradeNode = z.infer<typeof GradeNode>
export type ClassNode = z.infer<typeof ClassNode>

export const GradeChoice = GradeNode.pick({ gradeId: true, gradeNo: true, gradeName: true, prefix: true })
export const ClassRow = ClassNode.extend({
  gradeId: z.number(),
  gradeName: z.string(),
  prefix: SchoolStage.schema,
})
export type ClassRow = z.infer<typeof ClassRow>

const Teacher = z.object({ userId: z.number(), realName: z.string() })
export const GradeDetail = GradeNode.omit({ classes: true }).extend({
  orgId: z.number(),
  orgName: z.string(),
  heads: z.array(Teacher),
})
export const ClassDetail = ClassRow.extend({
  orgId: z.number(),
  orgName: z.string(),
  teachers: z.array(Teacher),
})

export const AddGrade = z.object({
  orgId: OrgId,
  prefix: SchoolStage.schema,
  gradeNo: WireNumber.pipe(z.number().int().min(0).max(6)),
  /** So many classes at once, named 1班, 2班 … */
  classCount: WireNumber.pipe(z.number().int().min(0).max(30)).default(0),
})
export const EditGrade = z.object({
  gradeId: GradeId,
  gradeNo: AddGrade.shape.gradeNo,
  version: z.number().int(),
})

export const ClassName = z
  .string(MESSAGES.classNameRequired[0])
  .overwrite((text) => normalClassName(text.replace(/[\p{Cc}\p{Cf}]+/gu, '')))
  .min(1, MESSAGES.classNameRequired[0])
  .max(12, MESSAGES.classNameFormat[0])
export const AddClass = z.object({ gradeId: GradeId, classNames: z.array(ClassName).min(1).max(30) })
export const EditClass = z.object({ classId: ClassId, className: ClassName, version: z.number().int() })

export const TeacherScopeQuery = z.object({ userId: WireId })
export const TeacherScope = z.object({
  userId: z.number(),
  orgId: z.number(),
  classIds: z.array(z.number()),
  gradeIds: z.array(z.number()),
})
export const AssignClasses = z.object({
  userId: WireId,
  classIds: z.array(WireId).max(200).default([]),
  gradeIds: z.array(WireId).max(50).default([]),
})
