import { z } from 'zod'
import {
  ApprovalStatus,
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  OrgType,
  SchoolStage,
} from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { AreaTriple, EditHospital, OrgId } from '../orgs/schemas.ts'
import { AreaFilter, IdList } from '../schools/schemas.ts'

/** Organisations that carry out screening: hospitals and social organisations. */
export const ScreeningOrgType = z.literal([OrgType.code.hospital, OrgType.code.social])
const ScreeningOrgTypeQuery = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value) : value),
  ScreeningOrgType,
)

export const HospitalPageQuery = PageQuery.extend(AreaFilter.shape).extend({
  /** Left out: hospitals, to who may see them; social organisations to others. */
  orgType: ScreeningOrgTypeQuery.optional(),
  hospitalType: HospitalType.query.optional(),
  hospitalLevel: HospitalLevel.query.optional(),
  ownership: HospitalOwnership.query.optional(),
  status: ApprovalStatus.query.optional(),
  keyword: z.string().trim().max(50).optional(),
})
export type HospitalPageQuery = z.output<typeof HospitalPageQuery>

export const HospitalRow = z.object({
  orgId: z.number(),
  orgName: z.string(),
  orgType: OrgType.schema,
  orgProperty: OrgProperty.schema,
  areaName: z.string(),
  hospitalType: HospitalType.schema.nullable(),
  hospitalLevel: HospitalLevel.schema.nullable(),
  ownership: HospitalOwnership.schema.nullable(),
  /** Schools it serves, and tasks it has completed. */
  schoolCount: z.number(),
  tasksDone: z.number(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  status: ApprovalStatus.schema,
  expiresOn: z.string().nullable(),
  enabled: z.boolean(),
  version: z.number(),
})
export type HospitalRow = z.infer<typeof HospitalRow>

export const AddHospital = EditHospital.omit({ orgId: true, version: true }).extend(AreaTriple.shape).extend({
  orgType: ScreeningOrgType,
  orgProperty: OrgProperty.schema.optional(),
})
export type AddHospital = z.output<typeof AddHospital>

export const BindingPageQuery = PageQuery.extend({
  orgId: OrgId,
  /** 1: those bound, 0: those in range that are not, absent: both. */
  bound: z.enum(['0', '1']).optional(),
  keyword: z.string().trim().max(50).optional(),
})
export const BindingRow = z.object({
  schoolId: z.number(),
  schoolName: z.string(),
  areaName: z.string(),
  stages: z.array(SchoolStage.schema),
  studentCount: z.number(),
  bound: z.boolean(),
})
export type BindingRow = z.infer<typeof BindingRow>
export const BindSchools = z.object({ orgId: OrgId, schoolIds: IdList, bound: z.boolean() })
