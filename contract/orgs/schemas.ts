import { z } from 'zod'
import {
  ApprovalStatus,
  AreaGrade,
  CityProperty,
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  OrgType,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
  SchoolSystem,
} from '../core/codes.ts'
import { PageQuery } from '../core/envelope.ts'
import { Address, AreaId, MESSAGES, OrgName, PersonName, PhoneInForm } from '../core/fields.ts'
import { WireFlag, WireId } from '../core/wire.ts'

export const OrgId = WireId

/** Where an organisation stands. A district is absent where a city lists its towns directly. */
export const AreaTriple = z.object({
  provinceId: AreaId,
  cityId: AreaId.nullish(),
  regionId: AreaId.nullish(),
})
export type AreaTriple = z.infer<typeof AreaTriple>

/** Part of the caller's range; what is left out is everything there. */
export const AreaFilter = z.object({
  provinceId: AreaId.optional(),
  cityId: AreaId.optional(),
  regionId: AreaId.optional(),
})
export type AreaFilter = z.infer<typeof AreaFilter>

export const OrgListQuery = PageQuery.extend({
  orgType: OrgType.query.optional(),
  /** Only those whose accounts the caller looks after. */
  purpose: z.enum(['accounts']).optional(),
  keyword: z.string().trim().max(50).optional(),
})
export const OrgOption = z.object({
  orgId: z.number(),
  orgName: z.string(),
  orgType: OrgType.schema,
  orgProperty: OrgProperty.schema,
  areaName: z.string(),
  status: ApprovalStatus.schema,
})
export type OrgOption = z.infer<typeof OrgOption>

/** `inFull`: with the phone of the contact, for the form of who may edit the organisation; it is on record. */
export const OrgDetailQuery = z.object({ orgId: OrgId, inFull: WireFlag })

const OrgBase = z.object({
  orgId: z.number(),
  orgName: z.string(),
  orgType: OrgType.schema,
  orgProperty: OrgProperty.schema,
  provinceId: z.string(),
  cityId: z.string().nullable(),
  regionId: z.string().nullable(),
  areaName: z.string(),
  address: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  status: ApprovalStatus.schema,
  /** Last valid day, YYYY-MM-DD. */
  expiresOn: z.string().nullable(),
  version: z.number(),
})
export const GovDetail = OrgBase
export const SchoolDetail = OrgBase.extend({
  stages: z.array(SchoolStage.schema),
  schoolSystem: SchoolSystem.schema.nullable(),
  schoolType: SchoolNewType.schema.nullable(),
  schoolLevel: SchoolLevel.schema.nullable(),
  cityProperty: CityProperty.schema.nullable(),
  areaGrade: AreaGrade.schema.nullable(),
  monitoringCode: z.string().nullable(),
})
export const HospitalDetail = OrgBase.extend({
  hospitalType: HospitalType.schema.nullable(),
  hospitalLevel: HospitalLevel.schema.nullable(),
  ownership: HospitalOwnership.schema.nullable(),
})
export type GovDetail = z.infer<typeof GovDetail>
export type SchoolDetail = z.infer<typeof SchoolDetail>
export type HospitalDetail = z.infer<typeof HospitalDetail>

/** Approved at once where nobody above the caller's body decides, else it waits. */
export const AddedOrg = z.object({ orgId: z.number(), status: ApprovalStatus.schema })
export type AddedOrg = z.infer<typeof AddedOrg>

/** The school's two digits in the monitoring of common diseases; an empty field takes them away. */
const MonitoringCode = z
  .string()
  .trim()
  .regex(/^(\d{2})?$/, MESSAGES.monitoringCodeFormat[0])
  .transform((code) => code || null)

const EditOrgBase = z.object({
  orgId: OrgId,
  orgName: OrgName,
  address: Address,
  contactName: PersonName,
  contactPhone: PhoneInForm,
  /** The version that was read; a newer one on the server refuses the change. */
  version: z.number().int(),
})
export const EditGov = EditOrgBase
export const EditSchool = EditOrgBase.extend({
  stages: z.array(SchoolStage.schema).min(1, MESSAGES.stageRequired[0]).max(7),
  schoolType: SchoolNewType.schema,
  schoolLevel: SchoolLevel.schema,
  /** Left out: as it is. */
  schoolSystem: SchoolSystem.schema.optional(),
  cityProperty: CityProperty.schema.nullish(),
  areaGrade: AreaGrade.schema.nullish(),
  /** Left out: as it is. */
  monitoringCode: MonitoringCode.nullable().optional(),
})
export const EditHospital = EditOrgBase.extend({
  /** Asked of hospitals; a social organisation has none. */
  hospitalType: HospitalType.schema.nullish(),
  hospitalLevel: HospitalLevel.schema.nullish(),
  ownership: HospitalOwnership.schema,
})
export type EditGov = z.infer<typeof EditGov>
export type EditSchool = z.infer<typeof EditSchool>
export type EditHospital = z.infer<typeof EditHospital>
