import type { z } from 'zod'
import { OrgType, SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import type { Page } from '#contract/core/envelope.ts'
import { BizError, Refusal } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { maskPhone } from '#contract/core/mask.ts'
import type {
  EditGov,
  EditHospital,
  EditSchool,
  OrgDetailQuery,
  OrgListQuery,
  OrgOption,
} from '#contract/orgs/schemas.ts'
import { assertAreaPath, hasDistricts } from '../areas/area.ts'
import { writeAudit } from '../core/audit-queries.ts'
import type { Ctx, UserCtx, UserTxCtx } from '../core/context.ts'
import { violatedConstraint } from '../core/db/connect.ts'
import { accountLineOf } from '../core/db/line-of-command.ts'
import { type AreaIds, scopeCoversArea, scopeCoversOrg } from '../core/scope.ts'
import {
  type HospitalFields,
  isMonitoringCodeTaken,
  isOrgNameTaken,
  lockMonitoringCodes,
  lockSchool,
  type OrgRecord,
  type SchoolFields,
  selectOrg,
  selectOrgPlaces,
  selectOrgs,
  selectStagesInUse,
  updateOrg,
  upsertHospital,
  upsertSchool,
} from './org-queries.ts'

/** For what is saved over an older version than the stored one. */
export const changedMeanwhile = () => new Refusal('changedMeanwhile', '数据已被他人修改，请刷新后重试')
const NAME_TAKEN = '所在区域已有同名机构，请核对机构全称'

export async function listOrgs(ctx: UserCtx, query: z.output<typeof OrgListQuery>): Promise<Page<OrgOption>> {
  const line = query.purpose === 'accounts' ? accountLineOf(ctx.caller) : undefined
  return selectOrgs(ctx.db, ctx.scope, query, line)
}

/** 616 outside the caller's range, in which the own one always lies; one that is not there answers alike. */
export async function requireOrg(ctx: Ctx, orgId: number): Promise<OrgRecord> {
  const org = await selectOrg(ctx.db, orgId)
  if (!org) throw new BizError(616)
  const own = ctx.caller?.orgId === org.id
  if (!own && !scopeCoversOrg(ctx.scope, org)) throw new BizError(616)
  return org
}

/** As `requireOrg` for several: one that is missing or foreign refuses them all. */
export async function requireOrgs(ctx: Ctx, orgIds: readonly number[]) {
  const wanted = [...new Set(orgIds)]
  const orgs = wanted.length > 0 ? await selectOrgPlaces(ctx.db, wanted) : []
  if (orgs.length < wanted.length) throw new BizError(616)
  const foreign = orgs.some((org) => ctx.caller?.orgId !== org.id && !scopeCoversOrg(ctx.scope, org))
  if (foreign) throw new BizError(616)
  return orgs
}

type DetailQuery = z.output<typeof OrgDetailQuery>

async function findOfType(ctx: UserCtx, { orgId, inFull }: DetailQuery, types: readonly number[]) {
  const org = await requireOrg(ctx, orgId)
  if (!types.includes(org.orgType)) throw new BizError(651)
  return {
    ...org,
    orgId: org.id,
    orgName: org.name,
    orgProperty: org.property,
    contactPhone:
      org.contactPhoneEnc &&
      (await contactPhoneFor(ctx, org, ctx.secrets.decrypt(org.contactPhoneEnc), inFull)),
    stages: org.stages ?? [],
  }
}

/** In full to who may edit it: one's own at once, that of others where a form asks for it, which is on record. */
async function contactPhoneFor(
  ctx: UserCtx,
  org: OrgRecord,
  phone: string,
  inFull: boolean,
): Promise<string> {
  const own = ctx.caller.orgId === org.id
  if (!mayEdit(ctx, org) || !(own || inFull)) return maskPhone(phone)
  if (!own) {
    ctx.note({ objectType: 'org', objectId: org.id })
    await writeAudit(ctx, { action: 'org.contact', success: true, code: 200 })
  }
  return phone
}

const { school, hospital, government, social } = OrgType.code
const SCREENING_ORGS = [hospital, social]

export const findGov = (ctx: UserCtx, query: DetailQuery) => findOfType(ctx, query, [government])
export const findSchool = (ctx: UserCtx, query: DetailQuery) => findOfType(ctx, query, [school])
export const findHospital = (ctx: UserCtx, query: DetailQuery) => findOfType(ctx, query, SCREENING_ORGS)

export const editGov = (ctx: UserTxCtx, input: z.output<typeof EditGov>) => editOrg(ctx, input, [government])

export async function editSchool(ctx: UserTxCtx, input: z.output<typeof EditSchool>) {
  const saved = await editOrg(ctx, input, [school])
  const current = await requireStagesFree(ctx, input)
  await assertMonitoringCode(ctx, saved.area, input)
  await upsertSchool(ctx.db, input.orgId, schoolFieldsOf(input, current))
  return saved
}

/** Two schools of a district with one code would give two children the same number. */
export async function assertMonitoringCode(
  ctx: UserTxCtx,
  area: AreaIds,
  { monitoringCode, orgId }: { monitoringCode?: string | null; orgId?: number },
): Promise<void> {
  if (!monitoringCode) return
  await lockMonitoringCodes(ctx.db, area.regionId ?? area.cityId ?? area.provinceId)
  if (await isMonitoringCodeTaken(ctx.db, area, monitoringCode, orgId))
    throw refusedField('monitoringCode', `本区县已有学校使用代码 ${monitoringCode}，请核对`)
}

/** A stage with classes stays, and so does the split of its years. */
async function requireStagesFree(ctx: UserTxCtx, input: z.output<typeof EditSchool>) {
  // Nobody adds a class meanwhile: every change of a roster locks this row first.
  await lockSchool(ctx.db, input.orgId)
  const { stages: inUse, ...current } = await selectStagesInUse(ctx.db, input.orgId)
  const removed = inUse.find((stage) => !input.stages.includes(stage))
  if (removed) throw refusedField('stages', `${SchoolStage.label(removed)}还有班级，不能移除该学段`)
  const split = inUse.some(
    (stage) => stage === SchoolStage.code.primary || stage === SchoolStage.code.juniorHigh,
  )
  const changed = input.schoolSystem !== undefined && input.schoolSystem !== current.schoolSystem
  if (split && changed) throw refusedField('schoolSystem', '已有小学或初中的班级，不能更改学制')
  return current
}

const refusedField = (field: string, message: string) =>
  new BizError(700, message, [{ path: [field], message }])

export function schoolFieldsOf(
  input: Omit<z.output<typeof EditSchool>, 'orgId' | 'version'>,
  current: Partial<Pick<SchoolFields, 'schoolSystem' | 'monitoringCode'>> = {},
): SchoolFields {
  return {
    stages: [...new Set(input.stages)].sort(),
    schoolSystem: input.schoolSystem ?? current.schoolSystem ?? SchoolSystem.code.sixThree,
    schoolType: input.schoolType,
    schoolLevel: input.schoolLevel,
    cityProperty: input.cityProperty ?? null,
    areaGrade: input.areaGrade ?? null,
    monitoringCode:
      input.monitoringCode === undefined ? (current.monitoringCode ?? null) : input.monitoringCode,
  }
}

export async function editHospital(ctx: UserTxCtx, input: z.output<typeof EditHospital>) {
  const saved = await editOrg(ctx, input, SCREENING_ORGS)
  assertHospitalType(saved.orgType, input.hospitalType)
  await upsertHospital(ctx.db, input.orgId, hospitalFieldsOf(input))
  return saved
}

export function hospitalFieldsOf(
  input: Omit<z.output<typeof EditHospital>, 'orgId' | 'version'>,
): HospitalFields {
  return {
    hospitalType: input.hospitalType ?? null,
    hospitalLevel: input.hospitalLevel ?? null,
    ownership: input.ownership,
  }
}

/** One that comes back as it was shown stays what it is. */
function phoneToStore({ secrets }: UserCtx, { contactPhoneEnc }: OrgRecord, phone: string): Buffer {
  if (!phone.includes('*')) return secrets.encrypt(phone)
  if (contactPhoneEnc === null || maskPhone(secrets.decrypt(contactPhoneEnc)) !== phone)
    throw new BizError(620, MESSAGES.phoneFormat[0])
  return contactPhoneEnc
}

async function editOrg(ctx: UserTxCtx, input: z.output<typeof EditGov>, types: readonly number[]) {
  ctx.note({ objectType: 'org', objectId: input.orgId })
  const org = await requireOrg(ctx, input.orgId)
  if (!types.includes(org.orgType)) throw new BizError(651)
  if (!mayEdit(ctx, org)) throw new BizError(602)
  if (await isOrgNameTaken(ctx.db, org, input.orgName, org.id)) throw nameTaken()
  const { orgName, address, contactName } = input
  const contactPhoneEnc = phoneToStore(ctx, org, input.contactPhone)
  const saved = await guardName(
    updateOrg(ctx.db, org.id, input.version, { orgName, address, contactName, contactPhoneEnc }),
  )
  if (!saved) throw changedMeanwhile()
  ctx.note({ detail: { renamedFrom: org.name === orgName ? undefined : org.name } })
  return { version: input.version + 1, orgType: org.orgType, area: org as AreaIds }
}

export function assertHospitalType(orgType: number, hospitalType: number | null | undefined) {
  if (orgType !== hospital || hospitalType) return
  const message = '请选择机构类别'
  throw new BizError(650, message, [{ path: ['hospitalType'], message }])
}

/** One's own organisation by its information page; others by the permission of the list they stand in. */
export function mayEdit({ caller }: UserCtx, org: OrgRecord): boolean {
  if (caller.orgId === org.id && caller.permissions.has('orgInformationEdit')) return true
  switch (org.orgType) {
    case school:
      return caller.permissions.has('schoolEdit')
    case hospital:
      return caller.permissions.has('hospitalEdit')
    case social:
      return caller.permissions.has('socialOrgEdit')
    case government:
      return caller.permissions.has('orgInformationEdit')
  }
}

export async function isOrgNameFree(ctx: UserCtx, input: AreaIds & { orgName: string; orgId?: number }) {
  await assertAreaPath(ctx.db, input)
  const own = ctx.caller.org
  const ownArea =
    own?.provinceId === input.provinceId &&
    own.cityId === (input.cityId ?? null) &&
    own.regionId === (input.regionId ?? null)
  if (!ownArea && !scopeCoversArea(ctx.scope, input)) throw new BizError(616)
  // Leaving out another's row would tell which organisation has the name.
  if (input.orgId !== undefined) await requireOrg(ctx, input.orgId)
  return !(await isOrgNameTaken(ctx.db, input, input.orgName, input.orgId))
}

/**
 * An organisation that screens or is screened belongs to a district; only cities without districts end at the city.
 */
export async function assertStandsInDistrict(ctx: Ctx, area: AreaIds): Promise<void> {
  await assertAreaPath(ctx.db, area)
  const [message, code] = MESSAGES.areaRequired
  const complete = area.cityId && (area.regionId || !(await hasDistricts(ctx.db, area.cityId)))
  if (!complete) throw new BizError(code, message, [{ path: ['regionId'], message }])
}

export const nameTaken = () => new BizError(700, NAME_TAKEN, [{ path: ['orgName'], message: NAME_TAKEN }])

/** Two who take the same name at once: the database lets one through, the other is refused. */
export async function guardName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error) === 'org_name_in_region') throw nameTaken()
    throw error
  }
}
